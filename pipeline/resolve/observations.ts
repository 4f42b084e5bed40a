import { columnsOf, type Column } from '../../data/schema/table.ts'
import { farm } from '../../data/schema/farm.ts'
import { productListing } from '../../data/schema/product_listing.ts'
import { literal, type Database } from '../database.ts'
import { computedFields } from '../normalize/observation.ts'

/** Columns of the spool that the farm table doesn't have. */
const ownColumns = {
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
  h3_order: 'VARCHAR',
  product_listings: `STRUCT(${fieldTypes(columnsOf(productListing).filter(({ name }) => name !== 'farm_id'))})[]`,
}
const computed = new Set<string>(computedFields)

/** Loads the observations (JSON Lines, see normalize/observation.ts) into the table `observations`. */
export async function loadObservations(database: Database, observations: string): Promise<void> {
  const columns = columnsOf(farm).filter(({ name }) => !computed.has(name))
  const types = Object.fromEntries([
    ...columns.map(({ name, type }) => [name, type]),
    ...Object.entries(ownColumns),
  ])
  await database.run(
    `create table observations as select * from read_ndjson(${literal(observations)}, columns = ${structLiteral(types)})`,
  )
}

function fieldTypes(columns: Column[]): string {
  return columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')
}

const structLiteral = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${literal(name)}: ${literal(value)}`)
    .join(', ')}}`
