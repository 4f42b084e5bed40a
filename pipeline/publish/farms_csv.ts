import { formulaStart } from '../../data/csv.ts'
import { publicFarm } from '../../data/schema/tables/farm.ts'
import { columnsOf, type Column } from '../../data/schema/tables/table.ts'
import { literal, type Database } from '../database/database.ts'

/** Spreadsheets read UTF-8 only after this mark. */
const byteOrderMark = '\uFEFF'

/** Writes farms with free fields to `path`, as the API writes CSV (data/csv.ts). */
export async function writeFarmsCsv(database: Database, path: string, from: string): Promise<void> {
  const columns = columnsOf(publicFarm)
  // The mark is part of the first name, which therefore stays without quotes. It is an id.
  const named = columns.map(({ name }, at) => `"${at === 0 ? byteOrderMark : ''}${name}"`)
  const quoted = named.slice(1).filter((_, at) => !isPlain(columns[at + 1]!.type))
  const values = columns.map((column, at) => `${cellOf(column)} as ${named[at]}`)
  await database.run(`
    copy (select ${values.join(', ')} from ${from})
    to ${literal(path)} (format csv, header, force_quote (${quoted.join(', ')}))`)
}

const isPlain = (type: Column['type']) => ['DOUBLE', 'INTEGER', 'BOOLEAN', 'DATE'].includes(type)

function cellOf({ name, type }: Column): string {
  if (isPlain(type)) return name
  if (type === 'TIMESTAMPTZ') return `strftime(${name} at time zone 'UTC', '%Y-%m-%dT%H:%M:%SZ')`
  if (type !== 'VARCHAR') return `to_json(${name})::varchar`
  return `if(regexp_matches(${name}, ${literal(formulaStart.source)}), '''' || ${name}, ${name})`
}
