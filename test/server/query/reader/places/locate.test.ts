import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { readPlaces, readZipCodes } from '../../../../../data/geography/gazetteer/gazetteer.ts'
import { haversineKm } from '../../../../../data/geography/distance.ts'
import { Problem } from '../../../../../server/http/problem.ts'
import { locate } from '../../../../../server/query/reader/places/locate.ts'
import { Gazetteer } from '../../../../../server/snapshot/columns/gazetteer.ts'

const gazetteer = Gazetteer.get()

/** What a refusal says of a name: the parameters at fault. */
function refusalOf(query: string) {
  try {
    const { name } = locate(gazetteer, query)
    throw new Error(`${query} is found: ${name}`)
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.kind, 'bad-request')
    assert.ok(error.errors.every(({ parameter }) => parameter === 'near'))
    return error
  }
}
const suggestionsOf = (query: string) => refusalOf(query).errors.map(({ suggestion }) => suggestion)

describe('locate(gazetteer, query)', () => {
  it('finds places that were looked up by hand, within 15 km', () => {
    const rows: string[][] = parse(readFileSync(new URL('named_places.csv', import.meta.url)))
    assert.ok(rows.length >= 60)
    for (const [query, lat, lng] of rows) {
      const found = locate(gazetteer, query!)
      const km = haversineKm(found, { lat: Number(lat), lng: Number(lng) })
      assert.ok(km <= 15, `${query}: ${found.name} is ${km} km away`)
      assert.equal(found.query, query)
    }
  })

  it('finds every ZIP code, where it is', () => {
    for (const { zip, lat, lng, town } of readZipCodes()) {
      const found = locate(gazetteer, zip)
      assert.deepEqual([found.lat, found.lng, found.kind], [lat, lng, 'zip'])
      assert.equal(found.name, town ? `${town} ${zip}` : zip)
    }
  })

  it('finds every place of the gazetteer by its name, and no other', () => {
    for (const { name, kind, lat, lng, county_fips } of readPlaces()) {
      const precision = kind === 'city' ? 'town' : 'county'
      const state = name.slice(-2)
      const place = { query: name, name, lat, lng, kind, precision, state, county_fips }
      assert.deepEqual(locate(gazetteer, name), place)
    }
  })

  it('finds a ZIP code by the name that it is given', () => {
    const { name } = locate(gazetteer, '05828')
    assert.equal(name, 'Danville, VT 05828')
    assert.equal(locate(gazetteer, name).lat, locate(gazetteer, '05828').lat)
    assert.equal(locate(gazetteer, '05828-1234').name, name)
  })

  it('says what it found', () => {
    assert.deepEqual(Object.keys(locate(gazetteer, 'saint paul')), [
      'query', 'name', 'lat', 'lng', 'kind', 'precision', 'state', 'county_fips',
    ]) // prettier-ignore
    assert.equal(locate(gazetteer, 'albany ny').name, 'Albany, NY')
    assert.equal(locate(gazetteer, 'albany county, ny').kind, 'county')
  })

  it('reads what people paste: coordinates, ZIP+4, nicknames, areas, addresses', () => {
    for (const [query, name, precision, county_fips] of [
      ['42.65,-73.75', '42.65,-73.75', 'point', '36001'],
      ['42.65° N, 73.75° W', '42.65,-73.75', 'point', '36001'],
      ['12207-1234', 'Albany, NY 12207', 'zip', '36001'],
      ['NYC', 'New York, NY', 'town', '36061'],
      ['sf', 'San Francisco, CA', 'town', '06075'],
      ['Philly', 'Philadelphia, PA', 'town', '42101'],
      ['NYC, NY', 'New York, NY', 'town', '36061'],
      ['New York City', 'New York, NY', 'town', '36061'],
      ['the Bronx', 'Bronx, NY', 'town', '36005'],
      ['vegas nv', 'Las Vegas, NV', 'town', '32003'],
      ['LA', 'Los Angeles, CA', 'town', '06037'],
      ['downtown LA, CA', 'Los Angeles, CA', 'town', '06037'],
      ['LA county', 'Los Angeles County, CA', 'county', '06037'],
      ['DC', 'Washington, DC', 'town', '11001'],
      ['near Boston', 'Boston, MA', 'town', '25025'],
      ['Boston area', 'Boston, MA', 'town', '25025'],
      ['the Boston, MA area', 'Boston, MA', 'town', '25025'],
      ['123 Main St, Albany, NY 12207', 'Albany, NY 12207', 'zip', '36001'],
      ['123 Main St Apt 4, Albany, NY', 'Albany, NY', 'town', '36001'],
      ['123 N Main Street Danville VT', 'Danville, VT', 'town', '50005'],
    ] as const) {
      const found = locate(gazetteer, query)
      const read = [found.name, found.precision, found.county_fips]
      assert.deepEqual(read, [name, precision, county_fips], query)
    }
    assert.deepEqual(
      [locate(gazetteer, '42.65,-73.75').lat, locate(gazetteer, '42.65,-73.75').state],
      [42.65, 'NY'],
    )
    assert.equal(locate(gazetteer, '0.5,0.5').county_fips, null)
    assert.match(refusalOf('Vermont').message, /state=VT/)
    for (const own of ['near me', 'Near Me', 'my location', 'here', 'cerca de mí'])
      assert.match(refusalOf(own).message, /^near: your place is unknown: name a town/)
    assert.match(refusalOf('95,-73').message, /no place is called/)
  })

  it('lists the places that share a name, the largest first', () => {
    const springfields = suggestionsOf('Springfield')
    assert.ok(springfields.length === 20)
    assert.deepEqual(new Set(springfields.slice(0, 3)), new Set(['Springfield, MO', 'Springfield, MA', 'Springfield, IL'])) // prettier-ignore
    assert.match(refusalOf('Springfield').message, /Springfield, MO; /)
    assert.deepEqual(suggestionsOf('Albany').slice(0, 2), ['Albany, NY', 'Albany, GA'])
    assert.deepEqual(suggestionsOf('Troy PA').map(String).sort(), [
      'Troy, Bradford County, PA',
      'Troy, Clearfield County, PA',
    ])
    assert.ok(suggestionsOf('Orange County').includes('Orange County, VT'))
  })

  it('finds the seat among the namesakes of a state', () => {
    for (const query of ['Lake Butler, FL', 'Lake Butler', 'lake butler florida'])
      assert.equal(locate(gazetteer, query).name, 'Lake Butler, FL')
    const larger = 'Lake Butler, Orange County, FL'
    assert.equal(locate(gazetteer, larger).name, larger)
    assert.equal(locate(gazetteer, 'Milford PA').name, 'Milford, PA')
  })

  it('takes the county of any place, with or without its kind', () => {
    for (const [query, name] of [
      ['Milford, Pike County, PA', 'Milford, PA'],
      ['Lake Butler, Union, FL', 'Lake Butler, FL'],
      ['Ithaca, Tompkins County, NY', 'Ithaca, NY'],
    ] as const)
      assert.equal(locate(gazetteer, query).name, name)
    assert.throws(() => locate(gazetteer, 'Ithaca, Albany County, NY'))
  })

  it('finds again each place that it lists', () => {
    for (const query of ['Springfield', 'Albany', 'Troy, PA', 'Orange County', 'Burlington'])
      for (const suggestion of suggestionsOf(query))
        assert.equal(locate(gazetteer, suggestion!).name, suggestion)
  })

  it('suggests the nearest spelling of a name that no place has', () => {
    for (const [query, suggestion] of [
      ['Albny, NY', 'Albany, NY'],
      ['St. Albens VT', 'Saint Albans, VT'],
      ['Chigaco', 'Chicago, IL'],
      ['Pittsburg Pensylvania', undefined],
      ['Montpellier, Vermont', 'Montpelier, VT'],
      ['Los Angelos', 'Los Angeles, CA'],
      ['Chicago, VT', 'Chicago, IL'],
      ['Xqzzy, NY', undefined],
    ])
      assert.equal(suggestionsOf(query!)[0], suggestion, query)
  })

  it('does not take a state for a village of its name', () => {
    for (const query of ['Vermont', 'VT', 'n.y.', 'Nevada'])
      assert.match(refusalOf(query).message, /is a state/)
    assert.equal(locate(gazetteer, 'Washington').name, 'Washington, DC')
  })

  it('refuses a ZIP code that is none, or in another state than it says', () => {
    assert.match(refusalOf('00000').message, /ZIP code without a place/)
    assert.match(refusalOf('Albany, VT 12207').message, /is in NY/)
  })
})
