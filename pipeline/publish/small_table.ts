import { deepStrictEqual } from 'node:assert/strict'
import parquet from 'parquetjs-lite'
import { columnsOf, type Column, type ColumnType } from '../../data/schema/tables/table.ts'
import type { Table } from '../../data/schema/tables/tables.ts'
import { literal } from '../../data/sql_literal.ts'
import { type Database, jsonSelectList } from '../database/database.ts'

const parquetTypes = {
  VARCHAR: 'UTF8',
  INTEGER: 'INT32',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  TIMESTAMPTZ: 'TIMESTAMP_MICROS',
  DATE: 'DATE',
} as const satisfies Partial<Record<ColumnType, unknown>>

/**
 * Writes a small table whose rows exist in JavaScript only (what DuckDB has, it writes itself), and
 * reads it back with DuckDB to compare.
 *
 * The only user of parquetjs-lite, which has four faults. Its statistics make readers skip rows with text
 * outside ASCII. Other readers misread its data pages of version 2. Its 64-bit integers lose digits. It can't
 * read back its own milliseconds. So statistics are off, pages have version 1, integers have 32 bits, and
 * times are microseconds.
 *
 * Throws where a row comes back different.
 */
export async function writeSmallTable(
  database: Database,
  path: string,
  { schema }: Pick<Table, 'schema'>,
  rows: Record<string, unknown>[],
): Promise<void> {
  const columns = columnsOf(schema)
  const fields = Object.fromEntries(columns.map((column) => [column.name, parquetField(column)]))
  const writer = await parquet.ParquetWriter.openFile(new parquet.ParquetSchema(fields), path, {
    useDataPageV2: false,
  })
  for (const row of rows) await writer.appendRow(parquetRow(columns, row))
  await writer.close()
  await compare(database, path, columns, rows)
}

function parquetField({ name, type, nullable }: Column) {
  if (!(type in parquetTypes)) throw new Error(`column ${name}: ${type} is not for a small table`)
  return {
    type: parquetTypes[type as keyof typeof parquetTypes],
    optional: nullable,
    statistics: false as const,
  }
}

function parquetRow(columns: Column[], row: Record<string, unknown>) {
  const known = columns.filter(({ name }) => row[name] !== null)
  return Object.fromEntries(
    known.map(({ name, type }) => [
      name,
      type === 'TIMESTAMPTZ' || type === 'DATE' ? new Date(String(row[name])) : row[name],
    ]),
  )
}

async function compare(
  database: Database,
  path: string,
  columns: Column[],
  rows: Record<string, unknown>[],
) {
  const read = await database.rows(
    `select ${jsonSelectList(columns)} from read_parquet(${literal(path)})`,
  )
  const expected = rows.map((row) =>
    Object.fromEntries(columns.map(({ name }) => [name, row[name]])),
  )
  deepStrictEqual(
    read.map((row) => ({ ...(row as object) })),
    expected,
    `${path} reads back differently`,
  )
}
