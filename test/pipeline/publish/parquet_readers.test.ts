import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { dictionaryColumns, tables, type Table } from '../../../data/schema/tables/tables.ts'
import { columnDefinitions, openDatabase } from '../../../pipeline/database/database.ts'
import { writeTable } from '../../../pipeline/publish/parquet.ts'
import { fixtureNights } from '../../support/fixture_nights.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { parquetReaders } from '../../support/parquet_readers.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

/** The one table that parquetjs-lite writes. */
const small = 'public/sources.parquet'

const { folder: first } = await fixtureSnapshot({ after })
const nights = await fixtureNights({ after })
const later = join(nights.root, 'snapshots', nights.ids.at(-2)!)
const empty = await emptyTables()

const { DuckDB, 'parquetjs-lite': parquetjs, ...others } = parquetReaders

for (const table of tables)
  describe(table.path, () => {
    for (const [name, read] of Object.entries(others))
      it(`is read with rows by ${name} as DuckDB reads it`, async () => {
        const files = [first, later].map((folder) => join(folder, table.path))
        const expected = await Promise.all(files.map(DuckDB))
        assert.ok(expected.flat().length > 0, 'a snapshot has rows of it')
        for (const [index, file] of files.entries())
          assert.deepEqual(
            await read(file),
            expected[index]!.map((row) => withJson(row, name === 'hyparquet' ? table : null)),
          )
      })

    for (const [name, read] of Object.entries({ ...others, parquetjs, DuckDB }))
      it(`is read without rows by ${name}`, async () => {
        assert.deepEqual(await read(join(empty, table.path)), [])
      })

    it('has the columns of its dictionary, with rows and without', async () => {
      const names = dictionaryColumns(table).map((each) => each.name)
      for (const folder of [first, later, empty])
        assert.deepEqual(await columnsIn(join(folder, table.path)), names)
    })

    it('has data pages of version 1 only, in encodings that came with it', async () => {
      for (const folder of [first, later]) await assertFirstVersion(join(folder, table.path))
    })
  })

/** hyparquet parses columns of JSON, which others give as text. */
function withJson(row: Record<string, unknown>, table: Table | null) {
  const json = table ? columnsOf(table.schema).filter(({ type }) => type === 'JSON') : []
  const parsed = json.map(({ name }) => [name, JSON.parse((row[name] as string | null) ?? 'null')])
  return { ...row, ...Object.fromEntries(parsed) }
}

async function columnsIn(path: string): Promise<string[]> {
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path))
  const names: string[] = []
  for (let at = 1; at < schema.length; at++) {
    names.push(schema[at]!.name)
    for (let left = schema[at]!.num_children ?? 0; left > 0; left--)
      left += schema[++at]!.num_children ?? 0
  }
  return names
}

/**
 * A page begins with its header in Thrift's compact protocol, whose first field is the type of the page:
 * byte 0x15, then 0 for a data page, 4 for a dictionary, 6 for a data page of version 2.
 */
async function assertFirstVersion(path: string) {
  const bytes = await readFile(path)
  const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path))
  for (const { columns } of row_groups)
    for (const { meta_data } of columns) {
      const { data_page_offset, encodings, path_in_schema } = meta_data!
      const at = Number(data_page_offset)
      assert.deepEqual([bytes[at], bytes[at + 1]], [0x15, 0], path_in_schema.join('.'))
      for (const encoding of encodings)
        assert.ok(
          ['PLAIN', 'PLAIN_DICTIONARY', 'RLE_DICTIONARY', 'RLE'].includes(encoding),
          encoding,
        )
    }
}

/** A folder of every table, each without rows. */
async function emptyTables(): Promise<string> {
  const folder = await temporaryFolder({ after })
  const database = await openDatabase(join(folder, 'empty.duckdb'))
  for (const part of ['public', 'members']) await mkdir(join(folder, part))
  for (const [index, table] of tables.entries()) {
    const name = `empty_${index}`
    await database.run(`create table ${name} (${columnDefinitions(columnsOf(table.schema))})`)
    const source = table.path === small ? { rows: [] } : { from: name }
    await writeTable(database, join(folder, table.path), table, source)
  }
  database.close()
  return folder
}
