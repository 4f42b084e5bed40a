import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { states } from '../../../../data/geography/states.ts'
import { mappedZips, zipCentroid, zipState } from '../../../../data/geography/zip_codes.ts'
import {
  inState,
  inUnitedStates,
  statesAt,
} from '../../../../pipeline/normalize/place/state_cells.ts'

describe('inState(point, state)', () => {
  it("holds of every ZIP code's centroid and the state that the Postal Service puts it in", () => {
    const outside = mappedZips.filter((zip) => !inState(zipCentroid(zip)!, zipState(zip)!))
    assert.deepEqual(outside, [])
    assert.equal(new Set(mappedZips.map(zipState)).size, states.length)
  })

  it('tells a state from its neighbour beyond a cell from the border', () => {
    const danville = { lat: 44.41, lng: -72.14 }
    assert.equal(inState(danville, 'VT'), true)
    assert.equal(inState({ lat: 44.41, lng: -71.0 }, 'VT'), false)
    assert.equal(inState(danville, 'NY'), false)
  })

  it('reaches past the date line', () => {
    assert.equal(inState({ lat: 52.9, lng: 172.9 }, 'AK'), true)
    assert.equal(inState({ lat: 51.9, lng: -176.6 }, 'AK'), true)
  })

  it('is false out of range', () => {
    assert.equal(inState({ lat: 144.41, lng: -72.14 }, 'VT'), false)
    assert.equal(inState({ lat: NaN, lng: -72.14 }, 'VT'), false)
  })
})

describe('statesAt(point)', () => {
  it('finds the one state deep inside it, and all of them at a corner', () => {
    assert.deepEqual(statesAt({ lat: 44.2, lng: -72.6 }), ['VT'])
    assert.deepEqual(statesAt({ lat: 37, lng: -109.045 }).toSorted(), ['AZ', 'CO', 'NM', 'UT'])
  })
})

describe('inUnitedStates(point)', () => {
  it('holds of every mapped ZIP code, and of a pier', () => {
    assert.ok(mappedZips.every((zip) => inUnitedStates(zipCentroid(zip)!)))
    assert.equal(inUnitedStates({ lat: 41.2, lng: -70.0 }), true)
  })

  for (const [place, lat, lng] of [
    ['Cambridge, England', 52.2, 0.12],
    ['Toronto', 43.7, -79.4],
    ['0,0', 0, 0],
    ['the North Pole', 90, 0],
    ['a latitude of 100', 100, -72],
  ] as const)
    it(`does not hold at ${place}`, () => {
      assert.equal(inUnitedStates({ lat, lng }), false)
      assert.deepEqual(statesAt({ lat, lng }), [])
    })
})
