import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { readLedger } from '../../../pipeline/runs/ledger.ts'
import { notifyRun } from '../../../pipeline/notify/notify_run.ts'
import { writeFeed } from '../../support/built_snapshot.ts'
import { startCommand } from '../../support/command.ts'
import { runHere } from '../../support/command_here.ts'
import { faultOptions } from '../../support/faults.ts'
import { startSnapshot } from '../../support/start_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'

const env = { NOTIFY_SECRET: 'a secret' }

/** A build folder, its sources file, and a receiver of its webhook. */
async function folders(t: TestContext) {
  const folder = await temporaryFolder(t)
  const subjects: string[] = []
  const places: string[] = []
  const state = { status: 204 }
  const server = createServer((request, response) => {
    const take = async () => {
      const message = JSON.parse(await text(request))
      subjects.push(message.subject)
      places.push(message.text.trimEnd().split('\n').at(-1))
      response.writeHead(state.status).end()
    }
    void take()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const { port } = server.address() as AddressInfo
  const config = join(folder, 'sources.json')
  const metrics = join(folder, 'farms.prom')
  const out = join(folder, 'build')
  const feed = Array.from({ length: 12 }, (_, number) =>
    told(number, `s${number}`, { updated_at: '2025-05-01T00:00:00Z' }),
  )
  const write = async (lines: typeof feed) => {
    const sources = [{ kind: 'farm-feed', path: await writeFeed(t, lines) }]
    const notify = { webhook: `http://127.0.0.1:${port}/`, metrics }
    await writeFile(config, JSON.stringify({ sources, notify }))
  }
  await write(feed)
  const run = (...args: string[]) =>
    runHere('pipeline/main.ts', [...args, '--config', config, '--out', out], env)
  return { subjects, places, state, config, metrics, out, feed, write, run }
}

describe('what a build tells', { concurrency: 2 }, () => {
  it('is its outcome, and the metrics; what it could not tell is in the next line', async (t) => {
    const { subjects, places, state, metrics, out, feed, write, run } = await folders(t)
    assert.equal((await run('build')).status, 0)
    state.status = 500
    await write(feed.slice(0, 4))
    const { status, err } = await run('build')
    assert.equal(status, 3, 'a failing notification changes nothing')
    assert.match(err, /notify: webhook at 127\.0\.0\.1:\d+ was not sent: it answered 500/)
    state.status = 204
    await writeFile(layout(out).decisions, 'no JSON\n')
    assert.equal((await run('build')).status, 2)
    assert.deepEqual(
      subjects.map((each) => /^Farm directory: (published|refused|failed)/.exec(each)?.[1]),
      ['published', 'refused', 'failed'],
    )
    assert.deepEqual([...new Set(places)], [`build folder ${out} on ${hostname()}`])
    assert.match(subjects[2]!, /failed, live snapshot unchanged — .*decisions\.jsonl, line 1/)
    const { runs } = readLedger(layout(out))
    assert.deepEqual(
      runs.map(({ not_sent }) => not_sent?.replace(/\d+ was/, 'PORT was') ?? null),
      [null, null, 'webhook at 127.0.0.1:PORT was not sent: it answered 500'],
    )
    const prom = await readFile(metrics, 'utf8')
    assert.match(prom, /^farm_directory_farms 12$/m)
    assert.match(prom, /^farm_directory_run_status 2$/m)
    assert.match(
      prom,
      /^farm_directory_edition_timestamp_seconds\{source="farm-feed",series="farm-feed",file=".*"\} \d/m,
    )
    const seconds = Number(/^farm_directory_run_timestamp_seconds (\S+)$/m.exec(prom)?.[1])
    assert.ok(Math.abs(seconds - Date.now() / 1000) < 600)
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: prom, encoding: 'utf8' })
    if (checked.error) t.diagnostic('promtool is absent: metrics not checked by it')
    else assert.deepEqual([checked.status, checked.stderr], [0, ''])
  })
})

describe('the metrics', { concurrency: 2 }, () => {
  it('follow an accepted build and a rollback', async (t) => {
    const { metrics, config, out, feed, write, run } = await folders(t)
    const values = async () => {
      const prom = await readFile(metrics, 'utf8')
      return ['run_status', 'farms'].map((name) =>
        Number(new RegExp(`^farm_directory_${name} (\\S+)$`, 'm').exec(prom)?.[1]),
      )
    }
    assert.equal((await run('build')).status, 0)
    await write(feed.slice(0, 4))
    const refused = await run('build', '--json')
    assert.deepEqual([refused.status, await values()], [3, [3, 12]])
    const [live] = await readdir(layout(out).snapshots)
    const [id] = await readdir(layout(out).candidates)
    const { gates } = readLedger(layout(out)).runs.at(-1)!
    const named = gates.flatMap((gate) => ['--gate', gate])
    const who = ['--by', 'Ada', '--reason', 'closed']
    const accepted = await run('snapshots', 'accept', id!, ...named, ...who)
    assert.deepEqual([accepted.status, await values()], [0, [0, 4]], accepted.err)
    assert.equal((await run('snapshots', 'rollback', live!, ...who)).status, 0)
    assert.deepEqual(await values(), [0, 12])
    const { status, err } = await run('snapshots', 'list')
    assert.deepEqual([status, /--config goes with accept, rollback/.test(err)], [2, true], config)
  })

  it('have no edition of a series that another continues, so that none is old forever', async (t) => {
    const { root } = await startSnapshot(t)
    const metrics = join(await temporaryFolder(t), 'farms.prom')
    await notifyRun(layout(root), { metrics }, null)
    const prom = await readFile(metrics, 'utf8')
    const lines = prom.matchAll(/^farm_directory_edition_timestamp_seconds\{.*series="(.*?)"/gm)
    assert.deepEqual(
      [...lines].map(([, series]) => series),
      ['csa', 'farmers_market', 'food_hub', 'on_farm_market'].map(
        (name) => `usda-local-food-portal/${name}`,
      ),
    )
  })
})

describe('a source that is not required', () => {
  it('is left out without an edition: the message and the list of runs say so', async (t) => {
    const { subjects, config, out, feed, write, run } = await folders(t)
    await write(feed.slice(0, 8))
    const given = JSON.parse(await readFile(config, 'utf8'))
    const path = await writeFeed(t, feed.slice(8))
    const other = { kind: 'farm-feed', name: 'other', path, required: false }
    await writeFile(config, JSON.stringify({ ...given, sources: [...given.sources, other] }))
    assert.equal((await run('build')).status, 0)
    await rm(path)
    await rm(layout(out).archive, { recursive: true })
    const { status, out: printed, err } = await run('build')
    assert.equal(status, 0, printed + err)
    assert.equal(
      subjects[1],
      'Farm directory: published, 1 source failed — 0 added, 4 gone, 0 changed, 0 moved',
    )
    const { out: runs } = await runHere('pipeline/main.ts', ['snapshots', 'runs', '--out', out])
    assert.match(runs, new RegExp(`^ +other is left out: ${path} does not exist$`, 'm'))
  })
})

describe('npm run snapshots -- check-runs', { concurrency: 2 }, () => {
  const check = ['snapshots', 'check-runs', '--max-age', '26h']

  it('tells that there is no build, and is content after one', async (t) => {
    const { subjects, run } = await folders(t)
    const { status, out } = await run(...check)
    assert.deepEqual([status, out], [1, `${subjects[0]}\n`])
    assert.equal(
      subjects[0],
      'Farm directory: missed, live snapshot unchanged — no build on record',
    )
    await run('build')
    const after = await run(...check)
    assert.equal(after.status, 0)
    assert.match(after.out, /^last build ended \d{4}/)
    const late = await run('snapshots', 'check-runs', '--max-age', '0h')
    assert.equal(late.status, 1)
    assert.match(subjects.at(-1)!, /missed, .* no build for 0 hours/)
  })

  it('tells of a build that was killed, once', async (t) => {
    const { subjects, config, out, run } = await folders(t)
    const fault = faultOptions({
      action: 'kill',
      when: 'before',
      call: 'rename',
      path: '/current$',
    })
    const args = ['build', '--config', config, '--out', out]
    const killed = startCommand(t, 'pipeline/main.ts', args, fault)
    assert.equal((await killed.ended).status, null)
    assert.equal((await run(...check)).status, 1)
    assert.equal((await run(...check)).status, 0)
    assert.equal(subjects.length, 1)
    assert.match(
      subjects[0]!,
      /failed, live snapshot unchanged — killed before it published: run it again/,
    )
  })

  it('names a wrong age', async (t) => {
    const { run } = await folders(t)
    const without = await run('snapshots', 'check-runs')
    assert.match(without.err, /check-runs needs --max-age AGE, such as 26h/)
    const { status, err } = await run('snapshots', 'check-runs', '--max-age', 'soon')
    assert.deepEqual([status, /not a number of hours or days/.test(err)], [2, true])
  })
})

describe('the alert rules', () => {
  it('are what promtool accepts', (t) => {
    const rules = join(import.meta.dirname, '../../../server/deploy/alerts.yaml')
    const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], {
      encoding: 'utf8',
    })
    if (error) return t.skip('promtool is absent (package prometheus)')
    assert.equal(status, 0, stderr)
    assert.match(stdout, /SUCCESS: 10 rules found/)
  })
})
