import { join } from 'node:path'
import type { Bridge, Lineage } from '../../data/schema/tables/history/lineage.ts'
import type { Comparability } from '../../data/schema/tables/history/comparability.ts'
import type { Edition } from '../../data/schema/tables/history/edition.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ListingRun } from '../../data/schema/tables/history/listing_run.ts'
import type { Registry } from '../../data/schema/tables/registry.ts'
import { readParquet } from './parquet_file.ts'

/** The tables that must come out the same, however the editions came. */
export const historyTables = [
  'farms',
  'registry',
  'editions',
  'comparability',
  'lineage',
  'listings_history',
  'public_listings_history',
  'bridges',
] as const

export type History = Awaited<ReturnType<typeof publishedHistory>>

/**
 * What a snapshot's folder says of farms, ids, dates and history, without what differs from snapshot
 * to snapshot by nature: when it was built, and its id.
 */
export async function publishedHistory(folder: string) {
  const rows = async <Row>(path: string) => (await readParquet<Row>(join(folder, path))).rows
  return {
    farms: (await rows<Farm>('members/farms.parquet')).map(({ changed_at: _at, ...farm }) => farm),
    registry: await rows<Registry>('members/registry.parquet'),
    editions: await rows<Edition>('public/editions.parquet'),
    comparability: await rows<Comparability>('public/comparability.parquet'),
    lineage: (await rows<Lineage>('public/lineage.parquet')).map(
      ({ snapshot: _id, last_snapshot: _last, at: _at, ...event }) => event,
    ),
    listings_history: await rows<ListingRun>('members/listings_history.parquet'),
    public_listings_history: await rows<ListingRun>('public/listings_history.parquet'),
    bridges: await rows<Bridge>('public/bridges.parquet'),
  }
}
