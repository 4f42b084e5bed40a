import { sha256Of } from '../file_digest.ts'
import { utcDay } from '../calendar.ts'
import { tombstones, type Tombstone } from '../schema/tombstones.ts'
import { BucketError, type ReadableBucket } from './bucket.ts'
import { places } from './places.ts'
import type { Pointer } from './pointer.ts'

/** Reads the list of removed farms by the pointer's digest. */
export async function readRemovedFarms(
  bucket: ReadableBucket,
  { removed_farms: expected }: Pointer,
): Promise<Tombstone[]> {
  const key = places.removedFarms(expected.sha256)
  const read = await bucket.read(key, expected.bytes)
  if (!read) throw new BucketError(`${bucket.address}/${key}, the removed farms, is missing`)
  if (sha256Of(read.text) !== expected.sha256)
    throw new BucketError(`${bucket.address}/${key}, the removed farms, has other content`)
  return tombstones.parse(JSON.parse(read.text))
}

/**
 * The farms of both lists, by id, without expired ones. A farm missing from one list stays removed: that
 * list may be older; a lifted removal stays on record for that reason. For a farm in both, the second record
 * counts.
 */
export function allRemoved(before: Tombstone[], after: Tombstone[], now: Date): Tombstone[] {
  const byFarm = new Map([...before, ...after].map((each) => [each.farm_id, each]))
  const today = utcDay(now)
  return [...byFarm.values()]
    .filter(({ expires }) => expires === null || expires > today)
    .toSorted((a, b) => (a.farm_id < b.farm_id ? -1 : 1))
}
