import { farm } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { withDuckDb } from './duckdb.ts'

const textTypes = ['VARCHAR', 'TIMESTAMPTZ', 'DATE']
const textColumns = new Set(
  columnsOf(farm).flatMap(({ name, type }) => (textTypes.includes(type) ? name : [])),
)

/**
 * Reads a CSV answer with DuckDB by the rules that come with it: text loses one leading apostrophe,
 * every other value is JSON.
 */
export const readCsv = (path: string): Promise<Record<string, unknown>[]> =>
  withDuckDb(async (connection) => {
    const sql = 'select * from read_csv($path, all_varchar = true)'
    const rows = (await connection.runAndReadAll(sql, { path })).getRowObjects()
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, text]) => [name, valueOf(name, text as string | null)]),
      ),
    )
  })

function valueOf(name: string, text: string | null): unknown {
  if (text === null) return null
  return textColumns.has(name) ? text.replace(/^'/, '') : (JSON.parse(text) as unknown)
}
