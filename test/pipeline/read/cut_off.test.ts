import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { mapping } from '../../../data/schema/input/mapping.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { sourceRows } from '../../support/source_rows.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

/** The names of the farms of a table, or why it is refused. */
async function read(t: TestContext, text: string | Buffer): Promise<string[] | string> {
  const path = join(await temporaryFolder(t), 'list.csv')
  await writeFile(path, text)
  try {
    const rows = await sourceRows(adapterFor('csv'), path, mapping.parse({ name: 'Name' }))
    return rows.map((row) => ('farm' in row ? row.farm.name : row.rejected))
  } catch (error) {
    assert.equal((error as Error).name, 'SourceError')
    return (error as Error).message
  }
}

const header = 'Name,City,Products'
const row = 'Harbor,"Barre, VT","eggs\nkale"'
const whole = `${header}\n${row}\n`
const isCutOff = /list\.csv ends inside a row/

describe('a table that ends inside a row', () => {
  it('is refused at every byte of its last row where that can be told', async (t) => {
    const text = whole + row
    for (let end = whole.length + 1; end < text.length; end++) {
      if (end === text.lastIndexOf(',') + 1) continue // a whole row whose last cell is blank
      const found = await read(t, text.slice(0, end))
      assert.match(String(found), isCutOff, text.slice(whole.length, end))
    }
    assert.deepEqual(await read(t, text), ['Harbor', 'Harbor'])
  })

  it('is refused with LF, CRLF, in UTF-16, and with a title above, by its last line', async (t) => {
    for (const text of [
      'Name,City\nHarbor,Barre\nSquare',
      'Name,City\r\nHarbor,Barre\r\nSquare',
      'Markets\n\nName,City\nHarbor,Barre\nSquare',
    ])
      for (const bytes of [text, Buffer.from(`\ufeff${text}`, 'utf16le')])
        assert.match(
          String(await read(t, bytes)),
          /list\.csv ends inside a row: line \d has 1 of 2 cells and no line end\n.*download it again/,
        )
  })

  it('is read where nothing tells: whole rows, a last line without its end, blanks after it', async (t) => {
    for (const end of ['', '\n', '\r\n', '\n\n', '\n  ', '\r', '\n,,'])
      assert.deepEqual(await read(t, `Name,City,Products\nHarbor,Barre,eggs${end}`), ['Harbor'])
  })

  it('is not one whose short rows end with their lines: these are rejected alone', async (t) => {
    assert.deepEqual(await read(t, 'Name,City\nHarbor\nSquare,Barre\n'), [
      '1 fields, expected 2',
      'Square',
    ])
    assert.deepEqual(await read(t, 'Name,City\nSquare,Barre\nHarbor\n'), [
      'Square',
      '1 fields, expected 2',
    ])
  })

  it('is refused as JSON Lines and as a feed, too', async (t) => {
    const lines = '{"Name": "Harbor"}\n{"Name": "Square"}'
    assert.deepEqual(await read(t, lines), ['Harbor', 'Square'])
    for (let end = lines.indexOf('\n') + 2; end < lines.length; end++)
      assert.match(String(await read(t, lines.slice(0, end))), isCutOff, lines.slice(0, end))
    assert.deepEqual(await read(t, '{"Name": "Harbor"}\n{"Name": \n'), ['Harbor', 'not JSON'])
    const path = join(await temporaryFolder(t), 'feed.jsonl')
    const feed = { source_id: '1', name: 'Harbor', place_type: 'farm' }
    await writeFile(path, `${JSON.stringify(feed)}\n${JSON.stringify(feed).slice(0, -9)}`)
    await assert.rejects(sourceRows(adapterFor('farm-feed'), path), /feed\.jsonl ends inside a row/)
  })
})

const editions = fileURLToPath(
  new URL('../../../../shared/data/usda_local_food_portal/', import.meta.url),
)

describe('a published file', { skip: !existsSync(editions) && `${editions} is absent` }, () => {
  it('may end without a line end, and is refused with its last cells cut off', async (t) => {
    const whole = gunzipSync(await readFile(`${editions}farmersmarket_2022-09-18.csv.gz`))
    assert.notEqual(whole.at(-1), 0x0a)
    const path = join(await temporaryFolder(t), 'part.csv')
    const portal = adapterFor('usda-local-food-portal')
    await writeFile(path, whole)
    assert.equal((await sourceRows(portal, path)).length, 1027)
    for (const less of [1, 100, 5000]) {
      await writeFile(path, whole.subarray(0, -less))
      await assert.rejects(sourceRows(portal, path), /part\.csv ends inside a row/)
    }
  })
})
