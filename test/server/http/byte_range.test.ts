import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byteRange, rangedAnswer } from '../../../server/http/byte_range.ts'

describe('byteRange(header, size)', () => {
  const cases: [header: string | undefined, size: number, expected: unknown][] = [
    [undefined, 100, 'whole'],
    ['bytes=0-99', 100, { first: 0, last: 99 }],
    ['bytes=0-0', 100, { first: 0, last: 0 }],
    ['bytes=10-', 100, { first: 10, last: 99 }],
    ['bytes=-10', 100, { first: 90, last: 99 }],
    ['bytes=-1000', 100, { first: 0, last: 99 }],
    ['bytes=90-1000', 100, { first: 90, last: 99 }],
    ['bytes=100-', 100, null],
    ['bytes=-0', 100, null],
    ['bytes=0-', 0, null],
    ['bytes=5-4', 100, 'whole'],
    ['bytes=-', 100, 'whole'],
    ['bytes=1-2,4-5', 100, 'whole'],
    ['bytes=a-b', 100, 'whole'],
    ['rows=1-2', 100, 'whole'],
    ['bytes=99999999999999999999-', 100, null],
  ]
  for (const [header, size, expected] of cases)
    it(`reads ${header} of ${size} bytes`, () =>
      assert.deepEqual(byteRange(header, size), expected))
})

describe('rangedAnswer(request, content)', () => {
  const whole = Buffer.from('0123456789')
  const answer = (headers: Record<string, string>, method = 'GET', content = whole) => {
    const {
      status,
      content: fields,
      body,
    } = rangedAnswer(
      { req: { headers }, method },
      {
        tag: '"a"',
        headers: {},
        type: 'text/plain',
        bytes: content.length,
        part: ({ first, last }) => content.subarray(first, last + 1),
      },
    )
    const { 'Content-Length': length, 'Content-Range': range } = fields ?? {}
    return [status, length, range, typeof body === 'function' ? String(body()) : undefined]
  }

  it('gives the bytes that are asked for, a single one too', () => {
    assert.deepEqual(answer({ range: 'bytes=3-3' }), [206, '1', 'bytes 3-3/10', '3'])
    assert.deepEqual(answer({ range: 'bytes=-4' }), [206, '4', 'bytes 6-9/10', '6789'])
    assert.deepEqual(answer({}), [200, '10', undefined, '0123456789'])
    assert.deepEqual(answer({}, 'GET', Buffer.alloc(0)), [200, '0', undefined, ''])
  })

  it('gives all for another edition, and for methods that have no ranges', () => {
    const all = [200, '10', undefined, '0123456789']
    const range = 'bytes=3-3'
    assert.deepEqual(answer({ range, 'if-range': '"b"' }), all)
    assert.deepEqual(answer({ range, 'if-range': '"a"' })[0], 206)
    assert.deepEqual(answer({ range }, 'HEAD'), all)
  })

  it('gives nothing to a client that has it', () => {
    for (const known of ['"a"', 'W/"a"', '"b", "a"', ' * '])
      assert.deepEqual(answer({ 'if-none-match': known }), [200, undefined, undefined, undefined])
    assert.equal(answer({ 'if-none-match': '"b"' })[1], '10')
  })
})
