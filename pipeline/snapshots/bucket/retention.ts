import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bucket, ReadableBucket } from '../../../data/bucket/bucket.ts'
import { fetchSnapshot, keysOf } from '../../../data/bucket/fetch_snapshot.ts'
import { day_ms } from '../../../data/calendar.ts'
import { ownKey, places, prefixes } from '../../../data/bucket/places.ts'
import {
  readNewPointer,
  readPointer,
  type PointerEntry,
  type PointerVersion,
  writePointer,
  type Pointer,
} from '../../../data/bucket/pointer.ts'
import type { SnapshotFile } from '../../../data/schema/manifest.ts'
import { checkKept } from '../retention.ts'
import { SnapshotsError } from '../snapshots.ts'
import { verifySnapshot } from '../verify.ts'
import { requireSameKey } from './signing_key.ts'

/** Reads the pointer. Throws a SnapshotsError if nothing is published. */
export async function publishedIn(bucket: ReadableBucket): Promise<PointerVersion> {
  const found = await readPointer(bucket)
  if (found) return found
  throw new SnapshotsError(`nothing is published in ${bucket.address}`)
}

/** A published snapshot by its id; for `latest`, the live one. Throws a SnapshotsError if there is none. */
export function entryOf(
  { address }: ReadableBucket,
  { pointer }: PointerVersion,
  wanted = 'latest',
): PointerEntry {
  const id = wanted === 'latest' ? pointer.snapshot : wanted
  const entry = pointer.snapshots.find((each) => each.id === id)
  if (entry) return entry
  throw new SnapshotsError(`${address} has no snapshot ${id} (npm run snapshots -- list URL)`)
}

/** Downloads a snapshot, all files or the `wanted` ones, and calls `use` with it. */
export async function withSnapshot<Result>(
  bucket: ReadableBucket,
  entry: PointerEntry,
  use: (folder: string) => Promise<Result>,
  wanted?: (file: SnapshotFile) => boolean,
): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), 'farm-directory-'))
  try {
    const folder = join(scratch, entry.id)
    await fetchSnapshot(bucket, entry, folder, { wanted })
    return await use(folder)
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/**
 * Makes a published snapshot live again and returns the previous one. Servers distinguish this from an older
 * upload by the pointer's sequence, which grows. Throws a SnapshotsError if the snapshot is damaged.
 */
export async function rollbackIn(bucket: Bucket, wanted: string): Promise<string> {
  const before = await publishedIn(bucket)
  const entry = entryOf(bucket, before, wanted)
  const { problems } = await verifyIn(bucket, before, entry, { rows: false })
  if (problems.length > 0)
    throw new SnapshotsError(`${entry.id} is damaged; all stays as it is: ${problems.join('; ')}`)
  await point(bucket, before, { ...saidBy(before.pointer), snapshot: entry.id }, new Date())
  return before.pointer.snapshot
}

/** Downloads and verifies a snapshot, by default its rows, too; for a public bucket, its public files. */
export async function verifyIn(
  bucket: ReadableBucket,
  { pointer: { public_only } }: PointerVersion,
  entry: PointerEntry,
  depth: { rows?: boolean } = {},
) {
  const isThere = (path: string) => !public_only || path.startsWith('public/')
  const verify = (folder: string) => verifySnapshot(folder, { ...depth, isThere })
  return withSnapshot(bucket, entry, verify, ({ path }) => isThere(path))
}

/**
 * Removes all snapshots but the live one and the newest `keep`, and files without references. Returns the ids
 * of removed snapshots, oldest first.
 */
export async function pruneBucket(
  bucket: Bucket,
  keep: number,
  now = new Date(),
): Promise<string[]> {
  checkKept(keep)
  const before = await publishedIn(bucket)
  const { snapshots, snapshot: live } = before.pointer
  const old = snapshots
    .slice(0, Math.max(0, snapshots.length - keep))
    .filter(({ id }) => id !== live)
  const keys = await Promise.all(old.map((entry) => keysOfGone(bucket, entry)))
  const kept = snapshots.filter((entry) => !old.includes(entry))
  if (old.length > 0)
    await point(bucket, before, { ...saidBy(before.pointer), snapshots: kept }, now)
  await sweep(bucket, keys.flat(), now)
  return old.map(({ id }) => id)
}

/** The keys of a removed snapshot; none if they are unknown: a later sweep removes them by age. */
export const keysOfGone = (bucket: ReadableBucket, entry: PointerEntry): Promise<string[]> =>
  keysOf(bucket, entry).catch(() => [])

/** Files of an interrupted publication are removed after this time. */
const stray_ms = day_ms

/**
 * Removes files without references: the keys that are `gone`, and objects stored more than a day ago. Stops
 * if the pointer changes, since a new publication may refer to them.
 */
export async function sweep(bucket: Bucket, gone: string[], now: Date): Promise<void> {
  const { pointer, version } = await publishedIn(bucket)
  const needed = new Set<string>()
  for (const entry of pointer.snapshots)
    for (const key of await keysOf(bucket, entry)) needed.add(key)
  needed.add(places.removedFarms(pointer.removed_farms.sha256))
  const goneKeys = new Set(gone)
  for (const prefix of prefixes)
    for await (const { key, at } of bucket.list(prefix)) {
      const isOld = now.getTime() - at.getTime() > stray_ms
      if (!ownKey.test(key) || needed.has(key) || !(goneKeys.has(key) || isOld)) continue
      if ((await readNewPointer(bucket, version)) !== 'unchanged')
        throw new SnapshotsError(`${bucket.address} was changed meanwhile; prune it again`)
      await bucket.remove(key)
    }
}

type Said = Pick<Pointer, 'snapshot' | 'snapshots' | 'public_only' | 'removed_farms'>

/**
 * Replaces the pointer, with a higher sequence. Throws if another publisher changed it meanwhile, or signs
 * with another key.
 */
export async function point(
  bucket: Bucket,
  before: PointerVersion | null,
  next: Said,
  now: Date,
): Promise<void> {
  if (before) requireSameKey(bucket, before.pointer)
  if (!(await writePointer(bucket, before, next, now)))
    throw new SnapshotsError(
      `${bucket.address} was changed meanwhile by another process; run it again`,
    )
}

export const saidBy = ({ snapshot, snapshots, public_only, removed_farms }: Pointer): Said => ({
  snapshot,
  snapshots,
  public_only,
  removed_farms,
})
