import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  countiesNamed,
  countyAt,
  countyName,
  countyNear,
} from '../../../data/geography/counties.ts'
import { isInside } from '../../../data/geography/outlines.ts'

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
    const { outlines } = countyAt({ lat: 38.03, lng: -78.6 })!
    assert.equal(isInside({ lat: 38.03, lng: -78.48 }, outlines), false)
  })

  it('is null at sea and abroad', () => {
    assert.equal(named(40, -60), null)
    assert.equal(named(51.5, -0.1), null)
    assert.equal(named(0, 0), null)
  })
})

describe('countyNear(point)', () => {
  it('forgives a coast that is simplified, up to 8 km', () => {
    const pier = { lat: 41.89, lng: -87.55 }
    assert.equal(countyAt(pier), null)
    assert.deepEqual([countyNear(pier)?.name, countyNear(pier)?.fips], ['Cook', '17031'])
    assert.equal(countyNear({ lat: 41.89, lng: -87.4 }), null)
  })

  it('is the county itself inside of one', () => {
    assert.equal(countyNear({ lat: 44.42, lng: -72.02 })?.fips, '50005')
    assert.equal(countyName('50005'), 'Caledonia')
  })
})

describe('countiesNamed(name, state)', () => {
  const codes = (name: string, state: string) => countiesNamed(name, state).map(({ fips }) => fips)

  it('knows a county however it is written', () => {
    for (const name of ['Dona Ana', 'DOÑA ANA COUNTY', ' doña ana co.'])
      assert.deepEqual(codes(name, 'NM'), ['35013'])
    assert.deepEqual(codes('Saint Johns', 'FL'), codes('St. Johns County', 'FL'))
    assert.deepEqual(codes('Jefferson Parish', 'LA'), ['22051'])
    assert.deepEqual(codes('Prince George’s', 'MD'), ['24033'])
  })

  it('lists the city and the county of one name', () => {
    assert.deepEqual(codes('Baltimore City', 'MD').toSorted(), ['24005', '24510'])
  })

  it('is empty for one that the state does not have', () => {
    assert.deepEqual(codes('Caledonia', 'NY'), [])
  })
})
