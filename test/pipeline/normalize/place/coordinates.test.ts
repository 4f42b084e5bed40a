import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { mappedZips, zipCentroid, zipState } from '../../../../data/geography/zip_codes.ts'
import { locate } from '../../../../pipeline/normalize/place/coordinates.ts'

/** Danville, Vermont. */
const lat = 44.411036
const lng = -72.140337
const zip = '05828'
const state = 'VT'
const exact = { lat, lng, state, location_precision: 'exact' }
const centroid = { ...zipCentroid(zip), state, location_precision: 'zip_centroid' }
const nowhere = { lat: null, lng: null, state, location_precision: null }

describe('locate(place)', () => {
  it('takes coordinates in the stated state as they are, to the last digit', () => {
    assert.deepEqual(locate({ lat, lng, state, zip }), { ...exact, corrections: [] })
  })

  describe('reads text', () => {
    for (const [y, x] of [
      ['44.411036', '-72.140337'],
      [' 44.411036\u00a0', '-72.140337, '],
      ['44.411036°', '−72.140337'],
      ['44.411036 N', '72.140337° W'],
      ['4.4411036E+1', '-72.140337'],
      ['44,411036', '-72,140337'],
      ['N 44 24.66216', 'W72°8.42022′'],
      [`44°24'39.7296"N`, `-72° 8' 25.2132''`],
    ] as const)
      it(`${y}; ${x}`, () => {
        assert.deepEqual(locate({ lat: y, lng: x, state, zip }), { ...exact, corrections: [] })
      })
  })

  describe('corrects what is certain', () => {
    for (const [corrections, wrong] of [
      [['coordinates swapped'], { lat: lng, lng: lat }],
      [['longitude sign flipped'], { lat, lng: -lng }],
      [['latitude sign flipped'], { lat: -lat, lng }],
      [['latitude sign flipped', 'longitude sign flipped'], { lat: -lat, lng: -lng }],
      [['coordinates swapped', 'longitude sign flipped'], { lat: -lng, lng: lat }],
    ] as const)
      it(corrections.join(', '), () => {
        assert.deepEqual(locate({ ...wrong, state, zip }), { ...exact, corrections })
        assert.deepEqual(locate({ ...wrong, state, zip: null }), { ...exact, corrections })
      })

    it('swaps a latitude out of range too', () => {
      const {
        lat: y,
        lng: x,
        corrections,
      } = locate({ lat: -103.66, lng: 41.86, state: 'NE', zip: null })
      assert.deepEqual([y, x, corrections], [41.86, -103.66, ['coordinates swapped']])
    })

    it('but not if two variants are in the state, among the Aleutian Islands', () => {
      const islands = { lat: -51.3, lng: 179.1, zip: null }
      for (const lng of [179.1, -179.1])
        assert.equal(locate({ lat: 51.3, lng, state: 'AK', zip: null }).location_precision, 'exact')
      assert.equal(locate({ ...islands, state: 'AK' }).lat, null)
      assert.equal(locate({ ...islands, state: null }, () => true).lat, null)
    })

    it('takes the state from coordinates and ZIP code against the one stated', () => {
      const phenixCity = { lat: 32.47, lng: -85.0, zip: '36867' }
      assert.deepEqual(locate({ ...phenixCity, state: 'AK' }), {
        lat: 32.47,
        lng: -85.0,
        state: 'AL',
        location_precision: 'exact',
        corrections: ['state from coordinates and ZIP code'],
      })
    })
  })

  describe('fills a state that is missing', () => {
    it('from the ZIP code, where the coordinates agree or are missing', () => {
      const corrections = ['state from the ZIP code']
      assert.deepEqual(locate({ lat, lng, state: null, zip }), { ...exact, corrections })
      assert.deepEqual(locate({ lat: null, lng: null, state: null, zip }), {
        ...centroid,
        corrections: ['state from the ZIP code', 'location from the ZIP code'],
      })
    })
    it('from the coordinates, deep inside a state', () => {
      const corrections = ['state from the coordinates']
      assert.deepEqual(locate({ lat, lng, state: null, zip: null }), { ...exact, corrections })
    })
    it('not where the ZIP code disagrees, or a border is near', () => {
      const unknown = { ...exact, state: null, corrections: [] }
      assert.deepEqual(locate({ lat, lng, state: null, zip: '90210' }), unknown)
      const corner = { lat: 37, lng: -109.045 }
      assert.equal(locate({ ...corner, state: null, zip: null }).state, null)
    })
    it('not from coordinates abroad, whose variants are only guesses', () => {
      assert.deepEqual(locate({ lat, lng: -lng, state: null, zip: null }), {
        ...nowhere,
        state: null,
        corrections: ['coordinates outside the United States'],
      })
    })
  })

  describe('corrects coordinates without state and ZIP code', () => {
    const unstated = { state: null, zip: null }
    const found = { ...exact, corrections: ['coordinates swapped', 'state from the coordinates'] }

    it('where exactly one variant is in the United States, and likely', () => {
      assert.deepEqual(
        locate({ lat: lng, lng: lat, ...unstated }, () => true),
        found,
      )
      const western = { lat: -103.66, lng: 41.86, ...unstated }
      assert.equal(locate(western, () => true).state, 'NE', 'a latitude out of range')
      assert.deepEqual(locate(western).lat, null, 'not likely')
    })

    it('but not where a ZIP code has its say, or the point is in the United States', () => {
      const asked: unknown[] = []
      const note = (point: unknown) => asked.push(point) > 0
      locate({ lat, lng, ...unstated }, note)
      locate({ lat: 52.2, lng: 0.12, state: null, zip }, note)
      locate({ lat: 52.2, lng: 0.12, state, zip: null }, note)
      assert.deepEqual(asked, [])
    })
  })

  describe('drops what it cannot correct, and falls back on the ZIP code', () => {
    for (const [reason, y, x] of [
      ['coordinates unreadable', 'north', 'west'],
      ['coordinates incomplete', '44.41', ''],
      ['coordinates out of range', 144.41, -372.14],
      ['coordinates near 0,0', 0, 0],
      ['coordinates near 0,0', '0.000001', '-0.5'],
      ['coordinates outside the United States', 52.2, 0.12],
      ['coordinates outside the state', 41.76, -87.6],
    ] as const)
      it(`${reason}: ${y}; ${x}`, () => {
        assert.deepEqual(locate({ lat: y, lng: x, state, zip }), {
          ...centroid,
          corrections: [reason, 'location from the ZIP code'],
        })
        const without = { ...nowhere, corrections: [reason] }
        assert.deepEqual(locate({ lat: y, lng: x, state, zip: null }), without)
      })

    it('but not on the ZIP code of another state', () => {
      assert.deepEqual(locate({ lat: null, lng: null, state, zip: '90210' }), {
        ...nowhere,
        corrections: [],
      })
    })

    for (const blank of [null, '', ' ', 'nan', '-', 'N/A'])
      it(`takes ${JSON.stringify(blank)} for no coordinate`, () => {
        const corrections = ['location from the ZIP code']
        assert.deepEqual(locate({ lat: blank, lng: blank, state, zip }), {
          ...centroid,
          corrections,
        })
      })
  })

  const places = fc.constantFrom(...mappedZips).map((each) => ({
    ...zipCentroid(each)!,
    state: zipState(each)!,
    zip: each,
  }))

  it('undoes swaps and flips anywhere in the United States, or does nothing', () => {
    const wrong = fc.constantFrom(
      (y: number, x: number) => ({ lat: x, lng: y }),
      (y: number, x: number) => ({ lat: y, lng: -x }),
      (y: number, x: number) => ({ lat: -y, lng: x }),
    )
    fc.assert(
      fc.property(places, wrong, (place, make) => {
        const found = locate({ ...place, ...make(place.lat, place.lng) })
        assert.deepEqual([found.lat, found.lng, found.state], [place.lat, place.lng, place.state])
      }),
    )
  })

  it('finds nothing to correct in what it located', () => {
    const anyPlace = fc.record({
      lat: fc.double({ min: -180, max: 180, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      state: fc.option(places.map((place) => place.state)),
      zip: fc.option(fc.constantFrom(...mappedZips)),
    })
    const mixed = fc.oneof(
      anyPlace,
      fc.tuple(anyPlace, places).map(([a, b]) => ({ ...b, zip: a.zip })),
    )
    fc.assert(
      fc.property(mixed, (place) => {
        const once = locate(place)
        const { lat: y, lng: x, state: found } = once
        if (y === null || x === null) return
        const twice = locate({ lat: y, lng: x, state: found, zip: place.zip })
        assert.deepEqual(twice, { ...once, location_precision: 'exact', corrections: [] })
      }),
    )
  })
})
