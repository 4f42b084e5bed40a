import { columnsOf } from '../../../data/schema/tables/table.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { columnDefinitions, jsonLines, type Database } from '../../database/database.ts'
import { computedFields } from '../../normalize/observation.ts'

/** Columns of the spool that the farm table doesn't have. */
const ownColumns = Object.entries({
  seq: 'INTEGER',
  input: 'INTEGER',
  file: 'VARCHAR',
  first_id: 'VARCHAR',
  row_digest: 'VARCHAR',
  weekdays: 'VARCHAR[]',
  source: 'VARCHAR',
  source_id: 'VARCHAR',
  line: 'INTEGER',
  corrections: 'VARCHAR[]',
  product_listings: `STRUCT(${columnDefinitions(columnsOf(productListing).filter(({ name }) => name !== 'farm_id'))})[]`,
}).map(([name, type]) => ({ name, type }))
const computed = new Set<string>(computedFields)

/** Loads the observations (JSON Lines, see normalize/observation.ts) into the table `intake.observations`. */
export async function loadObservations(database: Database, observations: string): Promise<void> {
  const columns = columnsOf(farm).filter(({ name }) => !computed.has(name))
  await database.run(
    `create table intake.observations as from ${jsonLines(observations, [...columns, ...ownColumns])}`,
  )
}
