import { join } from 'node:path'
import { cardFiles, type Card } from '../../data/schema/serving/serving.ts'
import { farm, freeFields, paidFields } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { literal, sqlFile, type Database } from '../database/database.ts'
import { jsonSelectList } from './columns.ts'

const columns = columnsOf(farm)
const fieldsQuery = (fields: string[]) =>
  `select ${jsonSelectList(columns.filter(({ name }) => fields.includes(name)))} from published.farms`

const queries: Record<Card, string> = {
  free: fieldsQuery(freeFields),
  paid: fieldsQuery(paidFields),
  profile: sqlFile(import.meta.url, 'cards.sql'),
}

/** Writes the ready-made JSON of every farm, one file for each level of detail, in row order. */
export async function writeCards(database: Database, folder: string): Promise<void> {
  for (const card of Object.keys(queries) as Card[])
    await database.run(
      `copy (${queries[card]}) to ${literal(join(folder, cardFiles[card]))} (format json)`,
    )
}
