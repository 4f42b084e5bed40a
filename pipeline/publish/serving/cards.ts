import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { blocks } from '../../../data/file_digest.ts'
import type { Card } from '../../../data/schema/serving/columns.ts'
import { farm, freeFields, paidFields } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { literal, sqlFile, type Database } from '../../database/database.ts'
import { jsonSelectList } from '../columns.ts'
import { confirmedAt } from './schedules.ts'
import type { Written } from './serving_file.ts'

const columns = columnsOf(farm)
const fieldsQuery = (fields: string[]) =>
  `select ${jsonSelectList(columns.filter(({ name }) => fields.includes(name)))} from (${dated})`

/** Dates that the file leaves open are those of the newest edition (listed.sql, farms.sql). */
const dated = `
  select * replace (
    case when first_listed is not null
      then coalesce(last_listed, (select edition from merge.as_of))
    end as last_listed,
    ${confirmedAt} as hours_confirmed_at
  )
  from published.farms`

const queries: Record<Card, string> = {
  free: fieldsQuery(freeFields.filter((field) => !['changed_at', 'said_at'].includes(field))),
  paid: fieldsQuery(paidFields),
  profile: sqlFile(import.meta.url, 'cards.sql'),
}

/**
 * The ready-made JSON of every farm, in row order. DuckDB writes the lines to a file in `folder`,
 * which is gone when all were taken from it; `starts` fills as they are taken.
 */
export async function cardColumns(
  database: Database,
  card: Card,
  folder: string,
  farms: number,
): Promise<Written<'freeCards'>> {
  const path = join(folder, `${card}.ndjson`)
  await database.run(`copy (${queries[card]}) to ${literal(path)} (format json)`)
  const starts = new Float64Array(farms + 1)
  return { lines: linesOf(path, starts), starts }
}

async function* linesOf(path: string, starts: Float64Array): AsyncIterable<Uint8Array> {
  await using file = await open(path)
  let line = 0
  let position = 0
  for await (const block of blocks(file)) {
    for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1))
      starts[++line] = position + at + 1
    position += block.length
    yield block
  }
  if (line !== starts.length - 1)
    throw new Error(`a card file has ${line} lines for ${starts.length - 1} farms`)
  await rm(path)
}
