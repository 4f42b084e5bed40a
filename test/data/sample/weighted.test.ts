import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Random, Weighted, zipf } from '../../../data/sample/random.ts'

const draws = 20_000

function shares<T>(weighted: Weighted<T>): Map<T, number> {
  const random = new Random(1)
  const counts = new Map<T, number>()
  for (let draw = 0; draw < draws; draw++) {
    const item = weighted.draw(random)
    counts.set(item, (counts.get(item) ?? 0) + 1 / draws)
  }
  return counts
}

describe('Weighted.draw(random)', () => {
  it('draws each item in proportion to its weight', () => {
    const weights = fc
      .array(fc.nat(100), { minLength: 1, maxLength: 12 })
      .filter((list) => list.some((weight) => weight > 0))
    fc.assert(
      fc.property(weights, (list) => {
        const total = list.reduce((sum, weight) => sum + weight, 0)
        const drawn = shares(new Weighted([...list.keys()], list))
        for (const [item, weight] of list.entries()) {
          const share = drawn.get(item) ?? 0
          if (weight === 0) assert.equal(share, 0)
          assert.ok(
            Math.abs(share - weight / total) < 0.02,
            `${item} of ${list.join(' ')}: ${share}`,
          )
        }
      }),
      { numRuns: 30 },
    )
  })

  it('refuses weights that make no distribution', () => {
    assert.throws(() => new Weighted([], []), /0 items/)
    assert.throws(() => new Weighted(['a'], [0]), /weights of 0/)
    assert.throws(() => new Weighted(['a', 'b'], [2, -1]), /2 items/)
    assert.throws(() => new Weighted(['a', 'b'], [1]), /2 items/)
  })
})

describe('zipf(items, exponent)', () => {
  it('draws the nth item 1 / n^exponent as often as the first', () => {
    const drawn = shares(zipf(['a', 'b', 'c', 'd'], 1))
    for (const [item, rank] of [
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ] as const) {
      assert.ok(Math.abs(drawn.get(item)! / drawn.get('a')! - 1 / rank) < 0.03, item)
    }
  })
})
