import { join } from 'node:path'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { tables, type Table } from '../../data/schema/tables/tables.ts'
import { literal, type Database } from '../database/database.ts'
import { writeSmallTable } from './small_table.ts'

/** Rows of a table: what DuckDB has, or what exists in JavaScript only. */
type TableRows = { from: string } | { rows: Record<string, unknown>[] }

/** Rows of a row group: small, so that a reader of one area fetches little else. */
const rowGroupSize = 8192

/**
 * Writes every table of the snapshot below `folder` and returns the rows of each, by path.
 * `content` says for each path where its rows are.
 */
export async function writeTables(
  database: Database,
  folder: string,
  content: Record<string, TableRows>,
): Promise<Map<string, number>> {
  const rowCounts = new Map<string, number>()
  for (const table of tables) {
    const source = content[table.path]
    if (!source) throw new Error(`nothing was computed for ${table.path}`)
    rowCounts.set(table.path, await writeTable(database, join(folder, table.path), table, source))
  }
  return rowCounts
}

export async function writeTable(
  database: Database,
  path: string,
  table: Table,
  source: TableRows,
): Promise<number> {
  if ('rows' in source) {
    await writeSmallTable(database, path, table, source.rows)
    return source.rows.length
  }
  const columns = columnsOf(table.schema)
    .map(({ name }) => `"${name}"`)
    .join(', ')
  const geometry = table.geometry ? `, ${point} as geometry` : ''
  await database.run(`
    copy (select ${columns}${geometry} from ${source.from})
    to ${literal(path)} (
      format parquet, compression zstd, parquet_version v2, geoparquet_version v1, row_group_size ${rowGroupSize}
    )`)
  const [count] = await database.rows<{ rows: number }>(
    `select count(*)::integer as rows from read_parquet(${literal(path)})`,
  )
  return count!.rows
}

const point = "case when lat is not null then ('POINT (' || lng || ' ' || lat || ')')::geometry end"
