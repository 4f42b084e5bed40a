import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { listingText, type ListingName } from '../../../data/schema/input/decision.ts'
import type { Manifest, Severity } from '../../../data/schema/manifest.ts'
import type { Reject } from '../../../data/schema/report.ts'
import { build } from '../../../pipeline/build.ts'
import { openDatabase } from '../../../pipeline/database/database.ts'
import type { Finished } from '../../../pipeline/gates/gate.ts'
import { gates, remedies, runGates } from '../../../pipeline/gates/gates.ts'
import { changes } from '../../../pipeline/gates/changes.ts'
import { losses } from '../../../pipeline/gates/losses.ts'
import { rows } from '../../../pipeline/gates/rows.ts'
import { staleSources } from '../../../pipeline/gates/stale_sources.ts'
import { farmFeed } from '../../../pipeline/read/sources/farm_feed.ts'
import { currentOf } from '../../support/build_folder.ts'
import { buildSnapshot, writeFeed } from '../../support/built_snapshot.ts'
import { rewriteParquet } from '../../support/duckdb.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { plainFeed } from '../../support/plain_feed.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const whole = await buildSnapshot({ after }, { feed: plainFeed })
const manifest: Manifest = JSON.parse(await readFile(join(whole.folder, 'manifest.json'), 'utf8'))
const { sources } = manifest

describe('runGates(finished)', () => {
  it('passes a sound snapshot, each gate telling what it saw to', async (t) => {
    const sound = await finished(t)
    const verdicts = await runGates({ ...sound, previous: { folder: whole.folder, manifest } })
    const told = Map.groupBy(verdicts, ({ name }) => name === 'source-identical')
    assert.deepEqual(
      told.get(false),
      gates
        .filter(({ name }) => name !== 'source-identical')
        .map(({ name, severity, description }) => ({
          name,
          severity,
          passed: true,
          detail: description,
          figures: [],
          accepted_reason: null,
          accepted_by: null,
        })),
    )
    assert.match(told.get(true)![0]!.detail, /^unchanged since last time: /)
  })

  it('has no gate that may be overruled and is not in pipeline/OPERATE.md', async () => {
    const text = await readFile('pipeline/OPERATE.md', 'utf8')
    for (const { name } of gates.filter(({ severity }) => severity !== 'fault'))
      assert.ok(text.includes(`\`${name}\``), name)
  })

  it('says which gates had nothing to compare with, and why', async (t) => {
    const verdicts = await runGates(await finished(t))
    const comparing = [...rows, ...losses, ...changes, ...staleSources].map(({ name }) => name)
    assert.deepEqual(
      verdicts.flatMap(({ name, passed, detail }) => (passed === null ? [[name, detail]] : [])),
      comparing.map((name) => [name, 'there is no snapshot before this one']),
    )
    assert.ok(verdicts.every(({ passed }) => passed !== false))
  })

  it('compares no sources that were not read last time, and no dates where there are none', async (t) => {
    const sound = await finished(t)
    await rewriteParquet(
      join(sound.folder, 'members/provenance.parquet'),
      'select * replace (null::timestamptz as updated_at) from read_parquet($source)',
    )
    await rewriteParquet(
      join(sound.folder, 'public/editions.parquet'),
      'select * replace (null::date as edition) from read_parquet($source)',
    )
    const others = sources.map((source) => ({ ...source, source: 'another' }))
    const previous = { folder: sound.folder, manifest: { ...manifest, sources: others } }
    const details = new Map(
      (await runGates({ ...sound, previous })).map(({ name, passed, detail }) => [
        name,
        passed === null ? detail : null,
      ]),
    )
    assert.equal(details.get('source-older'), 'no source has a date both last time and now')
  })

  it('runs each gate, whichever failed before', async (t) => {
    const broken = await finished(t)
    await rewriteParquet(farmsIn(broken, 'members'), `${all} limit 0`)
    broken.sources = sources.map((source) => ({ ...source, read: source.read + 1 }))
    assert.deepEqual(await failures(broken), ['not-empty', 'rows-accounted'])
  })

  it('not-empty fails without a farm', async (t) => {
    const broken = await finished(t)
    await rewriteParquet(farmsIn(broken, 'members'), `${all} limit 0`)
    assert.deepEqual(await failures(broken), ['not-empty'])
  })

  it('ids-unique fails where an id stands twice, and says how many do', async (t) => {
    const broken = await finished(t)
    const path = farmsIn(broken, 'members')
    await rewriteParquet(path, `${all} union all ${all} where state = 'CA'`)
    assert.deepEqual(await failures(broken), ['ids-unique'])
    const verdicts = await runGates(broken)
    assert.match(verdicts.find(({ passed }) => passed === false)!.detail, /^3 ids /)
  })

  for (const field of ['read', 'used', 'merged', 'rejected'] as const)
    it(`rows-accounted fails where ${field} is one too many, and names the file`, async (t) => {
      const broken = await finished(t)
      broken.sources = sources.map((source) => ({ ...source, [field]: source[field] + 1 }))
      const failed = (await runGates(broken)).find(({ passed }) => passed === false)
      assert.equal(failed!.name, 'rows-accounted')
      assert.match(failed!.detail, /^feed\.jsonl: /)
    })

  it('public-fields fails where a public file has a paid column, and names both', async (t) => {
    const broken = await finished(t)
    await rewriteParquet(
      farmsIn(broken, 'public'),
      "select *, 'x' as phone from read_parquet($source)",
    )
    const [failed, ...others] = (await runGates(broken)).filter(({ passed }) => passed === false)
    assert.deepEqual(others, [])
    assert.equal(failed!.name, 'public-fields')
    assert.equal(failed!.detail, 'public/farms.parquet has phone')
  })
})

describe('remedies(manifest)', () => {
  const failed = (name: string, severity: Severity) => ({
    name,
    severity,
    passed: false,
    detail: 'wrong',
    figures: [],
    accepted_reason: null,
    accepted_by: null,
  })
  const lost = failed('farms-lost', 'refusal')

  const of = (...gates: ReturnType<typeof failed>[]) =>
    remedies({ id: 'ID', previous: 'LIVE', gates, decided: [] }, 'build')

  it('say what is likely, how to compare, to publish all the same, and to reject', () => {
    assert.deepEqual(of(lost, failed('values-gone', 'refusal')), [
      'likely: the file was cut off or filtered, or the publisher removed old listings',
      'likely: a column was emptied, swapped or renamed',
      'to compare: npm run snapshots -- diff LIVE ID',
      'if the data is right: npm run snapshots -- accept ID --gate farms-lost --gate values-gone --by WHO --reason "why"',
      'if it is wrong: wait for another file, or npm run snapshots -- reject ID --by WHO --reason "why"',
    ])
  })

  it('withdraw the decisions that find nothing, in the build folder', () => {
    const idle = { what: '', by: '', reason: '', apart: [], state: 'finds nothing' as const }
    const decided = [
      { ...idle, entry: 3 },
      { ...idle, entry: 4, state: 'applied' as const },
      { ...idle, entry: 5 },
    ]
    const gates = [failed('decisions-idle', 'refusal')]
    const [first] = remedies({ id: 'ID', previous: 'LIVE', gates, decided }, '/farms/build')
    assert.equal(
      first,
      'if a decision has no use now: npm run farms -- withdraw 3 5 --by WHO --reason "why" --config FILE --out "/farms/build"',
    )
  })

  it('wait for no other file, and reject none, if only decisions are lost', () => {
    assert.doesNotMatch(of(failed('decisions-lost', 'refusal')).join('\n'), /another file|reject/)
  })

  it('are none for a fault, and without a refusal', () => {
    assert.deepEqual(of(lost, failed('not-empty', 'fault')), [])
    assert.deepEqual(of(failed('source-identical', 'warning')), [])
  })
})

describe('the gate coordinates-in-state', () => {
  it('fails where a farm is in another state than it says, and names farms and the decision', async (t) => {
    const broken = await finished(t)
    await rewriteParquet(
      farmsIn(broken, 'members'),
      "select * replace (if(state = 'CA', 'TX', state) as state) from read_parquet($source)",
    )
    const moved = await broken.database.rows<{ id: string; name: string }>(
      `select id, name from read_parquet('${farmsIn(broken, 'members')}') where state = 'TX' and lng < -115 order by id`,
    )
    const [first] = moved
    const what = `correct location of ${first!.id}`
    const decision = { entry: 7, what, by: 'Ada', reason: 'the sign', apart: [] }
    const [listing] = await broken.database.rows<ListingName>(
      `select source, source_id from read_parquet('${broken.folder}/members/registry.parquet') where farm_id = '${first!.id}'`,
    )
    const merged = `merge ${listingText(listing!)} and other:1`
    broken.decided = [
      { ...decision, state: 'applied' },
      { ...decision, entry: 8, what: merged, state: 'applied' },
      { ...decision, entry: 9, what: 'merge other:1 and other:2', state: 'applied' },
      { ...decision, entry: 6, state: 'withdrawn' },
    ]
    const [failed, ...others] = (await runGates(broken)).filter(({ passed }) => passed === false)
    assert.deepEqual(others, [])
    assert.equal(failed!.name, 'coordinates-in-state')
    const [detail, ...remedies] = failed!.detail.split('; ')
    assert.equal(moved.length, 3)
    for (const { id, name } of moved) assert.ok(detail!.includes(`${name} in TX (${id})`), detail)
    assert.deepEqual(remedies, [
      `decision 7 is to ${what}: npm run farms -- withdraw 7 --by WHO --reason WHY`,
      `decision 8 is to ${merged}: npm run farms -- withdraw 8 --by WHO --reason WHY`,
    ])
  })
})

describe('a build that a gate refuses', () => {
  it('leaves the live snapshot, and keeps a report that says which gate and why', async (t) => {
    const live = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'Live' }] })
    const path = await writeFeed(t, ['{"source_id": "1", "name": ""}', '{"source_id": "2"}'])
    const report = await build({ sources: [{ adapter: farmFeed, path }], out: live.root })
    assert.equal(report.snapshot, null)
    assert.equal(await currentOf(live.root), live.id)
    assert.deepEqual(await readdir(join(live.root, 'snapshots')), [live.id])
    assert.equal(existsSync(join(live.root, '.work')), false)

    const ids = await readdir(join(live.root, 'reports'))
    const folder = join(
      live.root,
      'reports',
      ids.find((id) => id !== live.id)!,
    )
    const kept = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    assert.deepEqual(kept, report)
    assert.deepEqual(
      report.gates.filter(({ passed, severity }) => passed === false && severity === 'fault'),
      [
        {
          name: 'not-empty',
          severity: 'fault',
          passed: false,
          detail: 'no row of any source could be used',
          figures: [],
          accepted_reason: null,
          accepted_by: null,
        },
      ],
    )
    const { rows } = await readParquet<Reject>(join(folder, 'rejects.parquet'))
    assert.deepEqual(
      rows.map(({ line, raw }) => ({ line, raw })),
      [
        { line: 1, raw: '{"source_id": "1", "name": ""}' },
        { line: 2, raw: '{"source_id": "2"}' },
      ],
    )
  })
})

const all = 'select * from read_parquet($source)'
const farmsIn = ({ folder }: Finished, part: 'public' | 'members') =>
  join(folder, part, 'farms.parquet')

/** A copy of the finished files, to break. */
async function finished(t: TestContext): Promise<Finished> {
  const root = await temporaryFolder(t)
  const folder = join(root, 'snapshot')
  await cp(whole.folder, folder, { recursive: true })
  const database = await openDatabase(join(root, 'gates.duckdb'))
  t.after(() => database.close())
  return { database, folder, sources, unknown_terms: {}, decided: [], decisions: 0, previous: null }
}

const failures = async (of: Finished): Promise<string[]> =>
  (await runGates(of)).filter(({ passed }) => passed === false).map(({ name }) => name)
