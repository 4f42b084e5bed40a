import type { DuckDBValue } from '@duckdb/node-api'
import type { Tier } from '../../../data/schema/meta.ts'
import { change, publicChange, type Change } from '../../../data/schema/tables/change.ts'
import type { SnapshotDatabase } from '../../snapshot/database.ts'
import type { PublishedSnapshots } from '../../snapshot/published.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'

/** All published snapshots, and the database that reads their files. */
export type Archive = { published: PublishedSnapshots; archive: SnapshotDatabase }

const namesIn = (table: typeof change | typeof publicChange) =>
  columnsOf(table).map(({ name }) => name)

/** The changes that a tier may see: the file, its view, its columns, and the order of a farm's changes. */
export const changeTables = {
  free: {
    file: 'public/changes.parquet',
    view: 'changes',
    columns: namesIn(publicChange),
    order: 'field nulls first, change',
  },
  paid: {
    file: 'members/changes.parquet',
    view: 'member_changes',
    columns: namesIn(change),
    order: 'field nulls first, change, listing, listing_change',
  },
} as const satisfies Record<Tier, object>

/** Returns a row with values in place of their JSON text. */
export const changeOf = (columns: string[], row: DuckDBValue[]) =>
  Object.fromEntries(
    columns.map((name, at) => [name, json.includes(name) ? parsed(row[at]!) : row[at]]),
  ) as Omit<Change, 'before' | 'after'> & { before: unknown; after: unknown }

const json = ['before', 'after', 'listing']
const parsed = (text: DuckDBValue): unknown => JSON.parse((text as string | null) ?? 'null')
