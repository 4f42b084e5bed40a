import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Random } from '../../../data/sample/random.ts'

const take = (count: number, draw: () => number) => Array.from({ length: count }, draw)
const mean = (numbers: number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

describe('Random', () => {
  it('gives the same numbers for the same key, and others for another', () => {
    const key = fc.array(fc.nat(), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(key, (numbers) => {
        const [first, again] = [new Random(...numbers), new Random(...numbers)]
        const other = new Random(...numbers.slice(0, -1), numbers.at(-1)! + 1)
        const drawn = take(4, () => first.bits())
        assert.deepEqual(
          take(4, () => again.bits()),
          drawn,
        )
        assert.notDeepEqual(
          take(4, () => other.bits()),
          drawn,
        )
      }),
    )
  })

  it('gives these numbers for ever: a feed is named by its seed', () => {
    const random = new Random(1, 2)
    assert.deepEqual(
      take(3, () => random.bits()),
      [4256667331, 2408185632, 2032005045],
    )
  })

  it('has neighbouring keys whose first numbers spread evenly', () => {
    const firsts = Array.from({ length: 100_000 }, (_, key) => new Random(7, key).fraction())
    const tenths = Array.from({ length: 10 }, (_, tenth) => {
      return firsts.filter((number) => Math.floor(number * 10) === tenth).length
    })
    for (const count of tenths) assert.ok(Math.abs(count - 10_000) < 400, String(tenths))
  })

  it('draws whole numbers of a range, both ends included', () => {
    const random = new Random(1)
    const drawn = new Set(take(1000, () => random.integer(-1, 3)))
    assert.deepEqual(drawn, new Set([-1, 0, 1, 2, 3]))
  })

  it('draws with a chance', () => {
    const random = new Random(1)
    const hits = take(100_000, () => +random.chance(0.3))
    assert.ok(Math.abs(mean(hits) - 0.3) < 0.01)
    assert.equal(
      random.maybe(0, () => 1),
      undefined,
    )
    assert.equal(
      random.maybe(1, () => 1),
      1,
    )
  })

  it('draws from the normal distribution', () => {
    const random = new Random(1)
    const drawn = take(100_000, () => random.normal())
    assert.ok(Math.abs(mean(drawn)) < 0.02)
    assert.ok(Math.abs(mean(drawn.map((number) => number * number)) - 1) < 0.03)
  })
})
