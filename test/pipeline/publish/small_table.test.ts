import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { openDatabase } from '../../../pipeline/database/database.ts'
import { requireRows, writeTable } from '../../../pipeline/publish/parquet.ts'
import { writeSmallTable } from '../../../pipeline/publish/small_table.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { parquetReaders } from '../../support/parquet_readers.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const column = <Type extends z.ZodType>(type: Type) => type.meta({ description: 'A column' })
const table = (shape: z.ZodRawShape) => ({
  path: 'public/small.parquet',
  tier: 'free' as const,
  schema: z.strictObject(shape),
  geometry: false,
  description: 'A table',
})
const everything = table({
  text: column(z.string()),
  text_or_null: column(z.string().nullable()),
  whole: column(z.int32()),
  whole_or_null: column(z.int32().nullable()),
  number: column(z.number()),
  number_or_null: column(z.number().nullable()),
  flag: column(z.boolean()),
  flag_or_null: column(z.boolean().nullable()),
  moment: column(z.iso.datetime()),
  moment_or_null: column(z.iso.datetime().nullable()),
})
const text = fc.string({ unit: 'grapheme' })
const whole = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
/** No -0, which is not worth a column of its own. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const moment = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`)
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value)
const row = fc.record(
  {
    text,
    text_or_null: orNull(text),
    whole,
    whole_or_null: orNull(whole),
    number,
    number_or_null: orNull(number),
    flag: fc.boolean(),
    flag_or_null: orNull(fc.boolean()),
    moment,
    moment_or_null: orNull(moment),
  },
  { noNullPrototype: true },
)

const folder = await temporaryFolder({ after })
/** A file of its own for each table: DuckDB may remember what one held that is written again. */
const newPath = () => join(folder, `${randomUUID()}.small.parquet`)
const database = await openDatabase(join(folder, 'small.duckdb'))
after(() => database.close())

describe('writeSmallTable(database, path, table, rows)', () => {
  it('keeps any value that its columns may have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const path = newPath()
        await writeSmallTable(database, path, everything, rows)
        const read = (await readParquet(path)).rows
        assert.deepEqual(read, rows)
      }),
      { numRuns: 25 },
    )
  })

  it('writes what the same package, parquet-wasm and DuckDB read back', async () => {
    const path = newPath()
    const rows = fc.sample(row, { numRuns: 50, seed: 1 })
    await writeSmallTable(database, path, everything, rows)
    const { hyparquet: _, 'parquetjs-lite': own, ...others } = parquetReaders
    for (const read of Object.values(others)) assert.deepEqual(await read(path), rows)
    const known = rows.map((each) => Object.entries(each).filter(([, value]) => value !== null))
    assert.deepEqual(
      await own(path),
      known.map((values) => Object.fromEntries(values)),
    )
  })

  it('keeps text of every script, and empty text apart from none', async () => {
    const rows = ['Jalapeños', '農場', '👩‍🌾', '\u0000', 'a\nb', '"', ''].map((text) => ({ text }))
    const some = table({ text: column(z.string().nullable()) })
    const path = newPath()
    await writeSmallTable(database, path, some, [...rows, { text: null }])
    assert.deepEqual((await readParquet(path)).rows, [...rows, { text: null }])
  })

  it('finds each row again by a text that is not ASCII', async () => {
    const names = ['Ananas', 'Äpfel', 'Birnen', 'Čekanka', '梨']
    const some = table({ name: column(z.string()) })
    const path = newPath()
    await writeSmallTable(
      database,
      path,
      some,
      names.map((name) => ({ name })),
    )
    for (const name of names) {
      const found = await database.rows('from read_parquet($path) where name = $name', {
        path,
        name,
      })
      assert.equal(found.length, 1, name)
    }
  })

  it('writes a table without rows', async () => {
    const path = newPath()
    await writeSmallTable(database, path, everything, [])
    const { rows, metadata } = await readParquet(path)
    assert.deepEqual(rows, [])
    assert.equal(Number(metadata.num_rows), 0)
    assert.deepEqual(
      metadata.schema.slice(1).map(({ name }) => name),
      Object.keys(everything.schema.shape),
    )
  })

  it('leaves out the statistics that make readers skip rows', async () => {
    const path = newPath()
    await writeSmallTable(database, path, everything, fc.sample(row, 5))
    const { metadata } = await readParquet(path)
    for (const { columns } of metadata.row_groups)
      for (const { meta_data } of columns) assert.equal(meta_data!.statistics, undefined)
  })
})

describe('writeSmallTable(database, path, table, rows): a row that comes back different', () => {
  const readsBack = /small\.parquet reads back differently/
  const different: Record<string, { type: z.ZodType; value: unknown; error?: RegExp }> = {
    'a fraction in a column of whole numbers': { type: z.int32(), value: 1.5 },
    'a whole number of more than 32 bits': {
      type: z.int32(),
      value: 2 ** 31,
      error: /range|INT32/,
    },
    'a fraction of a second': { type: z.iso.datetime(), value: '2026-01-01T00:00:00.250Z' },
    'another time zone': { type: z.iso.datetime(), value: '2026-01-01T00:00:00+01:00' },
    'half a character': { type: z.string(), value: 'half \ud83c' },
    'a number for text': { type: z.string(), value: 1, error: /must be of type string/ },
    'no value where there must be one': { type: z.string(), value: null, error: /value/ },
    'no moment': { type: z.iso.datetime(), value: 'yesterday', error: /NaN/ },
  }
  for (const [what, { type, value, error = readsBack }] of Object.entries(different))
    it(`is refused: ${what}`, async () => {
      const one = table({ value: column(type) })
      await assert.rejects(writeSmallTable(database, newPath(), one, [{ value }]), error)
    })

  it('is found among others', async () => {
    const one = table({ value: column(z.int32().nullable()) })
    const rows = [{ value: 1 }, { value: null }, { value: 2.5 }, { value: 3 }]
    await assert.rejects(writeSmallTable(database, newPath(), one, rows), readsBack)
  })

  it('is refused beforehand where its type is not for such a file', async () => {
    const lists = table({ values: column(z.array(z.string())) })
    await assert.rejects(
      writeSmallTable(database, newPath(), lists, []),
      /column values: VARCHAR\[\]/,
    )
  })
})

describe('requireRows(database, folder, rowCounts)', () => {
  it('throws for a file with another number of rows than its table', async (t) => {
    const folder = await temporaryFolder(t)
    using database = await openDatabase(':memory:')
    const small = table({ text: column(z.string()) })
    const rows = [{ text: 'a' }, { text: 'b' }]
    const count = await writeTable(database, join(folder, 'small.parquet'), small, { rows })
    await requireRows(database, folder, new Map([['small.parquet', count]]))
    await assert.rejects(
      requireRows(database, folder, new Map([['small.parquet', 3]])),
      /^Error: small\.parquet has 2 rows of 3$/,
    )
  })
})
