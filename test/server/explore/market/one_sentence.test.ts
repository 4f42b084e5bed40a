import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Landscape } from '../../../../server/explore/market/market.ts'
import { inOneSentence } from '../../../../server/explore/market/sections.ts'

const sentence = (
  place_types: Record<string, number>,
  products: { known: number; median: string | null },
) => {
  const total_farms = Object.values(place_types).reduce((sum, count) => sum + count)
  const { known, median } = products
  const landscape = { total_farms, radius_miles: 25, place_types, known: { products: known } }
  return inOneSentence({ ...landscape, said: { products: { median } } } as unknown as Landscape)
}

describe('inOneSentence(landscape)', () => {
  it('says how many places, of which type most, and what is known of their products', () => {
    assert.equal(
      sentence({ csa: 15, farmers_market: 71 }, { known: 54, median: '2018-11-02' }),
      '86 places within 25 miles; 71 are farmers markets; products are known for 63\u00a0%, half of them last confirmed by November 2018.',
    )
    assert.equal(
      sentence({ csa: 3 }, { known: 0, median: null }),
      '3 places within 25 miles; all are CSAs; products are known for 0\u00a0%.',
    )
  })
})
