// Runs with files that let the disk of their process fail.
import assert from 'node:assert/strict'
import { cpSync, existsSync } from 'node:fs'
import { cp, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import type { Bucket } from '../../data/bucket/bucket.ts'
import { openToWrite } from '../../data/bucket/open_bucket.ts'
import { readPointer } from '../../data/bucket/pointer.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { replaceAtomically } from '../../data/disk/durable_files.ts'
import { workingIn } from '../../data/system_failure.ts'
import { build } from '../../pipeline/build.ts'
import { endingOf, recordRun } from '../../pipeline/cli/record_run.ts'
import { adapterFor } from '../../pipeline/read/adapters.ts'
import { publishTo } from '../../pipeline/snapshots/bucket/publish.ts'
import { prune, rollback } from '../../pipeline/snapshots/retention.ts'
import { currentSnapshot, publishedIds } from '../../pipeline/snapshots/snapshots.ts'
import { createKey } from '../../server/access/keys/keys.ts'
import { openStore } from '../../server/access/store/open_store.ts'
import type { Store } from '../../server/access/store/store.ts'
import { readConfig } from '../../server/config.ts'
import { openFollower } from '../../server/snapshot/following/follower.ts'
import { LiveSnapshots } from '../../server/snapshot/live.ts'
import { StoreUnavailable } from '../../server/access/store/store_errors.ts'
import { writeFeed } from '../support/built_snapshot.ts'
import { fixtureFeed } from '../support/fixture_farms.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { openFiles } from '../support/open_files.ts'
import { publishAgain } from '../support/publish_again.ts'
import { randomOf } from '../support/random.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { diskFaults, onFailingDisk, type DiskFault, type Struck } from './failing_disk.ts'
import { withFileLimit } from './file_limit.ts'
import { brokenIn, seed, tries } from './promises.ts'

const fixture = await fixtureSnapshot({ after })
const second = await publishAgain(fixture.root, fixture.id, 'fffffff0')
const third = await publishAgain(fixture.root, second, 'fffffff1')
const ids = [fixture.id, second, third]
const feed = await writeFeed({ after }, fixtureFeed.slice(0, -1))
const log = pino({ level: 'silent' })

/** A folder of the test's own: `build` with three snapshots, `bucket` with the first of them. */
type Ground = { root: string; places: Layout; bucket: Bucket }

const prepared = await temporaryFolder({ after })
await cp(fixture.root, join(prepared, 'build'), { recursive: true })
await mkdir(join(prepared, 'bucket'))
await publishTo(await bucketIn(prepared), layout(fixture.root).snapshot(fixture.id), [])

async function ground(t: TestContext): Promise<Ground> {
  const root = await realpath(await temporaryFolder(t))
  cpSync(prepared, root, { recursive: true })
  return { root, places: layout(join(root, 'build')), bucket: await bucketIn(root) }
}

function bucketIn(root: string): Promise<Bucket> {
  return openToWrite(pathToFileURL(join(root, 'bucket')).href)
}

type Action = {
  run: (ground: Ground) => Promise<unknown>
  /** Numbers of tries: every day, and in a round of the campaign. */
  tries: [number, number]
  /** About how many calls it makes, if that is not to be counted. */
  calls?: number
  /** Whether it did what it says, if it succeeds. */
  isDone?: (ground: Ground) => Promise<boolean>
  /** The snapshots that may be gone then. */
  removes?: string[]
}

const actions: Record<string, Action> = {
  build: {
    tries: [0, 2],
    calls: 480,
    run: ({ places }) =>
      recordRun(places, 'build', async (run) => {
        const sources = [{ adapter: adapterFor('farm-feed'), path: feed }]
        const place = { doing: 'build into', folder: places.root, setting: '--out DIR' }
        const options = { sources, out: places.root, threads: 0, run }
        const now = new Date('2026-06-02T00:00:00Z')
        const accepted = [{ gate: 'farms-lost' as const, reason: 'a test needs it' }]
        await workingIn(place, () => build({ ...options, accepted }, undefined, now))
        return 0
      }),
    isDone: ({ places }) => isServedAnew(places),
  },
  rollback: {
    tries: [1, 4],
    run: ({ places }) => rollback(places, second),
    isDone: async ({ places }) => (await currentSnapshot(places)) === second,
  },
  prune: {
    tries: [2, 4],
    run: ({ places }) => prune(places, 2),
    isDone: async ({ places }) => (await publishedIds(places)).length === 2,
    removes: [fixture.id],
  },
  keys: { tries: [2, 2], run: ({ root }) => newKey(join(root, 'state')) },
  publish: {
    tries: [2, 6],
    run: ({ bucket, places }) => publishTo(bucket, places.snapshot(third), []),
    isDone: async ({ bucket }) => (await readPointer(bucket))?.pointer.snapshot === third,
  },
  follow: {
    tries: [2, 6],
    run: ({ root, bucket }) => follow(join(root, 'server'), bucket.address),
  },
}

/** Whether another snapshot is live now, and a server answers from it. */
async function isServedAnew(places: Layout): Promise<boolean> {
  const served = await LiveSnapshots.open(places, readConfig({}).snapshot, log)
  try {
    const live = await currentSnapshot(places)
    return live !== third && served.live?.id === live
  } finally {
    await served.close()
  }
}

/** A key that is acknowledged is there for the next process. */
async function newKey(stateDir: string): Promise<void> {
  const { id } = await withStore(stateDir, (store) =>
    createKey(store, { name: 'k', tier: 'free', email: null, origins: undefined }),
  )
  const ids = await withStore(stateDir, ({ db }) => db.selectFrom('keys').select('id').execute())
  assert.ok(ids.some((each) => each.id === id))
}

async function withStore<Result>(stateDir: string, use: (store: Store) => Promise<Result>) {
  const store = await openStore(stateDir)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Follows a bucket until its snapshot is served. Throws the problem that is reported instead. */
async function follow(root: string, url: string): Promise<void> {
  const places = layout(root)
  await using opened = new AsyncDisposableStack()
  const served = await LiveSnapshots.open(places, readConfig({}).snapshot, log)
  opened.defer(() => served.close())
  const options = { layout: places, url, period_ms: 3_600_000, keep: 2 }
  const follower = (await openFollower(options, served, log, () => new Date()))!
  opened.defer(() => follower.close())
  await follower.look()
  const { problems } = served.state
  if (served.live?.id !== fixture.id) throw new Error(`not served: ${problems.join()}`)
}

/** Promises that are broken after an action: of snapshots, and that each failure is told as it is. */
async function brokenAfter(on: Ground, { removes = [], isDone }: Action, { error }: Struck) {
  const { root, places } = on
  const broken = [...untold(error)]
  for (const each of await openFiles(root)) broken.push(`${each} stays open`)
  if (error === null && (await isDone?.(on)) === false) broken.push('nothing was done')
  for (const each of [places, layout(join(root, 'server'))])
    if (existsSync(each.root)) broken.push(...(await brokenIn(each)))
  const there = await publishedIds(places)
  const lost = ids.filter((id) => !there.includes(id) && !removes.includes(id))
  return [...broken, ...lost.map((id) => `${id} vanished`)]
}

/** A failure must be told with its code, and end the command as one of the machine. */
function untold(error: Error | null): string[] {
  if (error === null) return [] // there was another way
  // What a store tells clients names no cause; what it tells operators does.
  const message = error instanceof StoreUnavailable ? error.reason : error.message
  const isOfMachine =
    endingOf(error).status === 5 ||
    error.name.startsWith('Store') ||
    message.startsWith('not served')
  return isOfMachine && /ENOSPC|EIO|EMFILE|EACCES|EFBIG|disk I\/O error/.test(message)
    ? []
    : [`told as: ${message}`]
}

/**
 * Runs an action so often, each time with a fault at another call, and then again without. `isLast`: the
 * last calls come first.
 */
async function brokenBy(t: TestContext, action: Action, count: number, { isLast = false } = {}) {
  const random = randomOf(seed)
  const pick = (most: number) => Math.floor(random() * most)
  const run = (on: Ground, at: number, fault: DiskFault) =>
    onFailingDisk(on.root, { at, fault }, () => action.run(on))
  const calls = action.calls ?? (await run(await ground(t), -1, 'EIO')).calls.length
  const broken: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const on = await ground(t)
    const at = isLast ? calls - 1 - nth : pick(calls)
    const met = await run(on, at, diskFaults[pick(diskFaults.length)]!)
    broken.push(...(await brokenAfter(on, action, met)).map((each) => `${met.struck}: ${each}`))
    const next = await run(on, -1, 'EIO')
    if (next.error) broken.push(`after ${met.struck}: ${next.error.message}`)
    broken.push(
      ...(await brokenAfter(on, action, next)).map((each) => `after ${met.struck}: ${each}`),
    )
    await rm(on.root, { recursive: true })
  }
  return broken
}

/**
 * Runs an action so often, each time with files that can't grow past another length; then again, when the
 * first write takes half, and the rest is to be written.
 */
async function brokenByParts(t: TestContext, action: Action, count: number): Promise<string[]> {
  const random = randomOf(seed)
  const broken: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const on = await ground(t)
    const run = (at: number | RegExp) =>
      onFailingDisk(on.root, { at, fault: 'short' }, () => action.run(on))
    const most = Math.ceil(10 ** (2 + 4 * random()))
    const limited = await withFileLimit(most, () => run(-1))
    broken.push(...(await brokenAfter(on, action, limited)).map((each) => `${most}: ${each}`))
    const next = await run(/^write /)
    if (next.error) broken.push(`${next.struck}: ${next.error.message}`)
    broken.push(...(await brokenAfter(on, action, next)).map((each) => `${next.struck}: ${each}`))
    await rm(on.root, { recursive: true })
  }
  return broken
}

describe('a write that takes only a part', () => {
  for (const name of ['build', 'publish', 'follow', 'keys'] as const)
    it(`of ${name} is told or written on, and breaks no promise`, async (t) => {
      assert.deepEqual(await brokenByParts(t, actions[name]!, tries(1, 4)), [])
    })

  it('and whose rest is forgotten, is found: a planted fault', async (t) => {
    const run = async ({ places }: Ground) => {
      await using file = await open(join(places.snapshot(third), 'manifest.json'), 'r+')
      const bytes = await file.readFile()
      await file.truncate()
      await file.write(bytes, 0, bytes.length, 0)
    }
    const found = await brokenByParts(t, { run, tries: [1, 1] }, 1)
    assert.match(found.join('\n'), /^short: write .*manifest/m)
  })
})

describe('an error of the disk at the n-th call', () => {
  for (const [name, action] of Object.entries(actions))
    it(`of ${name} is told, breaks no promise, and the next run succeeds`, async (t) => {
      assert.deepEqual(await brokenBy(t, action, tries(...action.tries)), [])
    })

  it('that keeps a manifest from being read is not told as damage', async (t) => {
    const { root, places } = await ground(t)
    const fault = { at: /^readFile .*manifest/, fault: 'EIO' } as const
    const { struck, error } = await onFailingDisk(root, fault, () => rollback(places, second))
    assert.ok(struck)
    assert.deepEqual(untold(error), [])
  })
})

/** A snapshot that comes after those that are there. */
const fourth = third.replace(/.{8}$/, 'fffffff2')

const planted: Record<string, Action> = {
  'a full disk of which nobody is told': {
    ...actions['rollback']!,
    run: ({ places }) => rollback(places, second).catch(() => []),
    tries: [3, 3],
  },
  'a switch before the files are there': {
    run: async ({ places }) => {
      await replaceAtomically(places.current, `${fourth}\n`, `${places.current}.new`)
      await cp(places.snapshot(third), `${places.work}-4`, { recursive: true })
      await rename(`${places.work}-4`, places.snapshot(fourth))
    },
    tries: [1, 1],
  },
  'a prune that removes the newest first': {
    run: ({ places }) => rm(places.snapshot(third), { recursive: true }),
    removes: [fixture.id],
    tries: [1, 1],
  },
}

describe('a planted fault is found:', () => {
  for (const [name, action] of Object.entries(planted))
    it(name, async (t) => {
      assert.notDeepEqual(await brokenBy(t, action, tries(...action.tries), { isLast: true }), [])
    })
})
