import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { sha256Of } from '../../../data/file_digest.ts'
import type { Bucket, Content } from '../../../data/bucket/bucket.ts'
import { places } from '../../../data/bucket/places.ts'
import type { PointerEntry, Pointer } from '../../../data/bucket/pointer.ts'
import { allRemoved, readRemovedFarms } from '../../../data/bucket/removed_farms.ts'
import { snapshotStamp } from '../../../data/schema/manifest.ts'
import type { Tombstone } from '../../../data/schema/tombstones.ts'

/** `added`: removed farms that the bucket does not list yet. */
export type RemovedFarms = { text: string; content: Content; added: Tombstone[] }

/**
 * The bucket's new list of removed farms: those of the build folder and those already listed, without expired
 * ones. Contents of their listings and reasons are not published.
 */
export async function withRemovedFarms(
  bucket: Bucket,
  pointer: Pointer | null,
  tombstones: Tombstone[],
  now: Date,
): Promise<RemovedFarms> {
  const before = pointer ? await readRemovedFarms(bucket, pointer) : []
  const bare = tombstones.map(({ decision: _decision, ...each }) => ({
    ...each,
    reason: 'removed',
    listings: [],
  }))
  const text = JSON.stringify(allRemoved(before, bare, now), null, 2) + '\n'
  const sha256 = sha256Of(text)
  const known = new Set(before.filter(({ lifted }) => !lifted).map(({ farm_id }) => farm_id))
  const added = bare.filter(({ farm_id, lifted }) => !lifted && !known.has(farm_id))
  return { text, content: { bytes: Buffer.byteLength(text), sha256 }, added }
}

/** Published snapshots, except `id`, that were built before a farm was removed, and hold it. */
export async function holdersOf(
  bucket: Bucket,
  { snapshots }: Pointer,
  id: string,
  tombstones: Tombstone[],
): Promise<PointerEntry[]> {
  const holders = []
  for (const entry of snapshots) {
    const later = tombstones.filter(({ at }) => snapshotStamp(new Date(at)) > entry.id)
    if (entry.id === id || later.length === 0) continue
    if (await holdsAny(bucket, entry.id, new Set(later.map(({ farm_id }) => farm_id))))
      holders.push(entry)
  }
  return holders
}

async function holdsAny(bucket: Bucket, id: string, farms: Set<string>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'farm-directory-'))
  try {
    const path = join(folder, 'farms.parquet')
    const key = places.file(id, { path: 'public/farms.parquet', sha256: '' })
    const { chunks } = await bucket.stream(key, 0)
    await writeFile(path, chunks)
    const file = await asyncBufferFromFile(path)
    const rows = await parquetReadObjects({ file, compressors, columns: ['id'] })
    return rows.some((row) => farms.has(String(row['id'])))
  } finally {
    await rm(folder, { recursive: true })
  }
}
