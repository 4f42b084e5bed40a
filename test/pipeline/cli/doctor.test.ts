import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chmod, mkdir, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Finding } from '../../../data/operating/finding.ts'
import { layout } from '../../../data/schema/layout.ts'
import { bytesOf } from '../../../data/schema/manifest.ts'
import { listSnapshots } from '../../../pipeline/snapshots/snapshots.ts'
import { writeFeed } from '../../support/built_snapshot.ts'
import { runHere } from '../../support/command_here.ts'
import { startMailServer } from '../../support/smtp_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'

const feed = [told(0, 'a'), told(1, 'b')].map((farm) => ({
  ...farm,
  updated_at: '2025-05-01T00:00:00Z',
}))

async function place(t: TestContext) {
  const folder = await temporaryFolder(t)
  const out = join(folder, 'build')
  const config = join(folder, 'sources.json')
  const notify = { mail: ['night@example.org'] }
  const path = await writeFeed(t, feed)
  await writeFile(config, JSON.stringify({ sources: [{ kind: 'farm-feed', path }], notify }))
  const { url: SMTP_URL } = await startMailServer(t)
  const env = { STATE_DIR: join(folder, 'state'), PORT: '0', METRICS_PORT: '0', SMTP_URL }
  const run = async (changed: Record<string, string> = {}, ...args: string[]) => {
    const all = ['doctor', '--config', config, '--out', out, '--json', ...args]
    const {
      status,
      out: text,
      err,
    } = await runHere('pipeline/main.ts', all, { ...env, ...changed })
    assert.equal(err, '')
    const findings = JSON.parse(text) as Finding[]
    const found = new Map(findings.map((each) => [each.check, each]))
    return { status, findings, found }
  }
  const build = () => runHere('pipeline/main.ts', ['build', '--config', config, '--out', out], env)
  return { places: layout(out), config, run, build, env }
}

describe('npm run doctor', { concurrency: 2 }, () => {
  it('finds all well after a build, each check with what it saw', async (t) => {
    const { build, run, config, places, env } = await place(t)
    assert.equal((await build()).status, 0)
    const { status, findings } = await run()
    assert.deepEqual(
      findings.map(({ check, state, found }) => [check, state === 'ok' ? state : found]),
      [
        'sources file',
        'notify',
        'rights',
        'decisions',
        'snapshot',
        'clock',
        'last run',
        'disk',
        'settings',
        'key store',
        'port',
        'metrics port',
        'mail',
      ].map((check) => [check, 'ok']),
    )
    assert.equal(status, 0)
    assert.ok(!existsSync(env.STATE_DIR), 'it makes no store')
    const args = ['doctor', '--config', config, '--out', places.root]
    const { out } = await runHere('pipeline/main.ts', args, env)
    assert.match(out, /^ok {7}sources file: 1 source/)
    assert.equal(out.trimEnd().split('\n').length, findings.length)
  })

  it('names what is wrong, with its remedy, and ends with 1', async (t) => {
    const { build, run, places, env } = await place(t)
    await build()
    await mkdir(env.STATE_DIR)
    await writeFile(join(env.STATE_DIR, 'store.sqlite'), 'no database')
    const id = readFileSync(places.current, 'utf8').trim()
    await truncate(join(places.snapshot(id), 'public/farms.parquet'), 100)
    await appendFile(places.decisions, 'no JSON\n')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(async () => void server.close())
    const PORT = String((server.address() as AddressInfo).port)
    const SMTP_URL = 'smtp://someone:pa55word@127.0.0.1:1'
    const { status, findings, found } = await run({ PORT, SMTP_URL })
    assert.equal(status, 1)
    assert.deepEqual(
      findings.flatMap(({ check, state }) => (state === 'ok' ? [] : [[check, state]])),
      [
        ['decisions', 'fault'],
        ['snapshot', 'fault'],
        ['key store', 'fault'],
        ['port', 'warning'],
        ['mail', 'fault'],
      ],
    )
    assert.match(found.get('snapshot')!.found, /farms\.parquet/)
    assert.match(found.get('decisions')!.found, /decisions\.jsonl, line 1 is not JSON/)
    assert.doesNotMatch(JSON.stringify(findings), /pa55word/)
    const wrong = await run({ PORT: 'eighty' })
    assert.match(wrong.found.get('settings')!.found, /PORT: `eighty`/)
  })

  it('forecasts the disk of thirty nights: snapshots, candidates and source files', async (t) => {
    const { build, run, places } = await place(t)
    await build()
    const { manifest } = (await listSnapshots(places))[0]!
    const forecast = async () =>
      /; 30 nights take about (.*) MB if none is pruned/.exec(
        (await run()).found.get('disk')!.found,
      )![1]
    const rounded = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en-US')
    const size = bytesOf(manifest!.files)
    assert.equal(await forecast(), rounded(30 * size))
    const first = JSON.parse(readFileSync(places.runs, 'utf8').split('\n')[0]!)
    const later = new Date(Date.parse(first.ended_at) + 1000).toISOString()
    for (const outcome of ['unchanged', 'refused', 'unchanged'])
      await appendFile(places.runs, JSON.stringify({ ...first, ended_at: later, outcome }) + '\n')
    const index = join(places.archive, 'index.json')
    const [file] = JSON.parse(readFileSync(index, 'utf8'))
    const added = { ...file, sha256: 'b', bytes: 2e9, first_at: later, last_at: later }
    await writeFile(index, JSON.stringify([file, added, { ...added, source: 'another' }]))
    // Of four builds one published, one was refused (three candidates are kept), and one file is new.
    assert.equal(await forecast(), rounded((8 + 3) * size + (30 / 4) * 2e9))
  })

  it('looks at the clock, the last run and rights', async (t) => {
    const { build, run, places, config, env } = await place(t)
    const { found: before } = await run()
    const settings = readFileSync(config, 'utf8')
    const notify = { metrics: join(places.root, 'none/farms.prom') }
    await writeFile(config, JSON.stringify({ ...JSON.parse(settings), notify }))
    const { state, found: why } = (await run()).found.get('sources file')!
    assert.equal(state, 'fault')
    assert.match(why, /ENOENT: access .*none\); make sure/)
    await writeFile(config, settings)
    assert.deepEqual(
      ['snapshot', 'last run'].map((check) => before.get(check)!.state),
      ['warning', 'warning'],
    )
    await build()
    const [line = ''] = readFileSync(places.runs, 'utf8').split('\n')
    const run0 = JSON.parse(line)
    const add = (changed: object) =>
      appendFile(places.runs, JSON.stringify({ ...run0, ...changed }) + '\n')
    await add({
      run: 2,
      ended_at: '2999-01-01T00:00:00.000Z',
      begun_at: '2999-01-01T00:00:00.000Z',
    })
    const refused = { run: 3, outcome: 'refused', status: 3, cause: 'gate' }
    await add({ ...refused, message: 'farms-lost: accept it\nor reject it' })
    const { found } = await run()
    assert.deepEqual(
      [found.get('clock')!.state, found.get('last run')!.remedy],
      ['fault', 'farms-lost: accept it\nor reject it'],
    )
    const args = ['doctor', '--config', config, '--out', places.root]
    const { out } = await runHere('pipeline/main.ts', args, env)
    assert.match(out, /^warning {2}last run: .* → farms-lost: accept it\n {9}or reject it$/m)
    await add({ run: 4, action: 'accept', snapshot: 'another', by: 'A. Operator' })
    assert.equal((await run()).found.get('last run')!.state, 'warning')
    await add({ run: 4, action: 'accept', by: 'A. Operator' })
    const decided = (await run()).found.get('last run')!
    assert.deepEqual(
      [decided.state, /; (.*) /.exec(decided.found)![1]],
      ['ok', 'accept by A. Operator'],
    )
    if (process.getuid?.() === 0) return t.diagnostic('root may write everywhere: rights not tried')
    await chmod(places.root, 0o500)
    t.after(() => chmod(places.root, 0o700))
    assert.equal((await run()).found.get('rights')!.state, 'fault')
  })
})
