import { farm } from '../../data/schema/farm.ts'
import { columnsOf } from '../../data/schema/table.ts'
import { sqlFile, type Database } from '../database.ts'

/**
 * Computes the tables of the snapshot from the resolved listings: `farms` in H3 order,
 * `product_listings`, `provenance` and `stats`. Freshness is counted from `asOf`.
 */
export async function aggregate(database: Database, asOf: string | null): Promise<void> {
  const params = { as_of: asOf }
  await database.run(sqlFile(import.meta.url, 'farms.sql'), params)
  await database.run(sqlFile(import.meta.url, 'product_listings.sql'))
  await database.run(sqlFile(import.meta.url, 'provenance.sql'))
  await database.run(coverage)
  await database.run(sqlFile(import.meta.url, 'stats.sql'), params)
}

/** In how many farms each nullable field is known. */
const known = columnsOf(farm)
  .filter(({ nullable }) => nullable)
  .map(({ name }) => `count("${name}") as "${name}"`)
const coverage = `create table coverage as unpivot (select ${known.join(', ')} from farms) on * into name name value count`

/** The newest date that the sources give. */
export async function newestDate(database: Database): Promise<string | null> {
  const [row] = await database.rows<{ newest: string | null }>(
    "select strftime(max(updated_at), '%Y-%m-%dT%H:%M:%SZ') as newest from listings where used",
  )
  return row?.newest ?? null
}
