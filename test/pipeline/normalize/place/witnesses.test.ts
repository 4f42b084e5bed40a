import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { townsNamed } from '../../../../data/geography/towns.ts'
import { zipCentroid } from '../../../../data/geography/zip_codes.ts'
import { confirmed, verdictOn } from '../../../../pipeline/normalize/place/witnesses.ts'

const sanDiego = { state: 'CA', zip: '92101', county: 'San Diego', city: 'San Diego' }
const middleOfCalifornia = { lat: 37.2417, lng: -119.601 }
/** A point so many kilometers north of the middle of the ZIP code area. */
const north = (km: number) => {
  const { lat, lng } = zipCentroid('92101')!
  return { lat: lat + (180 * km) / (Math.PI * 6371.0088), lng }
}
const needles = { lat: 34.848, lng: -114.614 }
const los_angeles = { lat: 34.0537, lng: -118.2428 }

describe('verdictOn(point, address)', () => {
  const cases: Record<string, [string, { lat: number; lng: number }, object]> = {
    'a ZIP code nearby, whatever the county says': [
      'exact',
      { lat: 32.72, lng: -117.16 },
      { county: 'Fresno', city: 'Fresno' },
    ],
    'ZIP code and county that agree against the point': ['county', middleOfCalifornia, {}],
    'ZIP code and city that agree against it, without a county': [
      'city',
      middleOfCalifornia,
      { county: null },
    ],
    'a ZIP code that county and city contradict': [
      'exact',
      los_angeles,
      { county: 'Los Angeles', city: 'Los Angeles' },
    ],
    'a ZIP code that only the city contradicts': [
      'doubtful',
      los_angeles,
      { county: null, city: 'Los Angeles' },
    ],
    'a county for the point and a city for the ZIP code': [
      'doubtful',
      los_angeles,
      { county: 'Los Angeles' },
    ],
    'a city for the point and a county for the ZIP code': [
      'doubtful',
      los_angeles,
      { city: 'Los Angeles' },
    ],
    'a ZIP code far off, and nothing else': ['doubtful', los_angeles, { county: null, city: null }],
    'a ZIP code 35 km off, and nothing else': [
      'exact',
      { lat: 33.03, lng: -117.16 },
      { county: null, city: null },
    ],
    'a ZIP code 35 km off, with a city that is there': [
      'doubtful',
      { lat: 33.03, lng: -117.16 },
      { county: null },
    ],
    'a ZIP code 24.9 km off, whatever the county says': [
      'exact',
      north(24.9),
      { county: 'Fresno', city: 'Fresno' },
    ],
    'a ZIP code 25.1 km off, and another county': [
      'doubtful',
      north(25.1),
      { county: 'Fresno', city: 'Fresno' },
    ],
    'a ZIP code 49.9 km off, and nothing else': [
      'exact',
      north(49.9),
      { county: null, city: null },
    ],
    'a ZIP code 50.1 km off, and nothing else': [
      'doubtful',
      north(50.1),
      { county: null, city: null },
    ],
    'a city for the ZIP code, in the county of both': [
      'doubtful',
      needles,
      { zip: '92401', county: 'San Bernardino', city: 'San Bernardino' },
    ],
    'no ZIP code, 4 km outside the county': [
      'exact',
      { lat: 32.51, lng: -117 },
      { zip: null, city: null },
    ],
    'no ZIP code, 8 km outside the county': [
      'doubtful',
      { lat: 32.47, lng: -117 },
      { zip: null, city: null },
    ],
    'no ZIP code, and county and city elsewhere': ['doubtful', los_angeles, { zip: null }],
    'no ZIP code, and only the county elsewhere': [
      'exact',
      los_angeles,
      { zip: null, city: 'Los Angeles' },
    ],
    'no ZIP code, and a county that does not exist': [
      'exact',
      los_angeles,
      { zip: null, county: 'Nowhere', city: null },
    ],
    nothing: ['exact', los_angeles, { zip: null, county: null, city: null }],
  }
  for (const [says, [verdict, point, address]] of Object.entries(cases))
    it(`${verdict}: ${says}`, () => {
      assert.equal(verdictOn(point, { ...sanDiego, ...address }), verdict)
    })
})

describe('confirmed(location, address)', () => {
  const street = '1 Example Street'
  const location = {
    ...middleOfCalifornia,
    state: 'CA',
    location_precision: 'exact' as const,
    corrections: ['longitude sign flipped'],
  }

  it('puts the middle of the ZIP code area in the place of the point, and says why', () => {
    assert.deepEqual(confirmed(location, { ...sanDiego, street }), {
      ...location,
      ...zipCentroid('92101'),
      location_precision: 'zip_centroid',
      corrections: [
        'longitude sign flipped',
        'location from ZIP code and county, against the coordinates',
      ],
    })
  })

  it('keeps a doubtful point, and says so', () => {
    const { lat, lng, location_precision, corrections } = confirmed(location, {
      ...sanDiego,
      county: null,
      city: null,
      street,
    })
    assert.deepEqual({ lat, lng }, middleOfCalifornia)
    assert.equal(location_precision, 'doubtful')
    assert.deepEqual(corrections, [
      'longitude sign flipped',
      'location doubtful: against the address',
    ])
  })

  it('leaves what has no point of its own', () => {
    const centroid = { ...location, location_precision: 'zip_centroid' as const }
    assert.equal(confirmed(centroid, { ...sanDiego, street }), centroid)
  })

  it('doubts the middle of the town, if there is no street', () => {
    const [middle] = townsNamed('San Diego', 'CA')
    const there = { ...location, lat: middle!.lat + 0.0005, lng: middle!.lng }
    const precisionAt = (lat: number, given: string | null) =>
      confirmed({ ...there, lat }, { ...sanDiego, street: given }).location_precision
    for (const none of [null, 'PO Box 12', 'P.O. Box 12', 'Post Office Drawer A'])
      assert.equal(precisionAt(there.lat, none), 'doubtful', `${none}`)
    for (const one of [street, 'Market Square', 'PO Box 12, 1 Example Street'])
      assert.equal(precisionAt(there.lat, one), 'exact', one)
    assert.equal(precisionAt(middle!.lat + 0.002, null), 'exact')
  })
})
