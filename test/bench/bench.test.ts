import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { endpoints } from './endpoints.ts'

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

describe('npm run bench', () => {
  it('measures every endpoint against its ceiling, and leaves nothing behind', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'farm-directory-bench-test-'))
    t.after(() => rm(folder, { recursive: true }))
    const args = ['--farms', '300', '--seconds', '0.2', '--warm-up', '0.1', '--json']
    const { status, out, err } = await bench(folder, ...args)
    assert.equal(status, 0, err)
    const result = JSON.parse(out)
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
    for (const { server, ceiling, half_load, share, cpu_share } of result.endpoints) {
      for (const figures of [server, ceiling, half_load]) {
        for (const value of Object.values(figures)) assert.ok((value as number) > 0)
        assert.ok(figures.p50_ms <= figures.p99_ms)
      }
      assert.ok(Math.abs(share - server.requests_per_s / ceiling.requests_per_s) < 1e-9)
      assert.ok(cpu_share > 0)
    }
    assert.deepEqual(readdirSync(folder), [])
  })

  it('says what it can do, and refuses what it cannot', async () => {
    const { status, out } = await bench(tmpdir(), '--help')
    assert.equal(status, 0)
    for (const { name } of endpoints) assert.ok(out.includes(name))
    for (const args of [
      ['--farms', '0'],
      ['--farms', 'many'],
      ['--seconds', '0'],
      ['--only', 'weather'],
      ['--speed', '9'],
    ]) {
      const refused = await bench(tmpdir(), ...args)
      assert.equal(refused.status, 2, args.join(' '))
      assert.ok(refused.err.includes(args[0]!), refused.err)
    }
  })
})
