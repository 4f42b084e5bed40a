import { readFile } from 'node:fs/promises'
import { DataType, tableFromIPC, type Field } from 'apache-arrow'
import parquet from 'parquetjs-lite'
import { readParquet as readWithWasm } from 'parquet-wasm'
import { withDuckDb } from './duckdb.ts'
import { readParquet } from './parquet_file.ts'

type Row = Record<string, unknown>

/**
 * Read a whole Parquet file, each with code of its own. Rows are as JSON has them, so that they compare:
 * missing is null, times are RFC 3339, days `YYYY-MM-DD`, maps are objects, bytes hexadecimal.
 */
export const parquetReaders = {
  hyparquet: async (path: string): Promise<Row[]> =>
    (await readParquet<Row>(path)).rows.map((row) => mapValues(row, alike)),

  'parquet-wasm with apache-arrow': async (path: string): Promise<Row[]> => {
    const table = tableFromIPC(readWithWasm(new Uint8Array(await readFile(path))).intoIPCStream())
    const rows = table.toArray() as { toJSON(): Row }[]
    return rows.map((row) => {
      const values = row.toJSON()
      return Object.fromEntries(
        table.schema.fields.map((each) => [each.name, arrowValue(each, values[each.name])]),
      )
    })
  },

  /** Knows neither the compression of large tables nor their dictionaries; omits what is null. */
  'parquetjs-lite': async (path: string): Promise<Row[]> => {
    const reader = await parquet.ParquetReader.openFile(path)
    const cursor = reader.getCursor()
    const rows: Row[] = []
    for (let row; (row = await cursor.next());) rows.push(mapValues(row, alike))
    await reader.close()
    return rows
  },

  DuckDB: (path: string): Promise<Row[]> =>
    withDuckDb(async (connection) => {
      const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
      const columns = (await read(`describe from read_parquet('${path}')`)).map((each) => ({
        name: each['column_name'] as string,
        type: each['column_type'] as string,
      }))
      const rows = await read(
        `select ${columns.map(duckDbValue).join(', ')} from read_parquet('${path}')`,
      )
      const maps = columns.flatMap(({ name, type }) => (type.startsWith('MAP') ? [name] : []))
      return rows.map((row) =>
        mapValues(row, (value, name) => (maps.includes(name) ? entriesOf(value) : alike(value))),
      )
    }),
} satisfies Record<string, (path: string) => Promise<Row[]>>

function duckDbValue({ name, type }: { name: string; type: string }): string {
  if (type.startsWith('TIMESTAMP')) return `strftime("${name}", '%Y-%m-%dT%H:%M:%SZ') as "${name}"`
  return type.startsWith('GEOMETRY') ? `lower(hex(st_aswkb("${name}"))) as "${name}"` : `"${name}"`
}

function arrowValue({ type }: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (DataType.isStruct(type)) {
    const row = (value as { toJSON(): Row }).toJSON()
    return Object.fromEntries(
      type.children.map((each) => [each.name, arrowValue(each, row[each.name])]),
    )
  }
  if (DataType.isTimestamp(type)) return alike(new Date(Number(value)))
  if (DataType.isDate(type))
    return new Date(Number(value)).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return alike(value)
}

/** A map as DuckDB lists it. */
const entriesOf = (map: unknown) =>
  map &&
  Object.fromEntries(
    (map as { key: string; value: unknown }[]).map(({ key, value }) => [key, alike(value)]),
  )

const mapValues = (row: Row, to: (value: unknown, name: string) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, to(value, name)]))

function alike(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(alike)
  if ('toArray' in value) return [...(value as unknown as Iterable<unknown>)].map(alike)
  return mapValues(
    'toJSON' in value ? (value as { toJSON(): Row }).toJSON() : (value as Row),
    alike,
  )
}
