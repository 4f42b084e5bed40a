import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { tables, type Table } from '../../data/schema/tables/tables.ts'
import { farmOrder } from '../aggregate/records.ts'
import { literal, type Database } from '../database/database.ts'
import { geoColumns, geoMetadata } from './geo_parquet.ts'
import { addToRowGroups } from './row_group_metadata.ts'
import { areaRowGroups, largestGroup, partsAsRowGroups, threadsForParts } from './row_groups.ts'
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

/** Writes one table to `path` and returns its rows. Throws where the file has other rows than the table. */
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
  await (table.geometry
    ? writeFarms(database, path, columns, source.from)
    : writeRows(database, path, `select ${columns} from ${source.from}`))
  return rowsOf(database, `read_parquet(${literal(path)})`)
}

/** Several threads would part rows into groups by which of them is ready first: other bytes each time. */
const writeRows = (database: Database, path: string, select: string): Promise<void> =>
  withThreads(database, 1, () => write(database, path, select, { row_group_size: 8192 }))

/**
 * Writes farms, whose rows are in the order of their cells, as GeoParquet with a row group for each area, and in
 * each its sorting columns and a Bloom filter of the ids. DuckDB names no sorting columns, and makes filters only of
 * columns that have a dictionary, and one of ids only where every column may have one, for a quarter more bytes. So
 * it writes ids to a file of their own too.
 */
async function writeFarms(
  database: Database,
  path: string,
  columns: string,
  table: string,
): Promise<void> {
  const groups = await areaRowGroups(database, table)
  const geo = literal(JSON.stringify(await geoMetadata(database, table)))
  let end = 0
  const parts = groups.map(
    (rows) => `from ${table} where rowid >= ${end} and rowid < ${(end += rows)}`,
  )
  const select = (what: string) =>
    (parts.length > 0 ? parts : [`from ${table}`])
      .map((part) => `(select ${what} ${part})`)
      .join(' union all ')
  const ids = `${path}.ids`
  await withThreads(database, threadsForParts, async () => {
    await write(database, path, select(`${columns}, ${geoColumns()}`), {
      row_group_size: partsAsRowGroups,
      geoparquet_version: 'none', // the key is ours
      kv_metadata: `{geo: ${geo}}`,
    })
    await write(database, ids, select('id'), {
      row_group_size: partsAsRowGroups,
      dictionary_size_limit: largestGroup,
    })
  })
  await addToRowGroups(path, { filters: { from: ids, column: 'id' }, sortedBy: farmOrder })
  await rm(ids)
  const written = await rowsOf(database, `read_parquet(${literal(path)})`)
  const expected = await rowsOf(database, table)
  if (written !== expected) throw new Error(`${path} has ${written} rows of ${expected}`)
}

/** Lets DuckDB have so many threads for a while. */
async function withThreads(
  database: Database,
  threads: number,
  work: () => Promise<void>,
): Promise<void> {
  const [before] = await database.rows<{ threads: number }>(
    `select current_setting('threads')::integer as threads`,
  )
  await database.run(`set threads = ${threads}`)
  try {
    await work()
  } finally {
    await database.run(`set threads = ${before!.threads}`)
  }
}

/** Data pages are of version 1, which every reader knows: fastparquet reads no others. */
const write = (
  database: Database,
  path: string,
  select: string,
  options: Record<string, string | number>,
): Promise<void> =>
  database.run(`
    copy (${select})
    to ${literal(path)} (
      format parquet, compression zstd, parquet_version v1,
      ${Object.entries(options)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}
    )`)

async function rowsOf(database: Database, from: string): Promise<number> {
  const [count] = await database.rows<{ rows: number }>(
    `select count(*)::integer as rows from ${from}`,
  )
  return count!.rows
}
