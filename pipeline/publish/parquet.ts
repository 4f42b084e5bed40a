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
  await inOneThread(database, async () => {
    for (const table of tables) {
      const source = content[table.path]
      if (!source) throw new Error(`nothing was computed for ${table.path}`)
      rowCounts.set(table.path, await writeTable(database, join(folder, table.path), table, source))
    }
  })
  await requireRows(database, folder, rowCounts)
  return rowCounts
}

/** Throws if a file has another number of rows than its table. */
async function requireRows(database: Database, folder: string, rowCounts: Map<string, number>) {
  const files = Array.from(rowCounts, ([path]) => literal(join(folder, path)))
  const written = await database.rows<{ path: string; rows: number }>(`
    select file_name as path, num_rows::integer as rows
    from parquet_file_metadata([${files.join(', ')}])`)
  const rowsOf = new Map(written.map(({ path, rows }) => [path, rows]))
  for (const [path, expected] of rowCounts) {
    const rows = rowsOf.get(join(folder, path))
    if (rows !== expected) throw new Error(`${path} has ${rows} rows of ${expected}`)
  }
}

/** Runs `write` with one thread of DuckDB: with several, row groups and bytes would differ from build to build. */
export async function inOneThread(database: Database, write: () => Promise<void>): Promise<void> {
  const [before] = await database.rows<{ threads: number }>(
    `select current_setting('threads')::integer as threads`,
  )
  await database.run('set threads = 1')
  try {
    await write()
  } finally {
    await database.run(`set threads = ${before!.threads}`)
  }
}

/** Writes one table to `path` and returns the number of its rows. */
export async function writeTable(
  database: Database,
  path: string,
  table: Pick<Table, 'schema' | 'geometry'>,
  source: TableRows,
): Promise<number> {
  if ('rows' in source) {
    await writeSmallTable(database, path, table, source.rows)
    return source.rows.length
  }
  const { from } = source
  const columns = columnsOf(table.schema).map(({ name }) => `"${name}"`)
  return table.geometry
    ? copy(database, path, `select ${[...columns, geoColumns()].join(', ')} from ${from}`, {
        row_group_size: farmsOfGroup,
        geoparquet_version: 'none', // the key is ours
        kv_metadata: `{geo: ${literal(JSON.stringify(await geoMetadata(database, from)))}}`,
      })
    : copy(database, path, `select ${columns.join(', ')} from ${from}`, {
        row_group_size: rowsOfGroup,
      })
}

/** Few enough to be checked in memory (snapshots/verify.ts). */
const rowsOfGroup = 8192

/** Farms are in the order of their cells: a reader of an area skips most groups. Smaller ones compress worse. */
const farmsOfGroup = 2048

/** Returns the number of rows. Data pages have version 1, the only one that fastparquet reads. */
function copy(
  database: Database,
  path: string,
  select: string,
  options: Record<string, string | number>,
): Promise<number> {
  const listed = Object.entries(options).map(([name, value]) => `, ${name} ${value}`)
  return database.run(`
    copy (${select})
    to ${literal(path)} (format parquet, compression zstd, parquet_version v1${listed.join('')})`)
}
