import { farm } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { sqlFile, type Database } from '../database/database.ts'
import { marketFigures } from './market.ts'
import { traceFields } from './provenance.ts'

/**
 * Computes the tables of the snapshot from the resolved listings: `farms` in H3 order,
 * `product_listings`, `provenance`, those of market figures, and `stats`. Freshness is counted from `asOf`.
 */
export async function aggregate(database: Database, asOf: string | null): Promise<void> {
  const params = { as_of: asOf }
  await database.run(sqlFile(import.meta.url, 'farms.sql'), params)
  await database.run(sqlFile(import.meta.url, 'product_listings.sql'))
  await traceFields(database)
  await marketFigures(database)
  await database.run(coverage)
  await database.run(sqlFile(import.meta.url, 'stats.sql'), params)
}

/** In how many farms each nullable field is known. */
const known = columnsOf(farm)
  .filter(({ nullable }) => nullable)
  .map(({ name }) => `count("${name}") as "${name}"`)
const coverage = `create table coverage as unpivot (select ${known.join(', ')} from farms) on * into name name value count`
