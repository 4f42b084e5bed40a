import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseJson } from '../../../../pipeline/read/formats/json.ts'

/** What is read of a text that comes in blocks of so many bytes. */
async function read(text: string, blockBytes = Infinity): Promise<unknown[]> {
  const bytes = Buffer.from(text)
  async function* blocks() {
    for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes)
  }
  const found = []
  for await (const row of parseJson(blocks(), 'x.json'))
    found.push('object' in row ? row.object : [row.line, row.rejected, row.raw])
  return found
}

describe('parseJson(blocks, path)', () => {
  const odd = '[{"a": "]},{"},\n "rub,bish" , 7,null,[1, {"b": 2}],\n{"c": []}]'
  const expected = [
    { a: ']},{' },
    [2, 'not a JSON object', '"rub,bish"'],
    [2, 'not a JSON object', '7'],
    [2, 'not a JSON object', 'null'],
    [2, 'not a JSON object', '[1, {"b": 2}]'],
    { c: [] },
  ]

  it('rejects what is no object in an array, wherever the text is cut', async () => {
    for (const blockBytes of [1, 2, 3, 7, 1000])
      assert.deepEqual(await read(odd, blockBytes), expected, `blocks of ${blockBytes}`)
  })

  it('does so in a document of one line too', async () => {
    assert.deepEqual(await read('{"data":[{"a":1},null]}'), [
      { a: 1 },
      [1, 'not a JSON object', 'null'],
    ])
  })

  it('rejects a row that is nested too deep, and reads those around it', async () => {
    const deep = `{"type":"Feature","properties":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`
    const flat = '{"type":"Feature","properties":{"a":1}}'
    const text = `{"features":[\n${flat},\n${deep},\n${flat}\n]}`
    for (const document of [text, `${flat}\n${deep}\n${flat}`]) {
      const [before, refused, after] = await read(document)
      assert.deepEqual([before, after], [JSON.parse(flat), JSON.parse(flat)])
      const line = document === text ? 3 : 2
      assert.deepEqual(refused, [line, 'nested deeper than 64 levels', deep])
    }
  })

  it('finds no row in an empty array', async () => {
    for (const text of ['[]', '[ ]', '{"data": []}']) assert.deepEqual(await read(text), [])
  })
})
