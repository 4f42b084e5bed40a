import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { haversineMiles } from '../../../data/geography/distance.ts'
import { zipCentroid, zipState } from '../../../data/geography/zip_codes.ts'
import { countyAt } from '../../../data/geography/counties.ts'
import { drawPlace } from '../../../data/sample/places.ts'
import { Random } from '../../../data/sample/random.ts'

const seed = 11
const places = Array.from({ length: 20_000 }, (_, number) => drawPlace(new Random(number), seed))
const share = (keep: (place: (typeof places)[number]) => boolean) =>
  places.filter(keep).length / places.length

describe('drawPlace(random, seed)', () => {
  it('gives a point near the middle of its ZIP code, in its state and county', () => {
    for (const place of places) {
      assert.equal(zipState(place.zip), place.state)
      assert.ok(haversineMiles(place, zipCentroid(place.zip)!) <= 10.01, JSON.stringify(place))
      const county = countyAt(place)
      if (place.county === null) continue
      assert.deepEqual([county?.name, county?.state], [place.county, place.state])
    }
  })

  it('gives states their share of the population, by the census of 2020', () => {
    const population = { CA: 39.54, TX: 29.15, FL: 21.54, NY: 20.2, OH: 11.8, CO: 5.77, VT: 0.64 }
    const unitedStates = 331.4 + 3.7
    for (const [state, millions] of Object.entries(population)) {
      const expected = millions / unitedStates
      const drawn = share((place) => place.state === state)
      assert.ok(Math.abs(drawn - expected) < 0.002 + 0.15 * expected, `${state}: ${drawn}`)
    }
  })

  it('clusters in and around cities', () => {
    const near = (lat: number, lng: number) =>
      share((place) => haversineMiles(place, { lat, lng }) < 25)
    const newYork = near(40.75, -73.99)
    assert.ok(newYork > 0.03 && newYork < 0.07, String(newYork))
    assert.ok(near(41.88, -87.65) > 0.012)
    assert.ok(near(42.9, -107.5) < 0.0005, 'the middle of Wyoming is empty')
  })

  it('invents one town for a ZIP code', () => {
    const towns = new Map<string, string>()
    for (const { zip, town } of places) {
      assert.equal(towns.get(zip) ?? town, town)
      towns.set(zip, town)
    }
    assert.ok(new Set(towns.values()).size > 2000)
  })
})
