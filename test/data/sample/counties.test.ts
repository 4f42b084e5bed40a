import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countyAt, isIn } from '../../../data/sample/counties.ts'

const named = (lat: number, lng: number) => {
  const county = countyAt({ lat, lng })
  return county && `${county.name}, ${county.state}`
}

describe('countyAt(point)', () => {
  it('finds the county of a point', () => {
    assert.equal(named(44.42, -72.02), 'Caledonia, VT')
    assert.equal(named(41.88, -87.63), 'Cook, IL')
    assert.equal(named(21.31, -157.86), 'Honolulu, HI')
    assert.equal(named(61.22, -149.9), 'Anchorage, AK')
    assert.equal(named(18.22, -66.43), 'Orocovis, PR')
    assert.equal(named(52.9, 172.9), 'Aleutians West, AK')
  })

  it('finds the city that is a hole in the county around it', () => {
    assert.equal(named(38.03, -78.48), 'Charlottesville, VA')
    assert.equal(named(38.03, -78.6), 'Albemarle, VA')
    assert.equal(isIn({ lat: 38.03, lng: -78.48 }, countyAt({ lat: 38.03, lng: -78.6 })!), false)
  })

  it('is null at sea and abroad', () => {
    assert.equal(named(40, -60), null)
    assert.equal(named(51.5, -0.1), null)
    assert.equal(named(0, 0), null)
  })
})
