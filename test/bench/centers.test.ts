import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { haversineMiles, type Point } from '../../data/geography/distance.ts'
import { Random } from '../../data/sample/random.ts'
import { Centers } from './centers.ts'

const drawn = (centers: Centers, count: number) =>
  Array.from({ length: count }, () => centers.next())
const asAsked = ({ lat, lng }: Point) => `${lat.toFixed(6)},${lng.toFixed(6)}`

describe('Centers', () => {
  it('draws no center twice, as requests have it', () => {
    for (const centers of [
      Centers.overAllStates(new Random(1)),
      Centers.near({ lat: 40, lng: -75 }, new Random(1)),
    ])
      assert.equal(new Set(drawn(centers, 200_000).map(asAsked)).size, 200_000)
  })

  it('draws the same by the same seed, others by another', () => {
    const [a, b, c] = [1, 1, 2].map((seed) => drawn(Centers.overAllStates(new Random(seed)), 50))
    assert.deepEqual(a, b)
    assert.notDeepEqual(a, c)
  })

  it('spreads them over the contiguous states by area', () => {
    const points = drawn(Centers.overAllStates(new Random(1)), 50_000)
    const share = (isThere: (point: Point) => boolean) =>
      points.filter(isThere).length / points.length
    // Texas has 268,600 of the 3,120,000 square miles, and most of this box; Kansas is a box.
    const kansas = share(({ lat, lng }) => lat > 37 && lat < 40 && lng > -102.05 && lng < -94.62)
    assert.ok(Math.abs(kansas - 82_300 / 3_120_000) < 0.003, String(kansas))
    const [north, south] = [share(({ lat }) => lat > 40), share(({ lat }) => lat < 40)]
    assert.ok(north > 0.4 && south > 0.4)
  })

  it('draws within some 10 miles of a place', () => {
    const place = { lat: 40, lng: -75 }
    for (const point of drawn(Centers.near(place, new Random(1)), 1000))
      assert.ok(haversineMiles(place, point) < 12)
  })
})
