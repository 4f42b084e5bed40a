import type { KeyObject } from 'node:crypto'
import type { Bucket, ReadableBucket } from '../../data/bucket/bucket.ts'
import { readManifestOf } from '../../data/bucket/fetch_snapshot.ts'
import { openToRead, openToWrite } from '../../data/bucket/open_bucket.ts'
import { readPointer } from '../../data/bucket/pointer.ts'
import { publicKeyText } from '../../data/bucket/signature.ts'
import { commandOn } from '../../data/command_line.ts'
import { counted, groupDigits } from '../../data/digit_grouping.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { shownOnTerminal } from '../progress.ts'
import { readLedger } from '../runs/ledger.ts'
import { readTombstones } from '../resolve/removal/tombstones.ts'
import { backupOf, restore } from '../snapshots/bucket/backup.ts'
import { publishTo, type Published } from '../snapshots/bucket/publish.ts'
import {
  entryOf,
  pruneBucket,
  publishedIn,
  rollbackIn,
  verifyIn,
  withSnapshot,
} from '../snapshots/bucket/retention.ts'
import { ensureSigningKey, signingKeyIn } from '../snapshots/bucket/signing_key.ts'
import { comparedFiles, diffLines, diffSnapshots } from '../snapshots/diff.ts'
import { checkKept } from '../snapshots/retention.ts'
import {
  expiryIn,
  currentSnapshot,
  publishedIds,
  SnapshotsError,
  type ListedSnapshot,
} from '../snapshots/snapshots.ts'
import { rollbackAction, type DecisionValues } from './candidate_actions.ts'
import {
  listOutcome,
  liveIn,
  numberOf,
  pruneOutcome,
  rollbackLines,
  verifyOutcome,
  type Outcome,
} from './outcomes.ts'

type Given = DecisionValues & { places: Layout; keep?: string | undefined; public: boolean }

/** An action on snapshots published at a URL. */
type BucketAction = {
  /** Minimum and maximum number of ids. */
  ids: [least: number, most: number]
  takes: string
  run: (url: string, ids: string[], given: Given) => Promise<Outcome>
}

type Opened<Kind> = (bucket: Kind, ids: string[], given: Given) => Promise<Outcome>

const reading = (run: Opened<ReadableBucket>) => ({
  run: async (url: string, ids: string[], given: Given) => run(await openToRead(url), ids, given),
})

const writing = (run: Opened<Bucket>) => ({
  async run(url: string, ids: string[], given: Given) {
    const key = await signingKeyIn(keyFile(given.places))
    return run(await openToWrite(url, key), ids, given)
  },
})

const keyFile = ({ signingKey }: Layout) => process.env.SIGNING_KEY || signingKey

export const bucketActions: Record<string, BucketAction> = {
  list: { ids: [0, 0], takes: 'nothing but the URL', ...reading(list) },
  verify: { ids: [0, 1], takes: 'a URL and at most one ID', ...reading(verify) },
  diff: { ids: [1, 2], takes: 'a URL and one ID or two', ...reading(diff) },
  rollback: { ids: [1, 1], takes: 'a URL and one ID', ...writing(rollback) },
  prune: { ids: [0, 0], takes: 'a URL and --keep N', ...writing(prune) },
  restore: { ids: [0, 1], takes: 'a URL and at most one ID', ...reading(restoreFrom) },
  publish: { ids: [0, 0], takes: 'nothing but the URL', ...writing(publish) },
}

async function list(bucket: ReadableBucket): Promise<Outcome> {
  const { snapshots = [], snapshot } = (await readPointer(bucket))?.pointer ?? {}
  const listed: ListedSnapshot[] = []
  for (const entry of snapshots) {
    const { id } = entry
    const found = await readManifestOf(bucket, entry).catch((error: Error) => ({
      manifest: null,
      fault: error.message,
    }))
    listed.push({ ...found, id, live: id === snapshot })
  }
  return listOutcome(listed, bucket.address)
}

async function verify(bucket: ReadableBucket, [wanted]: string[]): Promise<Outcome> {
  const pointer = await publishedIn(bucket)
  const entry = entryOf(bucket, pointer, wanted)
  const verified = await shownOnTerminal('verify', () => verifyIn(bucket, pointer, entry))
  return verifyOutcome(entry.id, verified)
}

async function diff(bucket: ReadableBucket, ids: string[]): Promise<Outcome> {
  const pointer = await publishedIn(bucket)
  const [from, to] = [entryOf(bucket, pointer, ids[0]), entryOf(bucket, pointer, ids[1])]
  const isCompared = ({ path }: { path: string }) => comparedFiles.includes(path)
  const inFolder = (before: string) =>
    withSnapshot(bucket, to, (after) => diffSnapshots(before, after), isCompared)
  const value = await withSnapshot(bucket, from, inFolder, isCompared)
  return { value, lines: diffLines(from.id, to.id, value) }
}

/** Rolls the bucket back, then the build folder, so that the next build publishes other files. */
async function rollback(bucket: Bucket, [wanted = '']: string[], given: Given): Promise<Outcome> {
  const { pointer } = await publishedIn(bucket)
  const before = await rollbackIn(bucket, wanted)
  const live = wanted === 'latest' ? pointer.snapshot : wanted
  const lines = rollbackLines(live, before, ` in ${bucket.address}`)
  const { places } = given
  if ((await currentSnapshot(places)) === live) return { value: { live, before }, lines }
  if (!(await publishedIds(places)).includes(live))
    return {
      value: { live, before },
      lines: [
        ...lines,
        `where builds run: npm run snapshots -- rollback ${live}; else the next build publishes the same files again`,
      ],
    }
  const folder = await rollbackAction(places, [live], given)
  return {
    value: { live, before, folder: folder.value },
    lines: [...lines, ...folder.lines.map((line) => `${places.root}: ${line}`)],
  }
}

async function restoreFrom(
  bucket: ReadableBucket,
  [wanted]: string[],
  { places }: Given,
): Promise<Outcome> {
  const found = await publishedIn(bucket)
  const entry = entryOf(bucket, found, wanted)
  const files = await shownOnTerminal('restore', (done) =>
    restore(bucket, found, entry, places, done),
  )
  return {
    value: { live: entry.id, files },
    lines: [`restored ${[entry.id, ...files].join(', ')} in ${places.root}`],
  }
}

async function prune(bucket: Bucket, _ids: string[], { keep = '' }: Given): Promise<Outcome> {
  return pruneOutcome(await pruneBucket(bucket, numberOf('prune', keep)))
}

async function publish(
  bucket: Bucket,
  _ids: string[],
  { places, keep, public: publicOnly }: Given,
): Promise<Outcome> {
  const number = keep === undefined ? null : numberOf('publish', keep)
  if (number !== null) checkKept(number)
  const id = await liveIn(places)
  await requireOwn(bucket, places)
  const expiry = await expiryIn(places)
  const { inForce, lifted } = await readTombstones(places, expiry)
  const signed = { ...bucket, signingKey: await ensureSigningKey(keyFile(places)) }
  const tombstones = [...inForce, ...lifted]
  const backup = await backupOf(places, id)
  const published = await shownOnTerminal('publish', (done) =>
    publishTo(signed, places.snapshot(id), tombstones, { publicOnly, backup, expiry, done }),
  )
  const pruned = number === null ? [] : await pruneBucket(signed, number)
  const removed = pruned.map((each) => `removed ${each}`)
  return {
    value: { ...published, removed: pruned },
    lines: [...publishedLines(published, signed), ...removed],
  }
}

/** Throws a SnapshotsError if a bucket has only snapshots that the build folder never had: its ids are others. */
async function requireOwn(bucket: ReadableBucket, places: Layout): Promise<void> {
  const { snapshots = [], snapshot } = (await readPointer(bucket))?.pointer ?? {}
  const made = readLedger(places).runs.map((run) => run.snapshot)
  const own = new Set([...(await publishedIds(places)), ...made])
  if (snapshots.length === 0 || snapshots.some(({ id }) => own.has(id))) return
  throw new SnapshotsError(
    `${bucket.address} has snapshots of another build folder (${snapshot} is live): if that one is lost, move ` +
      `${places.root} away, and ${commandOn(places.root, `npm run snapshots -- restore ${bucket.address}`)}; else publish under another prefix`,
  )
}

function publishedLines(
  { id, files: { sent, copied, present }, sent_bytes, bytes, withdrawn }: Published,
  { address, signingKey }: { address: string; signingKey: KeyObject },
): string[] {
  const counts = `${counted(sent.length, 'file')} sent, ${copied.length} copied there, ${present.length} there already`
  const withdrawals = withdrawn.map((each) => `withdrew ${each}, which holds a removed farm`)
  return [
    `${id} is live in ${address}`,
    `${counts}; ${groupDigits(sent_bytes)} of ${groupDigits(bytes)} bytes sent`,
    ...withdrawals,
    `signed: servers with SNAPSHOTS_PUBLIC_KEY=${publicKeyText(signingKey)} accept nothing else`,
  ]
}
