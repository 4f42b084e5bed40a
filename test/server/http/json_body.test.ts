import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JsonBody } from '../../../server/http/json_body.ts'

describe('JsonBody', () => {
  it('joins bytes and text, however long', () => {
    const source = Buffer.from('[1,2,3]')
    const long = 'é'.repeat(100_000)
    const body = new JsonBody().text('{"a":').bytes(source, 1, 4).text(`,"b":"${long}"}`)
    assert.equal(body.toBuffer().toString(), `{"a":1,2,"b":"${long}"}`)
    assert.equal(body.text('[]').toBuffer().toString(), '[]', 'a document of its own')
  })

  it('joins pieces of every length over the ends of its blocks', () => {
    const pieces = Array.from({ length: 900 }, (_, at) => 'é'.repeat((at * 37) % 300))
    const body = new JsonBody()
    for (const piece of pieces) body.text(piece)
    assert.equal(body.toBuffer().toString(), pieces.join(''))
    const numbers = new JsonBody()
    const counts = Array.from({ length: 20_000 }, (_, at) => 123_456_789_012 + 97 * at)
    for (const count of counts) numbers.hundredths(count).text(',')
    assert.equal(
      numbers.toBuffer().toString(),
      counts.map((count) => `${JSON.stringify(count / 100)},`).join(''),
    )
  })

  it('writes hundredths as JSON does', () => {
    const few = Array.from({ length: 12_345 }, (_, count) => count)
    for (const count of [...few, 999_999, 1_000_000, 123_456_789_012])
      assert.equal(
        new JsonBody().hundredths(count).toBuffer().toString(),
        JSON.stringify(count / 100),
      )
  })

  it('leaves what was written alone, however many bodies come after it', () => {
    const texts = Array.from({ length: 300 }, (_, at) => `"${String(at).repeat((at % 40) * 37)}"`)
    const bodies = texts.map((text) => new JsonBody().text(text).toBuffer())
    assert.deepEqual(
      bodies.map((body) => body.toString()),
      texts,
    )
  })

  it('keeps bodies apart that are written at the same time', () => {
    const [first, second] = [new JsonBody(), new JsonBody()]
    first.text('"first')
    second.text('"second')
    const one = first.text('"').toBuffer()
    const third = new JsonBody().text('"third"')
    assert.equal(second.text('"').toBuffer().toString(), '"second"')
    assert.equal(third.toBuffer().toString(), '"third"')
    assert.equal(one.toString(), '"first"')
  })
})
