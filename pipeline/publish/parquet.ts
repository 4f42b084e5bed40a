import { join } from 'node:path'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { tables, type Table } from '../../data/schema/tables/tables.ts'
import { literal, type Database } from '../database/database.ts'
import { geoColumns, geoMetadata } from './geo_parquet.ts'
import { writeSmallTable } from './small_table.ts'

/** Rows of a table: what DuckDB has, or what exists in JavaScript only. */
type TableRows = { from: string } | { rows: Record<string, unknown>[] }

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

/** Writes one table to `path` and returns its rows. Throws if the file has another number of rows than the table. */
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
  const { from } = source
  const columns = columnsOf(table.schema).map(({ name }) => `"${name}"`)
  const expected = await (table.geometry
    ? copy(database, path, `select ${[...columns, geoColumns()].join(', ')} from ${from}`, {
        row_group_size: farmsOfGroup,
        geoparquet_version: 'none', // the key is ours
        kv_metadata: `{geo: ${literal(JSON.stringify(await geoMetadata(database, from)))}}`,
      })
    : copy(database, path, `select ${columns.join(', ')} from ${from}`, {
        row_group_size: rowsOfGroup,
      }))
  const [written] = await database.rows<{ rows: number }>(
    `select count(*)::integer as rows from read_parquet(${literal(path)})`,
  )
  if (written!.rows !== expected)
    throw new Error(`${path} has ${written!.rows} rows of ${expected}`)
  return expected
}

/** Few enough to be checked in memory (snapshots/verify.ts). */
const rowsOfGroup = 8192

/** Farms are in the order of their cells: a reader of an area skips most groups. Smaller ones compress worse. */
const farmsOfGroup = 2048

/**
 * Returns the number of rows. Data pages have version 1, the only one that fastparquet reads. DuckDB has one
 * thread: with several, row groups and bytes would differ from build to build.
 */
async function copy(
  database: Database,
  path: string,
  select: string,
  options: Record<string, string | number>,
): Promise<number> {
  const [before] = await database.rows<{ threads: number }>(
    `select current_setting('threads')::integer as threads`,
  )
  if (before!.threads > 1) await database.run('set threads = 1')
  try {
    const listed = Object.entries(options).map(([name, value]) => `, ${name} ${value}`)
    return await database.run(`
      copy (${select})
      to ${literal(path)} (format parquet, compression zstd, parquet_version v1${listed.join('')})`)
  } finally {
    if (before!.threads > 1) await database.run(`set threads = ${before!.threads}`)
  }
}
