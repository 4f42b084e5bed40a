import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { NearestRows } from '../../../../server/snapshot/tree/nearest_rows.ts'

const keys = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 500, size: 'max' })
const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

describe('NearestRows', () => {
  it('keeps the wanted rows and those that tie with the last', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 200 }), (keys, wanted) => {
        const nearest = new NearestRows(wanted, 250, (key) => key + 2)
        keys.forEach((key, row) => nearest.add(key, row))
        const last = ascending(keys.filter((key) => key <= 250))[wanted - 1] ?? 250
        const expected = keys.flatMap((key, row) => (key <= Math.min(250, last + 2) ? [row] : []))
        assert.deepEqual(ascending(nearest.rowsBetween(0, Math.min(250, last + 2))), expected)
        assert.ok(nearest.bound >= last)
      }),
      { numRuns: 300 },
    )
  })

  it('tells the key at any rank', () => {
    fc.assert(
      fc.property(keys, fc.nat(), (keys, any) => {
        fc.pre(keys.length > 0)
        const nearest = new NearestRows(keys.length, Infinity, (key) => key)
        keys.forEach((key, row) => nearest.add(key, row))
        const rank = any % keys.length
        assert.equal(nearest.keyAt(rank), ascending(keys)[rank])
        assert.equal(nearest.countBelow(100), keys.filter((key) => key < 100).length)
      }),
      { numRuns: 300 },
    )
  })

  it('holds no more than it needs', () => {
    const nearest = new NearestRows(20, Infinity, (key) => key)
    for (let row = 0; row < 10_000; row++) nearest.add((row * 7919) % 10_007, row)
    assert.ok(nearest.size < 50)
  })
})
