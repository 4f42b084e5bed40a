import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { delimiterOf, parseCsv } from '../../../../pipeline/read/formats/csv.ts'
import { sourceText } from '../../../support/source_rows.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const path = join(await temporaryFolder({ after }), 'file.csv')

async function recordsOf(text: string): Promise<[number, ...string[]][]> {
  await writeFile(path, text)
  const records = await Array.fromAsync(parseCsv(sourceText(path), path))
  return records.map(({ line, fields }) => [line, ...fields])
}

describe('parseCsv(blocks, path)', () => {
  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ] as const)
    it(`counts the line that each record starts on, with ${name}`, async () => {
      const text = ['a,b', '"one', 'two",c', '', ',', 'd,e'].join(end)
      assert.deepEqual(await recordsOf(text), [
        [1, 'a', 'b'],
        [2, `one${end}two`, 'c'],
        [6, 'd', 'e'],
      ])
    })

  it('gives back what was quoted', async () => {
    const field = fc.string().map((text) => `x${text.replaceAll('\0', '')}`)
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1 })
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = rows.map((fields) => fields.map(quoted).join(',')).join('\n')
        assert.deepEqual(
          (await recordsOf(text)).map(([, ...fields]) => fields),
          rows,
        )
      }),
      { numRuns: 50 },
    )
  })

  it('takes a quote inside an unquoted field as it stands', async () => {
    assert.deepEqual(await recordsOf('5 "and" 6,b'), [[1, '5 "and" 6', 'b']])
  })

  it('says where a quote is never closed', async () => {
    await assert.rejects(recordsOf('a,b\n"c,d\n'), {
      name: 'SourceError',
      message: /file\.csv ends inside a row: line 2 opens a quote that nothing closes/,
    })
  })
})

describe('delimiterOf(start)', () => {
  const texts: [string, string, string][] = [
    ['commas', 'name,products\nHarbor,eggs;kale;honey\n', ','],
    ['tabs, with commas inside', 'name\taddress\nHarbor\t1 Example St, Barre, VT\n', '\t'],
    ['tabs below a title', 'Markets of the town\n\nname\tcity\n', '\t'],
    ['semicolons', 'name;city;state\nHarbor;Barre;VT\n', ';'],
    ['one column', 'name\nHarbor\n', ','],
    ['lists of semicolons in one column', 'name\nHarbor; Barre\n', ','],
    ['nothing', '', ','],
  ]
  for (const [what, text, delimiter] of texts)
    it(`finds that of ${what}`, () => {
      assert.equal(delimiterOf(text), delimiter)
    })
})
