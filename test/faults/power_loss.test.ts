// Runs with files that let the disk of their process fail.
import assert from 'node:assert/strict'
import { cp, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { openToWrite } from '../../data/bucket/open_bucket.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { snapshotPattern, type Manifest } from '../../data/schema/manifest.ts'
import { linkUnchanged, publish } from '../../pipeline/publish/publish.ts'
import { publishTo } from '../../pipeline/snapshots/bucket/publish.ts'
import { describeFiles } from '../../pipeline/snapshots/files.ts'
import { prune, rollback } from '../../pipeline/snapshots/retention.ts'
import { readManifest } from '../../pipeline/snapshots/snapshots.ts'
import { readConfig } from '../../server/config.ts'
import { openFollower } from '../../server/snapshot/following/follower.ts'
import { LiveSnapshots } from '../../server/snapshot/live.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { publishAgain } from '../support/publish_again.ts'
import { randomOf } from '../support/random.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { PowerLoss, type Disk } from './crashed_disk.ts'
import { contentOf, journalOf, operationsOf, type DiskOperation } from './disk_journal.ts'
import { countFault, seed, tries } from './promises.ts'

const fixture = await fixtureSnapshot({ after })
const second = await publishAgain(fixture.root, fixture.id, 'fffffff0')
const third = await publishAgain(fixture.root, second, 'fffffff1')

/** The right content of every file of a snapshot, by its path below the snapshot. */
const whole = new Map<string, Map<string, string>>()
for (const id of [fixture.id, second, third]) {
  const folder = layout(fixture.root).snapshot(id)
  const files = new Map<string, string>()
  for (const name of await readdir(folder, { recursive: true }))
    if ((await stat(join(folder, name))).isFile()) files.set(name, contentOf(join(folder, name)))
  whole.set(id, files)
}

/** The number of random outcomes of a power loss after each operation; of a planted one, until one is found. */
const [outcomes, mostOutcomes] = [tries(2, 8), 50]

/** Returns what is wrong on a disk; null = nothing. */
type Invariant = (disk: Disk) => string | null

type Recorded = { root: string; before: DiskOperation[]; journal: DiskOperation[] }

async function recorded(root: string, action: () => Promise<unknown>): Promise<Recorded> {
  const before = await operationsOf(root)
  return { root, before, journal: await journalOf(root, action) }
}

/** Cuts the power after each operation, so often. Yields what it finds broken. */
function* faultsOf({ root, before, journal }: Recorded, promise: Invariant, times: number) {
  const loss = new PowerLoss(root, before, journal)
  for (let outcome = 0; outcome < times; outcome++)
    for (let count = 0; count <= journal.length; count++) {
      countFault()
      const fault = promise(loss.after(count, randomOf(seed + 1000 * count + outcome)))
      const last = journal[count - 1]
      if (fault) yield `after ${count} (${last?.what} ${last?.path}): ${fault}`
    }
}

const broken = (run: Recorded, promise: Invariant) => [...faultsOf(run, promise, outcomes)]

/** Asserts that a planted fault is found: the journal without the syncs of some paths. */
function assertFound(run: Recorded, syncs: RegExp, promise: Invariant): void {
  const journal = run.journal.filter(({ what, path }) => what !== 'sync' || !syncs.test(path))
  assert.ok(journal.length < run.journal.length, `no sync of ${syncs.source}`)
  const [first] = faultsOf({ ...run, journal }, promise, mostOutcomes)
  assert.ok(first, `without syncs of ${syncs.source}`)
}

const textAt = (disk: Disk, path: string): string | null => {
  const node = disk.node(path)
  return node && !(node instanceof Map) ? node.content : null
}

/** Finds the first file of a snapshot's folder that is missing or has other content. */
function faultIn(disk: Disk, folder: string): string | null {
  for (const [path, content] of whole.get(basename(folder)) ?? [['the snapshot', '']])
    if (textAt(disk, join(folder, path)) !== content) return `${basename(folder)}: ${path}`
  return null
}

/** Promises that `current` names a whole snapshot, one of `ids`. */
const liveIsWhole =
  (places: Layout, ids: (string | null)[]): Invariant =>
  (disk) => {
    const id = textAt(disk, places.current)?.trim() ?? null
    if (!ids.includes(id)) return `current names ${id}`
    return id === null ? null : faultIn(disk, places.snapshot(id))
  }

/** Promises that each folder that is named like a snapshot is a whole one. */
const allAreWhole =
  (places: Layout): Invariant =>
  (disk) => {
    const snapshots = disk.node(places.snapshots)
    const names = snapshots instanceof Map ? [...snapshots.keys()] : []
    for (const id of names.filter((name) => snapshotPattern.test(name))) {
      const fault = faultIn(disk, places.snapshot(id))
      if (fault) return fault
    }
    return null
  }

/** A build folder with some snapshots, the last of which is live. */
async function buildFolder(t: TestContext, ...ids: string[]) {
  const places = layout(join(await temporaryFolder(t), 'build'))
  for (const id of ids)
    await cp(layout(fixture.root).snapshot(id), places.snapshot(id), { recursive: true })
  await mkdir(places.root, { recursive: true })
  await cp(join(fixture.root, 'current'), places.current)
  await rollback(places, ids.at(-1)!)
  return places
}
/** Copies the files of a snapshot, as a build writes them: not forced to the disk. */
async function write(id: string, folder: string): Promise<Manifest> {
  const source = layout(fixture.root).snapshot(id)
  for (const name of whole.get(id)!.keys())
    if (dirname(name) !== '.') {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await copyFile(join(source, name), join(folder, name))
    }
  return readManifest(source)
}

describe('a power loss', () => {
  it('while a build is published leaves a whole live snapshot', async (t) => {
    const places = await buildFolder(t, fixture.id)
    const folder = join(places.work, 'snapshot')
    await mkdir(folder, { recursive: true })
    const run = await recorded(places.root, async () => {
      const manifest = await write(second, folder)
      await describeFiles(folder, new Map())
      await publish(places, folder, manifest, [])
    })
    const promise = liveIsWhole(places, [fixture.id, second])
    assert.deepEqual(broken(run, promise), [])
    for (const syncs of [
      /\/snapshots$/,
      /farms\.parquet$/,
      /columns\.bin$/,
      /\/public$/,
      /manifest\.json$/,
    ])
      assertFound(run, syncs, promise)
  })

  it('while a build is published that links the files of the last one leaves a whole one', async (t) => {
    const places = await buildFolder(t, fixture.id)
    const before = places.snapshot(fixture.id)
    const folder = join(places.work, 'snapshot')
    await mkdir(folder, { recursive: true })
    const run = await recorded(places.root, async () => {
      const manifest = await write(second, folder)
      await describeFiles(folder, new Map())
      const previous = { folder: before, manifest: await readManifest(before) }
      await linkUnchanged(folder, manifest.files, previous)
      await publish(places, folder, manifest, [])
    })
    assert.ok(run.journal.some(({ what }) => what === 'link'))
    const promise = liveIsWhole(places, [fixture.id, second])
    assert.deepEqual(broken(run, promise), [])
    assertFound(run, /\/members$/, promise)
  })

  it('while a snapshot is made live again, or old ones are removed, leaves whole ones', async (t) => {
    const places = await buildFolder(t, fixture.id, second, third)
    const back = await recorded(places.root, () => rollback(places, second))
    assert.deepEqual(broken(back, liveIsWhole(places, [second, third])), [])
    const fewer = await recorded(places.root, () => prune(places, 2))
    assert.deepEqual(broken(fewer, liveIsWhole(places, [second])), [])
    assert.deepEqual(broken(fewer, allAreWhole(places)), [])
  })

  it('while a snapshot is published to a folder leaves a bucket that can be read whole', async (t) => {
    const root = join(await temporaryFolder(t), 'bucket')
    await mkdir(root)
    const bucket = await openToWrite(pathToFileURL(root).href)
    const send = (id: string) => publishTo(bucket, layout(fixture.root).snapshot(id), [])
    const first = await recorded(root, () => send(fixture.id))
    const next = await recorded(root, () => send(second))
    const promise: Invariant = (disk) => {
      const text = textAt(disk, join(root, 'current.json'))
      if (text === null) return null
      const { snapshot } = JSON.parse(text) as { snapshot: string }
      const place = join(root, 'snapshots', snapshot)
      const files = whole.get(snapshot)!
      const { files: listed } = JSON.parse(files.get('manifest.json')!) as Manifest
      if (textAt(disk, join(place, 'manifest.json')) !== files.get('manifest.json'))
        return 'manifest'
      const wrong = listed.find(({ path, sha256 }) => {
        const [room] = path.split('/')
        const key = room === 'public' ? join(place, path) : join(root, room!, sha256)
        return textAt(disk, key) !== files.get(path)
      })
      return wrong ? `${snapshot}: ${wrong.path}` : null
    }
    for (const run of [first, next]) {
      assert.deepEqual(broken(run, promise), [])
      assertFound(run, /\/snapshots$/, promise)
    }
    assertFound(first, /\/members$/, promise)
  })

  it('while a server downloads a snapshot leaves nothing live that is not whole', async (t) => {
    const bucketRoot = join(await temporaryFolder(t), 'bucket')
    const url = pathToFileURL(bucketRoot).href
    await publishTo(await openToWrite(url), layout(fixture.root).snapshot(fixture.id), [])
    const places = layout(join(await temporaryFolder(t), 'build'))
    await mkdir(places.root, { recursive: true })
    const log = pino({ level: 'silent' })
    const run = await recorded(places.root, async () => {
      const served = await LiveSnapshots.open(places, readConfig({}).snapshot, log)
      const options = { layout: places, url, period_ms: 3_600_000, keep: 2 }
      const follower = (await openFollower(options, served, log, () => new Date()))!
      await follower.look()
      assert.equal(served.live?.id, fixture.id)
      await follower.close()
      await served.close()
    })
    assert.deepEqual(broken(run, liveIsWhole(places, [null, fixture.id])), [])
    assert.deepEqual(broken(run, allAreWhole(places)), [])
    const promise = liveIsWhole(places, [null, fixture.id])
    assertFound(run, /\/snapshots$/, promise)
    assertFound(run, /\.part$/, promise)
    await rm(bucketRoot, { recursive: true })
  })
})
