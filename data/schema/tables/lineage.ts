import { z } from 'zod'
import { free } from '../meta.ts'

/**
 * What became of farm ids: one row for each id of an earlier snapshot or edition that is no farm
 * of this one, and one for each split. Carried from snapshot to snapshot, so it reaches back to the first.
 */
export const lineage = z.strictObject({
  farm_id: free(z.uuid(), 'Id of the farm'),
  event: free(
    z.enum(['merged', 'split', 'left', 'removed']),
    'merged = it is the same farm as successor_id; split = successor_id was part of it, and both continue; left = no source lists it any more; removed = taken out on request',
    { example: 'merged' },
  ),
  successor_id: free(
    z.uuid().nullable(),
    'Id of the farm that it is now part of (merged), or that was part of it (split)',
    { nulls: 'it left or was removed' },
  ),
  name: free(z.string().nullable(), 'Name of a farm that left, as last listed', {
    example: 'Stone Creek Farm',
    nulls: 'another event, or unknown',
    since: 3,
  }),
  last_listed: free(
    z.iso.date().nullable(),
    'Date of the last edition that listed a farm that left',
    { example: '2020-01-31', nulls: 'another event, or unknown', since: 3 },
  ),
  snapshot: free(z.string().nullable(), 'Id of the snapshot in which it happened', {
    example: '20261121T014922Z-02c8b340',
    nulls: 'this one',
  }),
  last_snapshot: free(z.string().nullable(), 'Id of the last snapshot before that one', {
    example: '20261120T014922Z-5d1f0a77',
    nulls: 'there was none',
  }),
  at: free(z.iso.datetime().nullable(), 'When the snapshot in which it happened was built (UTC)', {
    nulls: 'this one',
  }),
})
export type Lineage = z.infer<typeof lineage>
