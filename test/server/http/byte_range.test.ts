import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byteRange } from '../../../server/http/byte_range.ts'

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
