import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { haversineKm } from '../../../data/geography/distance.ts'
import { readPlaces } from '../../../data/geography/gazetteer/gazetteer.ts'

const places = new Map(readPlaces().map((place) => [place.name, place]))

describe('readPlaces()', () => {
  it('names a seat without its county, even if a town of its name is larger', () => {
    const seat = places.get('Lake Butler, FL')!
    const other = places.get('Lake Butler, Orange County, FL')!
    assert.ok(haversineKm(seat, { lat: 30.022, lng: -82.34 }) < 5)
    assert.ok(haversineKm(other, { lat: 28.5, lng: -81.54 }) < 5)
    assert.ok(other.size > seat.size)
    assert.ok(!places.has('Lake Butler, Union County, FL'))
  })

  it('names a town without its county if it is far larger than others that are no seats', () => {
    const { size } = places.get('Burbank, CA')!
    const other = places.get('Burbank, Santa Clara County, CA')!
    assert.ok(size > 20 * other.size)
  })

  it('names each of two towns of one size with its county if none is a seat', () => {
    assert.ok(!places.has('Troy, PA'))
    assert.ok(places.has('Troy, Bradford County, PA') && places.has('Troy, Clearfield County, PA'))
  })
})
