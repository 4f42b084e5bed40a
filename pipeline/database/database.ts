import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DOUBLE,
  DuckDBInstance,
  DuckDBScalarFunction,
  INTEGER,
  VARCHAR,
  listValue,
  mapValue,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBValue,
} from '@duckdb/node-api'
import { gridDisk, latLngToCell } from 'h3-js'
import { LRUCache } from 'lru-cache'
import { functions } from './functions.ts'
import type { Column } from '../../data/schema/tables/table.ts'
import { literal } from '../../data/sql_literal.ts'

type Parameter = DuckDBValue | readonly Parameter[] | { readonly [key: string]: Parameter }
/** Values of `$name` in a statement; arrays become lists, and plain objects maps. */
export type Parameters = Record<string, Parameter>

export type Database = {
  /** Returns the number of rows that a statement wrote; 0 for others. */
  run(sql: string, params?: Parameters): Promise<number>
  /** All rows as objects of plain JSON values. */
  rows<Row>(sql: string, params?: Parameters): Promise<Row[]>
  /**
   * Makes a function that statements may call, of values that are no null: null for null. It must
   * always return the same for the same.
   */
  define(name: string, of: ScalarType[], to: (...values: never[]) => string | null): void
  /** Rows in order, some thousands at a time, as arrays of DuckDB's values. */
  chunks(sql: string): AsyncIterable<DuckDBValue[][]>
  /** The same by column, for many rows of few numbers. */
  columns(sql: string): AsyncIterable<DuckDBValue[][]>
  /** Unused connections to the same tables. The code that takes one puts it back. */
  spares: Database[]
  close(): void
  [Symbol.dispose](): void
}

type Space = {
  /** What DuckDB may use, in megabytes. */
  memory_mb?: number | undefined
  /** Folder for data beyond that. */
  spill?: string
}

/** Enough for some 300,000 farms; of more, tables are written to disk and read again. */
const usualMemory_mb = 1600

/**
 * Opens the build's own database: in memory, with a folder for what exceeds it, or in a file. Times are UTC,
 * and every build has the same settings, so that files are the same. Statements may use the functions of
 * functions.ts.
 */
export async function openDatabase(
  path: string,
  { memory_mb = usualMemory_mb, spill }: Space = {},
): Promise<Database> {
  const instance = await DuckDBInstance.create(path, {
    memory_limit: `${memory_mb}MB`,
    ...(spill !== undefined && { temp_directory: spill }),
  })
  const connections: DuckDBConnection[] = []
  const spares: Database[] = []
  const close = () => {
    for (const connection of connections) connection.closeSync()
    instance.closeSync()
  }
  const connect = async (): Promise<Database> => {
    const connection = await instance.connect()
    connections.push(connection)
    await connection.run("set timezone = 'UTC'; set enable_progress_bar = false")
    await connection.run(functions)
    return { ...statementsOf(connection), spares, close, [Symbol.dispose]: close }
  }
  const database = await connect()
  spares.push(await connect())
  database.define('h3_cell_at', ['DOUBLE', 'DOUBLE', 'INTEGER'], latLngToCell)
  database.define('h3_neighbors', ['VARCHAR'], (cell: string) => neighbors.memo(cell))
  return database
}

const statementsOf = (
  connection: DuckDBConnection,
): Pick<Database, 'run' | 'rows' | 'define' | 'chunks' | 'columns'> => ({
  run: async (sql, params) => (await connection.run(sql, bound(params))).rowsChanged,
  rows: async <Row>(sql: string, params?: Parameters) =>
    (await connection.runAndReadAll(sql, bound(params))).getRowObjectsJson() as Row[],
  define: (name, of, to) => connection.registerScalarFunction(scalarFunction(name, of, to)),
  chunks: (sql) => streamChunks(connection, sql, (chunk) => chunk.getRows()),
  columns: (sql) => streamChunks(connection, sql, (chunk) => chunk.getColumns()),
})

/** Nothing for a statement without parameters: DuckDB plans a statement with values twice. */
const bound = (params: Parameters = {}) =>
  Object.keys(params).length === 0
    ? undefined
    : Object.fromEntries(Object.entries(params).map(([name, value]) => [name, valueOf(value)]))

function valueOf(value: Parameter): DuckDBValue {
  if (Array.isArray(value)) return listValue((value as Parameter[]).map(valueOf))
  if (value?.constructor !== Object) return value as DuckDBValue
  return mapValue(Object.entries(value).map(([key, each]) => ({ key, value: valueOf(each) })))
}

const scalarTypes = { DOUBLE, INTEGER, VARCHAR }
type ScalarType = keyof typeof scalarTypes

const scalarFunction = (
  name: string,
  of: ScalarType[],
  to: (...values: never[]) => string | null,
): DuckDBScalarFunction =>
  DuckDBScalarFunction.create({
    name,
    parameterTypes: of.map((type) => scalarTypes[type]),
    returnType: VARCHAR,
    mainFunction(info, chunk, results) {
      try {
        for (const [row, values] of chunk.getRows().entries())
          results.setItem(row, values.includes(null) ? null : to(...(values as never[])))
        results.flush()
      } catch (error) {
        info.setError(`${name}: ${(error as Error).message}`)
      }
    },
  })

async function* streamChunks(
  connection: DuckDBConnection,
  sql: string,
  valuesOf: (chunk: DuckDBDataChunk) => DuckDBValue[][],
): AsyncIterable<DuckDBValue[][]> {
  const result = await connection.stream(sql)
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) return
    yield valuesOf(chunk)
  }
}

/** Reads a statement that lies beside the calling module: `sqlFile(import.meta.url, 'resolve.sql')`. */
export const sqlFile = (moduleUrl: string, name: string): string =>
  readFileSync(new URL(name, moduleUrl), 'utf8')

/** Editions of one directory ask for the same cells again. */
const neighbors = new LRUCache<string, string>({
  max: 50_000,
  memoMethod: (cell) =>
    gridDisk(cell, 1)
      .filter((each) => each !== cell)
      .join(' '),
})

type ColumnType = { name: string; type: string }

/** Columns as `create table` and `struct` take them: `"name" VARCHAR, …`. */
export const columnDefinitions = (columns: ColumnType[]): string =>
  columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')

/** A file of JSON Lines with these columns, as something to select from. */
export function jsonLines(path: string, columns: ColumnType[]): string {
  const types = columns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`)
  return `read_ndjson(${literal(path)}, columns = {${types.join(', ')}})`
}

/** A Parquet file below a snapshot's folder, as something to select from. */
export const parquet = (folder: string, path: string): string =>
  `read_parquet(${literal(join(folder, path))})`

/** How timestamps are written in JSON: RFC 3339, UTC, whole seconds. */
const rfc3339 = "'%Y-%m-%dT%H:%M:%SZ'"

/** A select list of columns as JSON has them. */
export const jsonSelectList = (columns: Column[]): string =>
  columns
    .map(({ name, type }) =>
      type === 'TIMESTAMPTZ' ? `strftime("${name}", ${rfc3339}) as "${name}"` : `"${name}"`,
    )
    .join(', ')
