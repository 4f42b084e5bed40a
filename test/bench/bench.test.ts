// Runs alone: it measures.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import * as file from 'node:test'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { endpoints } from './endpoints.ts'
import { readOptions } from './options.ts'
import { overloads } from './overload/overload.ts'

function bench(folder: string, ...args: string[]) {
  const env = { ...process.env, TMPDIR: folder }
  return new Promise<{ status: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), ...args],
      { env },
      (error, out, err) =>
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })
}

const build = join(await temporaryFolder(file), 'build')
const tiny = ['--farms', '300', '--snapshot', build, '--seconds', '0.1', '--warm-up', '0.02']

describe('npm run bench', () => {
  it('measures every endpoint against its ceiling, and leaves nothing behind', async (t) => {
    const json = join(await temporaryFolder(t), 'result.json')
    const folder = await temporaryFolder(t)
    const { status, out, err } = await bench(folder, ...tiny, '--json', json)
    assert.equal(status, 0, err)
    for (const { name } of endpoints) assert.ok(out.includes(name), name)
    for (const name of ['2,000 at once', ...overloads.slice(1)]) assert.ok(out.includes(name), name)
    const result = JSON.parse(readFileSync(json, 'utf8'))
    assert.equal(result.farms, 300)
    assert.equal(result.machine.node, process.version)
    assert.ok(result.build.length > 0)
    assert.ok(result.opening_s > 0)
    assert.ok(result.resident_mb.after_opening > 0 && result.resident_mb.after_load > 0)
    assert.deepEqual(
      result.endpoints.map(({ name, tier, target }: Record<string, unknown>) => ({
        name,
        tier,
        target,
      })),
      endpoints.map(({ name, tier, target }) => ({ name, tier, target })),
    )
    for (const { name, server, ceiling, half_load, share, cpu_above_us } of result.endpoints) {
      for (const figures of [server, ceiling, half_load.server, half_load.ceiling]) {
        assert.ok(figures.p50_ms > 0 && figures.p50_ms <= figures.p99_ms && figures.cpu_us > 0)
        assert.equal(figures.bytes === 0, name.startsWith('not modified'), name)
      }
      for (const { stalls_ms } of Object.values<{ stalls_ms: number[] }>(half_load)) {
        assert.ok(stalls_ms.length > 0)
        for (const stall of stalls_ms) assert.ok(stall >= 0)
      }
      assert.ok(Math.abs(share - server.requests_per_s / ceiling.requests_per_s) < 1e-9)
      assert.equal(cpu_above_us, server.cpu_us - ceiling.cpu_us)
    }
    const { bursts, floods } = result.overload
    for (const { requests, answered, lost, median_ms, longest_ms } of bursts) {
      assert.ok(answered > 0 && answered + lost <= requests)
      assert.ok(median_ms > 0 && median_ms <= longest_ms)
    }
    for (const { goodput, calm_per_s, answered_per_s, modest, health } of floods) {
      assert.ok(answered_per_s > 0 && Math.abs(goodput - answered_per_s / calm_per_s) < 1e-9)
      for (const { requests, p50_ms, p99_ms } of [modest, health])
        assert.ok(requests > 0 && p50_ms > 0 && p50_ms <= p99_ms)
    }
    assert.deepEqual(readdirSync(folder), [])
  })

  it('compares with peers, and several workers with one', async (t) => {
    const json = join(await temporaryFolder(t), 'result.json')
    const only = ['--only', 'search 25 mi, free', '--only', 'not modified: stats']
    const more = [...only, '--workers', '2', '--peers', '--json', json]
    const { status, out, err } = await bench(tmpdir(), ...tiny, ...more)
    assert.equal(status, 0, err)
    const { endpoints: measured, one_worker_mb } = JSON.parse(readFileSync(json, 'utf8'))
    assert.equal(measured.length, 2)
    assert.ok(one_worker_mb.after_load > 0)
    for (const { one_worker, ceiling_of_workers } of measured)
      for (const figures of [one_worker, ceiling_of_workers]) assert.ok(figures.requests_per_s > 0)
    const [searches, notModified] = measured
    const peers = searches.peers.map(({ name }: { name: string }) => name)
    assert.deepEqual(peers.slice(0, 2), ['a k-d tree in memory', 'SQLite R*Tree'])
    for (const { share } of searches.peers) assert.ok(share > 0)
    assert.deepEqual(notModified.peers, [])
    for (const name of peers) assert.ok(out.includes(name))
    assert.ok(peers.includes('PostGIS') || err.includes('without PostGIS'))
  })

  it('says what it can do, and refuses what it cannot', async () => {
    const { status, out } = await bench(tmpdir(), '--help')
    assert.equal(status, 0)
    for (const { name } of endpoints) assert.ok(out.includes(name))
    const wrong = [
      ['--farms', '0'],
      ['--farms', 'many'],
      ['--seconds', '0'],
      ['--only', 'weather'],
      ['--workers', '0'],
      ['--load', 'ab'],
      ['--speed', '9'],
    ]
    for (const args of wrong)
      assert.throws(
        () => readOptions(args),
        ({ name, message }: Error) => name === 'UsageError' && message.includes(args[0]!),
      )
    const refused = await bench(tmpdir(), ...wrong[0]!)
    assert.equal(refused.status, 2)
    assert.ok(refused.err.includes('--farms'), refused.err)
  })
})
