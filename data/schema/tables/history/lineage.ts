import { z } from 'zod'
import { free } from '../../meta.ts'

/**
 * The fate of farm ids: one row for each id from an earlier snapshot or edition that is no longer a farm,
 * and one for each split. Carried from snapshot to snapshot, so it goes back to the first.
 */
export const lineage = z.strictObject({
  farm_id: free(z.uuid(), 'Id of the farm'),
  event: free(
    z.enum(['merged', 'split', 'left', 'removed']),
    'merged = the same farm as successor_id; split = successor_id was part of this farm, and both continue; left = delisted; removed = removed on request',
    { example: 'merged' },
  ),
  successor_id: free(
    z.uuid().nullable(),
    'Id of the surviving farm (merged), or of the new farm (split)',
    { nulls: 'delisted or removed' },
  ),
  name: free(z.string().nullable(), 'Last listed name of a delisted farm', {
    example: 'Stone Creek Farm',
    nulls: 'another event, or unknown',
    since: 3,
  }),
  last_listed: free(
    z.iso.date().nullable(),
    'Date of the last edition that listed a delisted farm',
    { example: '2020-01-31', nulls: 'another event, or unknown', since: 3 },
  ),
  snapshot: free(z.string().nullable(), 'Id of the snapshot of the event', {
    example: '20261121T014922Z-02c8b340',
    nulls: 'this one',
  }),
  last_snapshot: free(z.string().nullable(), 'Id of the snapshot before the event', {
    example: '20261120T014922Z-5d1f0a77',
    nulls: 'there was none',
  }),
  at: free(z.iso.datetime().nullable(), 'Build time of the snapshot of the event (UTC)', {
    nulls: 'this one',
  }),
})
export type Lineage = z.infer<typeof lineage>

const text = z.string().min(1)

/** The farm of every listing ever seen: to join other data by source ids. */
export const bridge = z.strictObject({
  source: free(text, 'Name of the source', { example: 'usda-farmers-market-directory' }),
  source_id: free(
    text,
    'Id of the listing in that source, or its MD5 if the id was made of name and address. It stands twice if the source reused it for another farm',
    { example: '1018261' },
  ),
  farm_id: free(z.uuid(), 'Id of the farm, which may be delisted'),
  series: free(text.nullable(), 'Series of editions that last listed it', {
    nulls: 'unknown',
    example: 'usda-farmers-market-directory',
  }),
  first_listed: free(z.iso.date().nullable(), 'Date of the first edition that listed it', {
    nulls: 'no edition has a date',
    example: '2017-01-10',
  }),
  last_listed: free(z.iso.date().nullable(), 'Date of the last edition that listed it', {
    nulls: 'listed now, or no edition has a date',
    example: '2018-09-06',
  }),
  listed: free(z.boolean(), 'true = listed now'),
})
export type Bridge = z.infer<typeof bridge>
