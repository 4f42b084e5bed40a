import { columnsOf, type Column } from '../../data/schema/table.ts'
import { farm } from '../../data/schema/farm.ts'
import { productListing } from '../../data/schema/product_listing.ts'
import type { Source } from '../../data/schema/source.ts'
import { literal, sqlFile, type Database } from '../database.ts'
import type { Intake } from '../intake.ts'
import { computedFields } from '../normalize/observation.ts'

/** Columns of the spool that the farm table doesn't have. */
const ownColumns = {
  seq: 'INTEGER',
  input: 'INTEGER',
  file: 'VARCHAR',
  farm_id: 'VARCHAR',
  source: 'VARCHAR',
  source_id: 'VARCHAR',
  line: 'INTEGER',
  corrections: 'VARCHAR[]',
  h3_order: 'VARCHAR',
  product_listings: `STRUCT(${fieldTypes(columnsOf(productListing).filter(({ name }) => name !== 'farm_id'))})[]`,
}
const computed = new Set<string>(computedFields)

/**
 * Loads the observations (JSON Lines, see normalize/observation.ts) and decides which of them are
 * the same farm: table `observations`, and `listings` with the flag `used`.
 */
export async function resolve(database: Database, observations: string): Promise<void> {
  const columns = columnsOf(farm).filter(({ name }) => !computed.has(name))
  const types = Object.fromEntries([
    ...columns.map(({ name, type }) => [name, type]),
    ...Object.entries(ownColumns),
  ])
  await database.run(
    `create table observations as select * from read_ndjson(${literal(observations)}, columns = ${structLiteral(types)})`,
  )
  await database.run(sqlFile(import.meta.url, 'resolve.sql'))
}

function fieldTypes(columns: Column[]): string {
  return columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')
}

const structLiteral = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${literal(name)}: ${literal(value)}`)
    .join(', ')}}`

/** The sources table: what became of each file's rows. Call after `resolve`. */
export async function sourcesTable(database: Database, intakes: Intake[]): Promise<Source[]> {
  const counts = await database.rows<{ input: number; used: number; merged: number }>(
    sqlFile(import.meta.url, 'counts.sql'),
  )
  return intakes.map(({ adapter, file, sha256, read, rejections }, input) => {
    const { used, merged } = counts.find((each) => each.input === input) ?? { used: 0, merged: 0 }
    const { kind, publisher, licence, attribution } = adapter
    const retrieved_at = null
    return {
      kind,
      file,
      publisher,
      licence,
      attribution,
      retrieved_at,
      sha256,
      read,
      used,
      merged,
      rejected: rejections.total,
    }
  })
}
