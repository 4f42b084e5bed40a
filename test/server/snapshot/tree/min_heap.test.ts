import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MinHeap } from '../../../../server/snapshot/tree/min_heap.ts'

describe('MinHeap', () => {
  it('gives values in the order of their keys, whenever they were pushed', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (steps) => {
        const heap = new MinHeap()
        const expected: number[] = []
        for (const key of steps) {
          if (key !== null) {
            heap.push(key, 1000 + key)
            expected.push(key)
            expected.sort((a, b) => a - b)
          } else if (expected.length > 0) {
            assert.equal(heap.pop(), 1000 + expected.shift()!)
          }
          assert.equal(heap.least, expected[0] ?? Infinity)
        }
      }),
      { numRuns: 300 },
    )
  })
})
