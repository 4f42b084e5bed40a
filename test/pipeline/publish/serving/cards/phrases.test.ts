import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Phrases } from '../../../../../pipeline/publish/serving/cards/phrases.ts'

/** The line of a stored one, read byte by byte as the format says. */
function read(stored: Buffer, { texts, starts }: Phrases): string {
  const parts: Buffer[] = []
  const bytes = [...stored]
  while (bytes.length > 0) {
    const length = bytes.shift()!
    assert.ok(length <= bytes.length, 'a literal ends within its line')
    parts.push(Buffer.from(bytes.splice(0, length)))
    if (bytes.length === 0) break
    const [low, high] = bytes.splice(0, 2) as [number, number]
    const phrase = low + 256 * high
    assert.ok(phrase + 1 < starts.length, 'there is such a phrase')
    parts.push(texts.subarray(starts[phrase], starts[phrase + 1]))
  }
  return Buffer.concat(parts).toString()
}

function write(line: string, phrases: Phrases): Buffer {
  const bytes = Buffer.from(line)
  const out = Buffer.alloc(bytes.length + Math.ceil(bytes.length / 60) + 8)
  return out.subarray(0, phrases.write(bytes, out, 0))
}

const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('"phone":null', '"zip":null', '"état":"é"', '"a":1') },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  fc.integer({ min: 250, max: 1100 }).map((length) => 'ü'.repeat(length)),
)
const line = fc.array(text, { minLength: 1, maxLength: 12 }).map((texts) => `,${texts.join()}`)

describe('Phrases', () => {
  it('store every line so that it is read back, learned from it or not', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.array(line), (learned, others) => {
        const phrases = new Phrases(learned.map((each) => Buffer.from(each)))
        for (const each of [...learned, ...others])
          assert.equal(read(write(each, phrases), phrases), each)
      }),
    )
  })

  it('take three bytes for what lines have alike, however long it is', () => {
    const alike = ',"phone":null,"email":null,"website":null,"tags":["eggs","honey"]'
    const lines = Array.from({ length: 100 }, (_, row) => `,"row":${row}${alike}`)
    const phrases = new Phrases(lines.map((each) => Buffer.from(each)))
    for (const [row, each] of lines.entries())
      assert.equal(write(each, phrases).length, `,"row":${row}`.length + 3)
  })

  it('need no line', () => {
    const none = new Phrases([])
    assert.deepEqual([...none.starts], [0, 0])
    assert.equal(read(write(',"a":"b"', none), none), ',"a":"b"')
  })
})
