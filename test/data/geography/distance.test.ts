import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { earthRadiusMi, haversineMiles, unitVector } from '../../../data/geography/distance.ts'

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const halfCircle = Math.PI * earthRadiusMi

function near(actual: number, expected: number, tolerance: number) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not near ${expected}`)
}

describe('haversineMiles(a, b)', () => {
  it('measures a quarter of the circle from the equator to a pole', () => {
    near(haversineMiles({ lat: 0, lng: 12 }, { lat: 90, lng: -70 }), halfCircle / 2, 1e-9)
  })
  it('measures half of it between antipodes', () => {
    near(haversineMiles({ lat: 44, lng: -72 }, { lat: -44, lng: 108 }), halfCircle, 1e-4)
  })
  it('measures across the date line', () => {
    const degree = halfCircle / 180
    near(haversineMiles({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }), degree, 1e-9)
  })
  it('is the same both ways, and never over half the circle', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const miles = haversineMiles(a, b)
        assert.equal(miles, haversineMiles(b, a))
        assert.ok(miles >= 0 && miles <= halfCircle)
      }),
    )
  })
  it('agrees with the angle between the unit vectors', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const [u, v] = [unitVector(a), unitVector(b)]
        const chord = Math.hypot(u.x - v.x, u.y - v.y, u.z - v.z)
        near(haversineMiles(a, b), 2 * earthRadiusMi * Math.asin(Math.min(1, chord / 2)), 1e-3)
      }),
    )
  })
})

describe('unitVector(point)', () => {
  it('has length 1', () => {
    fc.assert(
      fc.property(point, (p) => {
        const { x, y, z } = unitVector(p)
        near(Math.hypot(x, y, z), 1, 1e-12)
      }),
    )
  })
})
