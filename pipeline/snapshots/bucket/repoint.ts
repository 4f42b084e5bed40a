import type { Bucket } from '../../../data/bucket/bucket.ts'
import { writePointer, type Pointer, type PointerVersion } from '../../../data/bucket/pointer.ts'
import { SnapshotsError } from '../snapshots.ts'
import { requireSameKey } from './signing_key.ts'

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
