import { z } from 'zod'
import { free } from '../meta.ts'

/**
 * What became of farm ids: one row for each id of an earlier snapshot that is no farm of this one,
 * and one for each split. Carried from snapshot to snapshot, so it reaches back to the first.
 */
export const lineage = z.strictObject({
  farm_id: free(z.uuid(), 'The farm'),
  event: free(
    z.enum(['merged', 'split', 'left', 'removed']),
    'merged = it turned out to be the farm successor_id; split = successor_id was a part of it, and both go on; left = no source lists it any more; removed = taken out on request',
    { example: 'merged' },
  ),
  successor_id: free(
    z.uuid().nullable(),
    'The farm that it is part of (merged), or that came off it (split); else null',
  ),
  snapshot: free(z.string().nullable(), 'The snapshot in which that happened; null = this one', {
    example: '20261121T014922Z-02c8b340',
  }),
  last_snapshot: free(
    z.string().nullable(),
    'The last snapshot before it; null = before there was any',
    { example: '20261120T014922Z-5d1f0a77' },
  ),
  at: free(
    z.iso.datetime().nullable(),
    'When the snapshot of the event was built (UTC); null = with this one',
  ),
})
export type Lineage = z.infer<typeof lineage>
