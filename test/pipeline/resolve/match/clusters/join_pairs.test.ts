import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { joinPairs } from '../../../../../pipeline/resolve/match/clusters/steps.ts'

const nothing = () => false

describe('joinPairs(pairs, keepsApart)', () => {
  it('joins what is joined by others, under the smallest id', () => {
    const pairs = [
      { a: 5, b: 9, score: 7 },
      { a: 2, b: 5, score: 8 },
      { a: 3, b: 4, score: 6 },
    ]
    assert.deepEqual(
      joinPairs(pairs, nothing),
      new Map([
        [2, 2],
        [5, 2],
        [9, 2],
        [3, 3],
        [4, 3],
      ]),
    )
  })

  it('lets the better pair have what two want, of equal ones the first', () => {
    const apart = (one: number, other: number) => one + other === 4 // 1 and 3
    const wanted = [
      { a: 1, b: 2, score: 7 },
      { a: 2, b: 3, score: 9 },
      { a: 2, b: 5, score: 8 },
      { a: 2, b: 4, score: 8 },
    ]
    const never = (one: number, other: number) => apart(one, other) || one + other === 9
    assert.deepEqual(
      joinPairs(wanted, never),
      new Map([
        [2, 2],
        [3, 2],
        [4, 2],
      ]),
    )
  })

  it('joins last what a person decided is one, whatever keeps it apart', () => {
    const pairs = [{ a: 1, b: 2, score: 7 }]
    const decided = [{ a: 2, b: 3, same: true }]
    const clusters = joinPairs(pairs, () => true, decided)
    assert.deepEqual(
      clusters,
      new Map([
        [2, 2],
        [3, 2],
      ]),
    )
    assert.deepEqual(
      joinPairs(pairs, nothing, decided),
      new Map([
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    )
  })

  it('never joins what a person decided is different, by others or by decisions either', () => {
    const pairs = [
      { a: 1, b: 2, score: 9 },
      { a: 2, b: 3, score: 8 },
    ]
    const different = { a: 3, b: 1, same: false }
    assert.deepEqual(
      joinPairs(pairs, nothing, [different]),
      new Map([
        [1, 1],
        [2, 1],
      ]),
    )
    const same = { a: 2, b: 3, same: true }
    assert.deepEqual(
      joinPairs(pairs, nothing, [same, different]),
      new Map([
        [1, 1],
        [2, 1],
      ]),
    )
  })

  it('never holds two that are kept apart, in whatever order the pairs come', () => {
    const pair = fc
      .record({ a: fc.nat(20), b: fc.nat(20), score: fc.nat(5) })
      .filter(({ a, b }) => a < b)
    const vetoed = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 40 })
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 60 }), vetoed, fc.nat(), (pairs, list, seed) => {
        const keys = new Set(list.flatMap(([x, y]) => [`${x} ${y}`, `${y} ${x}`]))
        const apart = (one: number, other: number) => keys.has(`${one} ${other}`)
        const clusters = joinPairs(pairs, apart)
        for (const [one, cluster] of clusters)
          for (const [other, its] of clusters)
            if (one !== other && cluster === its) assert.ok(!apart(one, other))
        const shuffled = pairs.toSorted((x, y) => ((x.a * 7 + y.b + seed) % 3) - 1)
        const sorted = (map: Map<number, number>) => [...map].toSorted(([x], [y]) => x - y)
        assert.deepEqual(sorted(joinPairs(shuffled, apart)), sorted(clusters))
      }),
    )
  })
})
