import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Thread } from '../../../../data/calls.ts'
import { parseJson } from '../../../../pipeline/read/formats/json.ts'
import { readRecords } from '../../../../pipeline/read/formats/records.ts'
import type { WorkbookTasks } from '../../../../pipeline/read/formats/workbook_thread.ts'
import { SourceBytes } from '../../../../pipeline/read/formats/source_bytes.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { workbook } from '../../../support/workbook.ts'

async function recordsOf(t: TestContext, bytes: Buffer | string) {
  const path = join(await temporaryFolder(t), 'file.dat')
  await writeFile(path, bytes)
  await using file = await SourceBytes.open(path)
  return await Array.fromAsync(readRecords(file))
}

const rows = [
  { id: '1', name: 'Café {a], "b" \\' },
  { id: '2', name: 'two\nlines' },
]
const asObjects = (records: Awaited<ReturnType<typeof recordsOf>>) =>
  records.map((record) => ('object' in record ? record.object : record))

describe('readRecords(file)', () => {
  const documents = {
    'JSON Lines': rows.map((row) => JSON.stringify(row)).join('\n'),
    'a JSON text sequence': rows.map((row) => `\u001e${JSON.stringify(row)}\n`).join(''),
    'an array on one line': JSON.stringify(rows),
    'an array over many lines': JSON.stringify(rows, null, 2),
    'the portal’s answer': JSON.stringify({ status: 'ok', count: [1, 2], data: rows }),
    'GeoJSON features': JSON.stringify({
      type: 'FeatureCollection',
      crs: { a: [{}] },
      features: rows,
    }),
  }
  for (const [name, text] of Object.entries(documents))
    it(`tells ${name} by its content, gzipped or not, in UTF-8 and UTF-16`, async (t) => {
      for (const bytes of [
        Buffer.from(text),
        gzipSync(`\ufeff${text}`),
        Buffer.from(`\ufeff${text}`, 'utf16le'),
      ])
        assert.deepEqual(asObjects(await recordsOf(t, bytes)), rows)
    })

  it('reads a workbook with inline strings, gzipped or not', async (t) => {
    const sheet = workbook([
      ['listing_id', 'listing_name', 'x'],
      [200001, 'A & B <farm>', -72.5],
      [null, null, null],
      [200002, ' Two ', null],
    ])
    const expected = [
      { line: 1, fields: ['listing_id', 'listing_name', 'x'] },
      { line: 2, fields: ['200001', 'A & B <farm>', '-72.5'] },
      { line: 4, fields: ['200002', ' Two ', ''] },
    ]
    assert.deepEqual(await recordsOf(t, sheet), expected)
    assert.deepEqual(await recordsOf(t, gzipSync(sheet)), expected)
  })

  it('reads a workbook of many rows also where each part takes long', async () => {
    const program = import.meta.resolve('../../../../pipeline/read/formats/workbook_thread.ts')
    const slow = `let now = 0; Date.now = () => (now += 8); await import(${JSON.stringify(program)})`
    const thread = new Thread<WorkbookTasks>(new URL(`data:text/javascript,${slow}`))
    const many = Array.from({ length: 3000 }, (_, row) => [`Farm ${row}`, 'Example Road'])
    try {
      assert.deepEqual(await thread.ask('rows', workbook(many), undefined), many)
    } finally {
      await thread.worker.terminate()
    }
  })

  it('refuses a workbook that unpacks to more than it may, before it unpacks it', async (t) => {
    const bytes = workbook([['a']])
    const entry = bytes.indexOf('PK\x01\x02', 0, 'latin1')
    bytes.writeUInt32LE(0xffff_fff0, entry + 24)
    await assert.rejects(recordsOf(t, bytes), {
      name: 'SourceError',
      message: /unpacks to over 536870912 bytes: save it as CSV$/,
    })
  })

  it('refuses a workbook with more cells than fit in memory, and lives on', async (t) => {
    const corner: string[] = []
    corner[16_383] = 'XFD'
    const rows = Array.from({ length: 9000 }, () => ['a'])
    await assert.rejects(recordsOf(t, workbook([corner, ...rows])), {
      name: 'SourceError',
      message: /needs over 1024 MB for its cells: delete empty rows and columns with a stray cell/,
    })
  })

  it('says where a JSON file is cut off, and that a ZIP archive is no workbook', async (t) => {
    const text = JSON.stringify({ data: rows }).slice(0, -5)
    await assert.rejects(recordsOf(t, text), { name: 'SourceError', message: /truncated JSON/ })
    await assert.rejects(recordsOf(t, 'PK\u0003\u0004none'), {
      name: 'SourceError',
      message: /can't be read as an Excel workbook/,
    })
  })

  it('rejects what is not JSON, or no object, and reads on', async (t) => {
    const lines = ['{"id": "1"}', '{"id": ', '[1]', '{"id": "2"}'].join('\n')
    assert.deepEqual(
      (await recordsOf(t, lines)).map((record) =>
        'rejected' in record ? [record.line, record.rejected] : record.line,
      ),
      [1, [2, 'not JSON'], [3, 'not a JSON object'], 4],
    )
    const array = '[{"id": "1"},\n{"id": nan},\n{"id": "3"}]'
    assert.deepEqual(
      (await recordsOf(t, array)).map((record) => ('rejected' in record ? record.line : 'read')),
      ['read', 2, 'read'],
    )
  })
})

describe('parseJson(blocks, path)', () => {
  it('gives the same objects wherever the blocks are cut', async () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { minLength: 1 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (objects, size, pretty) => {
          const text = JSON.stringify(objects, null, pretty ? 1 : 0)
          const cuts = text.match(new RegExp(`[^]{1,${size}}`, 'gu'))!
          async function* blocks() {
            for (const cut of cuts) yield Buffer.from(cut)
          }
          const found = await Array.fromAsync(parseJson(blocks(), 'a.json'))
          assert.deepEqual(
            found.map((record) => ('object' in record ? record.object : record)),
            JSON.parse(text),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
