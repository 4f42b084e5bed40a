import assert from 'node:assert/strict'
import { appendFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { manifest as manifestSchema, type Manifest } from '../../../data/schema/manifest.ts'
import type { Source } from '../../../data/schema/tables/source.ts'
import { Archive } from '../../../pipeline/archive/archive.ts'
import { build } from '../../../pipeline/build.ts'
import { candidates } from '../../../pipeline/candidates/candidates.ts'
import { accept, lift, reject } from '../../../pipeline/candidates/decide.ts'
import { snapshotsCommand } from '../../../pipeline/cli/snapshots.ts'
import { farmFeed } from '../../../pipeline/read/sources/farm_feed.ts'
import { keptReport } from '../../../pipeline/report/report.ts'
import { earlierSnapshot } from '../../../pipeline/resolve/before/previous.ts'
import { readLedger } from '../../../pipeline/runs/ledger.ts'
import { putInQuarantine, readQuarantine } from '../../../pipeline/snapshots/quarantine.ts'
import { rollback } from '../../../pipeline/snapshots/retention.ts'
import { listSnapshots, readManifest } from '../../../pipeline/snapshots/snapshots.ts'
import { verifySnapshot } from '../../../pipeline/snapshots/verify.ts'
import { currentOf } from '../../support/build_folder.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const farms = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ source_id: `${n}`, name: `Farm ${n}`, state: 'VT' }))
const live = await buildSnapshot(
  { after },
  { feed: farms(20), now: new Date('2026-01-01T04:00:00Z') },
)
const refused = await refusedNight({ after })
const decided = { by: 'Ada', reason: 'a purge', at: '2026-01-02T06:00:00.000Z' }
const gates = ['farms-lost', 'farms-lost-by-source']

describe('the candidate of a refused build', { concurrency: 1 }, () => {
  it('is a whole snapshot in a build folder of its own, and the live one stays', async (t) => {
    const { places, id } = await copyOf(t)
    assert.equal(await currentOf(places.root), live.id)
    assert.deepEqual(await readdir(places.snapshots), [live.id])
    const own = layout(places.candidate(id))
    assert.equal(await currentOf(own.root), id)
    assert.deepEqual((await verifySnapshot(own.snapshot(id))).problems, [])
    const [listed, ...others] = await listSnapshots(own)
    assert.deepEqual(
      [listed!.id, listed!.live, listed!.manifest!.farms, others],
      [id, true, 15, []],
    )
  })

  it('goes live without a build when each gate is accepted, and only then', async (t) => {
    const { places, id } = await copyOf(t)
    await assert.rejects(accept(places, id, gates.slice(1), decided), {
      name: 'SnapshotsError',
      message: /refused by farms-lost too/,
    })
    await assert.rejects(accept(places, id, [...gates, 'not-empty'], decided), /not-empty did not/)
    await accept(places, id, gates, decided)
    assert.equal(await currentOf(places.root), id)
    assert.deepEqual((await verifySnapshot(places.snapshot(id))).problems, [])
    const text = await readFile(join(places.snapshot(id), 'manifest.json'), 'utf8')
    const accepted = manifestSchema
      .parse(JSON.parse(text))
      .gates.filter(({ accepted_reason }) => accepted_reason !== null)
    assert.deepEqual(
      accepted.map(({ name, accepted_reason, accepted_by }) => [
        name,
        accepted_reason,
        accepted_by,
      ]),
      gates.map((name) => [name, 'a purge', 'Ada']),
    )
    assert.deepEqual(await candidates(places), [])
    const { built_at, sources } = await readManifest(places.snapshot(id))
    const { files } = await Archive.open(places)
    const archived = files.find(({ sha256 }) => sha256 === sources[0]!.sha256)
    assert.equal(archived!.good_at, built_at, 'the last good edition')
    assert.equal((await keptReport(places.report(id)))!.snapshot, id)
  })

  it('is the oldest snapshot that later builds are compared with once it is accepted', async (t) => {
    const { places, id } = await copyOf(t)
    await accept(places, id, gates, decided)
    const folder = places.snapshot(id)
    const manifest = await readManifest(folder)
    const plain = { ...manifest, gates: [] }
    const earlierThan = async (previous: Manifest) =>
      (await earlierSnapshot(places, { folder, manifest: previous }))?.manifest.id
    assert.equal(await earlierThan(plain), live.id)
    assert.equal(await earlierThan(manifest), undefined)
    assert.equal(await earlierThan({ ...plain, previous: id }), id)
  })

  it('is not accepted once another snapshot is live', async (t) => {
    const { places, id } = await copyOf(t)
    const now = new Date('2026-01-03T04:00:00Z')
    const other = await buildSnapshot(t, { feed: farms(21), root: places.root, now })
    await assert.rejects(accept(places, id, gates, decided), /was compared with .* build again/)
    assert.equal(await currentOf(places.root), other.id)
  })

  it('is not accepted with other content', async (t) => {
    const { places, id } = await copyOf(t)
    const own = layout(places.candidate(id))
    await appendFile(join(own.snapshot(id), 'public/farms.parquet'), 'x')
    await assert.rejects(accept(places, id, gates, decided), /is damaged/)
    assert.equal(await currentOf(places.root), live.id)
  })

  it('puts its file into quarantine when it is rejected, until a person lifts it', async (t) => {
    const { places, id, attempt } = await copyOf(t)
    const [held] = await reject(places, id, decided)
    assert.deepEqual([held!.source, held!.snapshot, held!.by], ['farm-feed', id, 'Ada'])
    assert.deepEqual(
      await putInQuarantine(places, [held as unknown as Source], live.id, decided),
      [],
    )
    assert.deepEqual(await readQuarantine(places), [held])
    assert.deepEqual(await candidates(places), [])
    const { sources, farms: served } = await attempt()
    assert.equal(served, 20, 'the last good edition serves on')
    const [{ reason, message } = { reason: null, message: '' }] = sources.map(
      ({ fallback }) => fallback ?? undefined,
    )
    assert.equal(reason, 'quarantined')
    assert.match(message, /2026-01-02\.jsonl/)
    assert.match(message, new RegExp(held!.sha256.slice(0, 12)))
    await lift(places, held!.sha256.slice(0, 8))
    assert.deepEqual(await readQuarantine(places), [])
    assert.equal((await attempt()).snapshot, null)
    assert.equal((await candidates(places)).length, 1)
  })

  it('puts only the file into quarantine whose series a gate names', async (t) => {
    const folder = await temporaryFolder(t)
    const out = join(folder, 'build')
    const night = async (day: number, a: number) => {
      const sources = []
      for (const [series, count] of Object.entries({ a, b: 10 + day })) {
        const path = join(folder, `${series}-2026-01-0${day}.jsonl`)
        const lines = farms(count).map((each) => ({ ...each, source_id: series + each.source_id }))
        await writeFile(path, lines.map((line) => JSON.stringify(line) + '\n').join(''))
        sources.push({ adapter: farmFeed, path, series })
      }
      return build({ sources, out }, undefined, new Date(`2026-01-0${day}T04:00:00Z`))
    }
    await night(1, 20)
    const { snapshot, gates: verdicts } = await night(2, 15)
    assert.equal(snapshot, null)
    const { detail } = verdicts.find(({ name }) => name === 'farms-lost-by-source')!
    assert.equal(detail, 'a: 5 of 20 (25.0 %) are gone; allowed 10.0 %')
    const [candidate] = await candidates(layout(out))
    const { id, sources } = candidate!.manifest
    const copy = layout(join(folder, 'copy'))
    await cp(out, copy.root, { recursive: true })
    const filesOf = (held: { file: string }[]) => held.map(({ file }) => file)
    assert.deepEqual(filesOf(await reject(layout(out), id, decided)), ['a-2026-01-02.jsonl'])
    const named = sources.filter(({ file }) => file.startsWith('a-'))
    await putInQuarantine(copy, named, live.id, decided)
    assert.deepEqual(filesOf(await reject(copy, id, decided)), ['b-2026-01-02.jsonl'])
  })

  it('is one of three at most, the oldest going first', async (t) => {
    const { places, attempt } = await copyOf(t)
    for (const day of [3, 4, 5]) await attempt(new Date(`2026-01-0${day}T04:00:00Z`))
    await mkdir(places.candidate('20260105T050000Z-00000000')) // of a killed build
    const kept = (await candidates(places)).map(({ manifest }) => manifest.id.slice(0, 8))
    assert.deepEqual(kept, ['20260103', '20260104', '20260105'])
  })
})

describe('rollback(layout, id, decided)', () => {
  for (const [next, time] of Object.entries({ before: '02T03', after: '03T04' }))
    it(`keeps the newer file out of the next build, ${next} it, until its snapshot is live again`, async (t) => {
      const { places, id, attempt } = await copyOf(t)
      await accept(places, id, gates, decided)
      const held = await rollback(places, live.id, decided)
      assert.deepEqual(
        held.map(({ file, snapshot }) => [file, snapshot]),
        [['2026-01-02.jsonl', id]],
      )
      const other = await attempt(new Date(`2026-01-${time}:00:00Z`))
      assert.equal(other.sources[0]!.fallback?.reason, 'quarantined')
      await rollback(places, id, decided)
      const files = (await readQuarantine(places)).map(({ file }) => file)
      assert.ok(!files.includes('2026-01-02.jsonl'))
    })
})

describe('npm run snapshots -- accept, reject, lift', { concurrency: 1 }, () => {
  const mistakes: Record<string, { args: string[]; says: RegExp }> = {
    'nobody accepts': { args: ['accept', 'ID', '--gate', 'farms-lost'], says: /--by WHO/ },
    'no gate is accepted': {
      args: ['accept', 'ID', '--by', 'Ada', '--reason', 'x'],
      says: /needs --gate GATE/,
    },
    'a gate for another action': { args: ['list', '--gate', 'x'], says: /--gate goes with accept/ },
    'a person for another action': { args: ['list', '--by', 'Ada'], says: /--by and --reason go/ },
  }
  for (const [what, { args, says }] of Object.entries(mistakes))
    it(`are not to be used like that: ${what}`, () =>
      assert.rejects(snapshotsCommand(args), { name: 'UsageError', message: says }))

  it('add their lines to the ledger', async (t) => {
    const { places, id } = await copyOf(t)
    const who = ['--by', 'Ada', '--reason', 'checked', '--out', places.root]
    const named = gates.flatMap((gate) => ['--gate', gate])
    assert.equal(await snapshotsCommand(['accept', id, ...named, ...who]), 0)
    assert.equal(await snapshotsCommand(['rollback', live.id, ...who]), 0)
    const [held] = await readQuarantine(places)
    assert.equal(await snapshotsCommand(['lift', held!.sha256, ...who]), 0)
    const { runs } = readLedger(places)
    assert.deepEqual(
      runs.map(({ action, outcome, snapshot, by }) => [action, outcome, snapshot, by]),
      [
        ['accept', 'published', id, 'Ada'],
        ['rollback', 'published', live.id, 'Ada'],
        ['lift', 'done', null, 'Ada'],
      ],
    )
    assert.deepEqual(runs[0]!.gates, gates)
    assert.deepEqual(runs[0]!.changes, { added: 0, gone: 5, changed: 0, moved: 0 })
    assert.ok(
      runs[0]!.figures.some(({ gate, observed }) => gate === 'farms-lost' && observed === 0.25),
    )
  })
})

/** A build folder with a live snapshot, and a build after it that lost a quarter of the farms. */
async function refusedNight(life: Parameters<typeof temporaryFolder>[0]) {
  const folder = await temporaryFolder(life)
  await cp(live.root, join(folder, 'build'), { recursive: true })
  const lines = farms(15).map((line) => JSON.stringify(line) + '\n')
  await writeFile(join(folder, '2026-01-02.jsonl'), lines.join(''))
  await attemptIn(folder)
  return folder
}

async function copyOf(t: TestContext) {
  const folder = await temporaryFolder(t)
  await cp(refused, folder, { recursive: true })
  const places = layout(join(folder, 'build'))
  const [id] = await readdir(places.candidates)
  return { places, id: id!, attempt: (now?: Date) => attemptIn(folder, now) }
}

function attemptIn(folder: string, now = new Date('2026-01-02T04:00:00Z')) {
  const sources = [{ adapter: farmFeed, path: join(folder, '2026-01-02.jsonl') }]
  return build({ sources, out: join(folder, 'build') }, undefined, now)
}
