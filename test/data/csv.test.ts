import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { csv } from '../../data/csv.ts'
import { readCsv } from '../support/read_csv.ts'
import { withDuckDb } from '../support/duckdb.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'

/** Texts at which Excel, LibreOffice or Google Sheets begin a formula. */
const formulas = [
  '=1+1',
  "=cmd|'/c calc'!A0",
  '+1+2',
  '+',
  '-2+3',
  '@SUM(1,1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '=HYPERLINK("http://example.org","a, b")',
]
const formulaStart = /^(?:[=@\t\r\n＝＋－＠]|[+-](?!\d+$))/
const columns = ['name', 'city', 'lat', 'products', 'synthetic']

/** The cells of a CSV text, by a reader of our own: RFC 4180 and nothing else. */
function cellsOf(file: string): string[][] {
  const text = file.replace(/^\uFEFF/, '')
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  while (cell.lastIndex < text.length) {
    const [, quoted, bare, end] = cell.exec(text) ?? assert.fail(`not CSV: ${text}`)
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare!)
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(...formulas, "'quoted'", "''", '"', ',', 'a\r\nb', ' ', '05828', 'null', '{}'),
)
const record = fc
  .record({
    name: text,
    city: fc.option(text),
    lat: fc.option(fc.double({ min: -90, max: 90, noNaN: true }).map((lat) => lat + 0)),
    products: fc.option(fc.array(text)),
    synthetic: fc.boolean(),
  })
  .map((fields) => ({ ...fields }))

describe('csv(records, columns)', () => {
  it('lets no text begin as a formula does', () => {
    for (const name of formulas) {
      const [, [cell] = []] = cellsOf(csv([{ name }], ['name']))
      assert.equal(cell, `'${name}`)
    }
    fc.assert(
      fc.property(fc.array(record), (records) => {
        for (const [name, city, , products] of cellsOf(csv(records, columns)).slice(1))
          for (const cell of [name!, city!, products!]) assert.doesNotMatch(cell, formulaStart)
      }),
    )
  })

  it('leaves numbers as they are', () => {
    const [, row] = cellsOf(csv([{ lat: -72.14 }, { lat: 0 }], ['lat']))
    assert.deepEqual(row, ['-72.14'])
    const [, phone] = cellsOf(csv([{ phone: '+18025550123' }], ['phone']))
    assert.deepEqual(phone, ['+18025550123'])
  })

  it('gives every text back when one leading apostrophe is taken away', () => {
    fc.assert(
      fc.property(fc.array(text), (names) => {
        const cells = cellsOf(
          csv(
            names.map((name) => ({ name })),
            ['name'],
          ),
        ).slice(1)
        assert.deepEqual(
          cells.map(([cell]) => cell!.replace(/^'/, '')),
          names,
        )
      }),
    )
  })

  it('is UTF-8 with a byte order mark, lines ending as RFC 4180 has them', () => {
    const bytes = Buffer.from(csv([{ name: 'Año' }], ['name']))
    assert.deepEqual(bytes, Buffer.from('\uFEFF"name"\r\n"Año"\r\n'))
  })

  it('leaves null empty, and writes lists as JSON', () => {
    const records = [{ name: null, products: [] }, { name: 'a', products: ['x', 'y, z'] }, {}]
    assert.deepEqual(cellsOf(csv(records, ['name', 'products'])).slice(1), [
      ['', '[]'],
      ['a', '["x","y, z"]'],
      ['', ''],
    ])
  })

  it('reads back in DuckDB to the same records', async (t) => {
    const file = join(await temporaryFolder(t), 'farms.csv')
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1 }), async (records) => {
        await writeFile(file, csv(records, columns))
        assert.deepEqual(await readCsv(file), records)
      }),
      { numRuns: 30 },
    )
  })

  it('is sniffed by DuckDB: numbers are numbers', async (t) => {
    const file = join(await temporaryFolder(t), 'farms.csv')
    await writeFile(file, csv([{ name: "=1'", lat: -72.5, products: ['a, "b"'] }], columns))
    const rows = await withDuckDb(async (connection) =>
      (await connection.runAndReadAll('from read_csv($file)', { file })).getRowObjects(),
    )
    assert.deepEqual(rows, [
      { name: "'=1'", city: null, lat: -72.5, products: '["a, \\"b\\""]', synthetic: null },
    ])
  })
})
