import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { farm } from '../../data/schema/tables/farm.ts'
import { productListing } from '../../data/schema/tables/product_listing.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { literal } from '../../data/sql_literal.ts'
import { parquet, type Database } from '../database/database.ts'

/** The schema of an earlier snapshot: the live one, or the oldest of the last thirty days. */
export type Earlier = 'live' | 'month_ago'

type Folder = { folder: string }
type Folders = Folder & { previous: Folder | null; earlier: Folder | null }

/**
 * Makes the tables that gates read, from the files of each snapshot, in the schemas `finished`, `live` and
 * `month_ago`:
 * - `farms` and `product_listings`: columns that a snapshot lacks are null;
 * - `regions (id, region)`: the state and the county of each farm, as `NY` and `the county of Albany, NY`;
 * - `ended (farm_id, event, successor_id)`, of `finished` alone: farms that were merged, or removed by a decision;
 * - `listed (id, series, source)`: the series that list each farm;
 * - `provenance (id, series, fields, carried, updated_at)`: the fields of each listing, its own date among them;
 * - `given (id, series, fields)`: all that a series gives a farm, without what is carried from an earlier edition.
 *
 * The oldest snapshots name the source of a listing, and not its series: beside one, sources are compared.
 */
export async function makeTables(database: Database, { folder, previous, earlier }: Folders) {
  const snapshots = Object.entries({
    finished: folder,
    ...(previous && { live: previous.folder }),
    ...(earlier && { month_ago: earlier.folder }),
  })
  const bySeries = snapshots.every(([, of]) => existsSync(join(of, registry)))
  for (const [schema, of] of snapshots)
    await database.run(`create schema ${schema}; ${tablesOf(schema, of, bySeries)}`)
  await database.run(`
    create view finished.ended as
    from ${parquet(folder, 'public/lineage.parquet')}
    where event in ('merged', 'removed');
    create type finished.field as enum (${fields})`)
  for (const [schema] of snapshots)
    await database.run(`
      create table ${schema}.given as
      select
        id,
        series,
        list_distinct(flatten(list(if(carried, [], try_cast(fields as finished.field[]))))) as fields
      from ${schema}.provenance
      group by id, series`)
}

export const dropTables = (database: Database) =>
  database.run(`
    drop schema if exists month_ago cascade;
    drop schema if exists live cascade;
    drop schema if exists finished cascade`)

/** What provenance may name. A number for each takes a tenth of the memory of its name. */
const fields = ['product_listings', ...columnsOf(farm).map(({ name }) => name)]
  .map(literal)
  .join(', ')

const registry = 'members/registry.parquet'

const tablesOf = (schema: string, folder: string, bySeries: boolean) => `
  create view ${schema}.farms as ${rowsOf('farms', farm, folder)};
  create view ${schema}.regions as
  select *
  from (
    select id, unnest([state, 'the county of ' || county || ', ' || state]) as region
    from ${schema}.farms
  )
  where region is not null;
  create view ${schema}.product_listings as ${rowsOf('product_listings', productListing, folder)};
  create table ${schema}.listed as
  ${
    bySeries
      ? `
  select distinct farm_id as id, coalesce(series, source) as series, source
  from ${parquet(folder, registry)}
  where last_seen is null and farm_id in (select id from ${schema}.farms)`
      : `select id, unnest(sources) as series, series as source from ${schema}.farms`
  };
  create view ${schema}.provenance as
  select
    farm_id as id,
    ${bySeries ? 'coalesce(series, source)' : 'source'} as series,
    list_concat(fields, if(listings.updated_at is null, [], ['updated_at'])) as fields,
    carried,
    listings.updated_at
  from ${parquet(folder, 'members/provenance.parquet')} as listings
  ${bySeries ? `join ${parquet(folder, registry)} using (farm_id, source, source_id)` : ''}`

/** The rows of a table; columns that its file lacks, as all where there is none, are null. */
function rowsOf(table: string, schema: z.ZodObject, folder: string): string {
  const path = `members/${table}.parquet`
  const columns = columnsOf(schema).map(({ name, type }) => `null::${type} as "${name}"`)
  const none = `select ${columns.join(', ')} where false`
  return existsSync(join(folder, path))
    ? `from ${parquet(folder, path)} union all by name ${none}`
    : none
}
