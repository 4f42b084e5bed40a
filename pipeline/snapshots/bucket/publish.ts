import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sha256Of } from '../../../data/file_digest.ts'
import type { Bucket } from '../../../data/bucket/bucket.ts'
import { readManifestOf } from '../../../data/bucket/fetch_snapshot.ts'
import { places } from '../../../data/bucket/places.ts'
import { isToBeSigned, readPointer, type Pointer } from '../../../data/bucket/pointer.ts'
import { readManifestText } from '../../../data/disk/manifest_file.ts'
import { bytesOf, type SnapshotFile } from '../../../data/schema/manifest.ts'
import type { Tombstone } from '../../../data/schema/tombstones.ts'
import { readManifest, SnapshotsError } from '../snapshots.ts'
import { mostBackup_bytes } from './backup.ts'
import { holdersOf, withRemovedFarms, type RemovedFarms } from './removed_farms.ts'
import { point, saidBy, keysOfGone, sweep } from './retention.ts'
import { requireSameKey } from './signing_key.ts'

export type PublishOptions = {
  /** Leaves out the paid files and the server's files. */
  publicOnly?: boolean
  /** A private object beside the snapshot (backup.ts); a public bucket gets none. */
  backup?: string
  now?: Date
  /** The moment by which removals expire; default: `now`. */
  expiry?: Date
  /** Hears the share of the bytes that are in the bucket. */
  done?: (share: number) => void
}

export type Published = {
  id: string
  /** Paths by result: sent, copied by the bucket, or already there. */
  files: Record<State, string[]>
  sent_bytes: number
  bytes: number
  /** Snapshots that are no longer published, since they hold removed farms. */
  withdrawn: string[]
}

type State = 'sent' | 'copied' | 'present'

/** The destination of a snapshot; `known`: objects of the live snapshot with the same content, by digest. */
type Upload = { bucket: Bucket; folder: string; id: string; known: ReadonlyMap<string, string> }

/**
 * Publishes the snapshot in `folder`, which becomes the live snapshot of the bucket. Writes its files, each
 * checked by its digest, then its manifest, the list of removed farms, and the pointer last. Safe to repeat
 * after any failure: existing files are skipped and never overwritten. Throws a SnapshotsError if the bucket
 * is ahead, or if another publisher is active.
 */
export async function publishTo(
  bucket: Bucket,
  folder: string,
  tombstones: Tombstone[],
  {
    publicOnly = false,
    backup,
    now = new Date(),
    expiry = now,
    done = () => {},
  }: PublishOptions = {},
): Promise<Published> {
  const { id, files: all } = await readManifest(folder)
  const before = await readPointer(bucket)
  const known = before?.pointer ?? null
  if (known) refuse(bucket, known, id, publicOnly)
  const files = all.filter(({ path }) => !publicOnly || path.startsWith('public/'))
  const upload = { bucket, folder, id, known: await publicFiles(bucket, known) }
  const states = await publishFiles(upload, files, done)
  const manifest = await readManifestText(folder)
  await putText(bucket, places.manifest(id), manifest)
  if (backup !== undefined && !publicOnly) await replaceText(bucket, places.backup(id), backup)
  const removed = await withRemovedFarms(bucket, known, tombstones, expiry)
  await putText(bucket, places.removedFarms(removed.content.sha256), removed.text)
  const holders = known ? await holdersOf(bucket, known, id, removed.added) : []
  const gone = await Promise.all(holders.map((entry) => keysOfGone(bucket, entry)))
  const next = pointerTo(known, { id, manifest_sha256: sha256Of(manifest) }, holders, removed)
  const says = { ...next, public_only: publicOnly }
  const isSaid = known && isDeepStrictEqual(saidBy(known), says)
  if (!isSaid || isToBeSigned(bucket, known, now)) await point(bucket, before, says, now)
  // A concurrent prune may have removed files that existed at the first pass.
  await publishFiles(upload, files)
  if (holders.length > 0) await sweep(bucket, gone.flat(), now)
  return { ...summary(id, files, states), withdrawn: holders.map((each) => each.id) }
}

function refuse(bucket: Bucket, pointer: Pointer, id: string, publicOnly: boolean): void {
  const { address } = bucket
  requireSameKey(bucket, pointer)
  if (pointer.public_only !== publicOnly)
    throw new SnapshotsError(
      pointer.public_only
        ? `${address} holds public files only: publish there with --public, or name another prefix`
        : `${address} is what servers follow: publish public files alone under another prefix`,
    )
  const { snapshot } = pointer
  if (snapshot === id) return
  const how = 'to make it the live one: npm run snapshots -- rollback URL ID'
  if (pointer.snapshots.some((each) => each.id === id))
    throw new SnapshotsError(`${address} went back from ${id} to ${snapshot}; ${how}`)
  if (snapshot > id)
    throw new SnapshotsError(
      `${address} has ${snapshot}, which is newer than ${id}; nothing is sent`,
    )
}

async function publicFiles(bucket: Bucket, pointer: Pointer | null): Promise<Map<string, string>> {
  const live = pointer?.snapshots.find(({ id }) => id === pointer.snapshot)
  if (!live) return new Map()
  // If the live snapshot has another schema version, all files are sent.
  const read = await readManifestOf(bucket, live).catch(() => null)
  const files = read?.manifest.files ?? []
  return new Map(files.map((file) => [file.sha256, places.file(live.id, file)]))
}

async function publishFiles(
  upload: Upload,
  files: SnapshotFile[],
  done: (share: number) => void = () => {},
): Promise<State[]> {
  const states: State[] = []
  for (const file of files) {
    states.push(await publishFile(upload, file))
    done(bytesOf(files.slice(0, states.length)) / bytesOf(files))
  }
  return states
}

async function publishFile(
  { bucket, folder, id, known }: Upload,
  file: SnapshotFile,
): Promise<State> {
  const key = places.file(id, file)
  const found = await bucket.compare(key, file)
  if (found === 'same') return 'present'
  if (found === 'other') refuseToOverwrite(bucket, key)
  const twin = known.get(file.sha256)
  if (twin && twin !== key && (await bucket.copy(twin, key, file))) return 'copied'
  await bucket.put(key, join(folder, file.path), file)
  return 'sent'
}

/** Stores a text, in place of an earlier one. */
async function replaceText(bucket: Bucket, key: string, text: string): Promise<void> {
  const before = await bucket.read(key, mostBackup_bytes)
  if (before?.text === text || (await bucket.replace(key, text, before?.version ?? null))) return
  throw new SnapshotsError(`${bucket.address}/${key} was changed meanwhile; publish again`)
}

/** Stores a small text under a key reserved for exactly this text. */
async function putText(bucket: Bucket, key: string, text: string): Promise<void> {
  const content = { bytes: Buffer.byteLength(text), sha256: sha256Of(text) }
  if ((await bucket.compare(key, content)) === 'absent') await bucket.replace(key, text, null)
  if ((await bucket.compare(key, content)) !== 'same') refuseToOverwrite(bucket, key)
}

function refuseToOverwrite({ address }: Bucket, key: string): never {
  throw new SnapshotsError(
    `${address}/${key} is there, with other content than it should have; nothing is overwritten: look where it is from, and remove it`,
  )
}

function pointerTo(
  known: Pointer | null,
  entry: Pointer['snapshots'][number],
  without: Pointer['snapshots'],
  removed: RemovedFarms,
) {
  const others = known?.snapshots.filter(({ id }) => id !== entry.id) ?? []
  const snapshots = [...others, entry]
    .filter(({ id }) => !without.some((each) => each.id === id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { snapshot: entry.id, snapshots, removed_farms: removed.content }
}

function summary(id: string, files: SnapshotFile[], states: State[]) {
  const of = (state: State) => files.filter((_, at) => states[at] === state)
  const paths = (state: State) => of(state).map(({ path }) => path)
  return {
    id,
    files: { sent: paths('sent'), copied: paths('copied'), present: paths('present') },
    sent_bytes: bytesOf(of('sent')),
    bytes: bytesOf(files),
  }
}
