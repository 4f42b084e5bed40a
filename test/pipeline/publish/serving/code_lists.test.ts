import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { withNodeSums } from '../../../../pipeline/publish/serving/code_lists.ts'

describe('withNodeSums(rows, tree, codeCount, values)', () => {
  const rows = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 5 }), {
    minLength: 64,
    maxLength: 200,
  })

  it('sums up nodes of many rows as counting their codes does, and leaves others out', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (rows, seed) => {
        const codes = rows.map((each) => each.toSorted((a, b) => a - b))
        const starts = Uint32Array.from([
          0,
          ...codes.map((_, row) => codes.slice(0, row + 1).flat().length),
        ])
        const all = Uint32Array.from(codes.flat())
        const values = Float64Array.from(all, (code, at) => (code + 1) * (at % 7))
        const cut = 1 + (seed % (rows.length - 1))
        const first = Uint32Array.of(0, 0, cut)
        const end = Uint32Array.of(rows.length, cut, rows.length)
        const sums = withNodeSums({ rowStarts: starts, rowCodes: all }, { first, end }, 10, values)
        for (const node of first.keys()) {
          const found = [...sums.nodeCodes.keys()].slice(
            sums.nodeStarts[node],
            sums.nodeStarts[node + 1],
          )
          const expected = new Map<number, [number, number]>()
          for (let at = starts[first[node]!]!; at < starts[end[node]!]!; at++) {
            const [count, sum] = expected.get(all[at]!) ?? [0, 0]
            expected.set(all[at]!, [count + 1, sum + values[at]!])
          }
          const many = end[node]! - first[node]! >= 64
          assert.deepEqual(
            found.map((at) => [sums.nodeCodes[at], [sums.nodeCounts[at], sums.nodeSums[at]]]),
            many ? [...expected].toSorted(([a], [b]) => a - b) : [],
          )
        }
      }),
      { numRuns: 100 },
    )
  })
})
