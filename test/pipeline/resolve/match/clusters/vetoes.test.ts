import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Listing } from '../../../../../pipeline/resolve/match/clusters/listing.ts'
import { vetoes, vetoOf } from '../../../../../pipeline/resolve/match/clusters/vetoes.ts'

const listing = (told: Partial<Listing> = {}): Listing => ({
  id: 1,
  source: 'directory',
  edition: [0],
  farm_id: null,
  first_seen: null,
  last_seen: null,
  state: 'VT',
  zip: '05828',
  town: 'testville',
  lat: 44.4,
  lng: -72.1,
  placed: true,
  house: '12',
  street: ['example'],
  days: ['sat'],
  name_days: [],
  winter: false,
  seasons: [],
  numbers: [],
  core: ['heron'],
  own_core: ['heron'],
  name_key: 'heronfarmermarket',
  site: null,
  family: 'market',
  ...told,
})

const elsewhere = (told: Partial<Listing> = {}) =>
  listing({ id: 2, source: 'another list', edition: [1], ...told })

/** Two listings that only the veto of that name keeps apart. */
const kept: Record<string, [Listing, Listing]> = {
  together: [listing(), listing({ id: 2, house: '13' })],
  'together before': [
    listing({ edition: [], farm_id: 'A', first_seen: '1', last_seen: '3', house: '13' }),
    listing({ id: 2, farm_id: 'B', first_seen: '3', last_seen: '4' }),
  ],
  'days in names': [listing({ name_days: ['sat'] }), elsewhere({ name_days: ['tue'] })],
  'other days': [
    listing(),
    elsewhere({ days: ['tue'], name_key: 'quarrymarket', core: ['quarry'], own_core: ['quarry'] }),
  ],
  winter: [listing(), elsewhere({ winter: true, house: '13' })],
  numbers: [listing({ numbers: ['1'] }), elsewhere({ numbers: ['2'] })],
  kinds: [
    listing(),
    elsewhere({ family: 'farm', name_key: 'quarryfarm', core: ['quarry'], own_core: ['quarry'] }),
  ],
  states: [listing(), elsewhere({ state: 'NY', lat: 42 })],
}

describe('vetoes', () => {
  for (const [name, keepsApart] of Object.entries(vetoes)) {
    const [one, other] = kept[name]!
    it(`${name}: keeps two apart, which are one without that ground`, () => {
      assert.equal(vetoOf(one, other), name)
      assert.equal(keepsApart(listing(), elsewhere()), false)
    })
  }

  it('takes Sunday in a schedule for the Saturday of a name, but not in another name', () => {
    const saturday = listing({ name_days: ['sat'] })
    assert.equal(vetoOf(saturday, elsewhere({ days: ['sun'] })), undefined)
    assert.equal(
      vetoOf(saturday, elsewhere({ days: ['sun'], name_days: ['sun'] })),
      'days in names',
    )
  })

  it('are symmetric', () => {
    const some = <T>(...values: T[]) => fc.constantFrom(...values)
    const days = fc.subarray(['mon', 'sat', 'sun', 'tue'])
    const words = fc.subarray(['heron', 'quarry', 'testville'])
    const any: fc.Arbitrary<Listing> = fc.record({
      id: fc.nat(),
      source: some('a', 'b'),
      edition: fc.subarray([0, 1, 2]),
      farm_id: some(null, 'A', 'B'),
      first_seen: some(null, '1', '2'),
      last_seen: some(null, '2', '3'),
      state: some(null, 'VT', 'NY'),
      zip: some(null, '05828', '05829'),
      town: some('', 'testville'),
      lat: some(null, 44, 44.001, 42),
      lng: some(null, -72),
      placed: fc.boolean(),
      house: some(null, '12', '13'),
      street: fc.subarray(['example', 'sample']),
      days,
      name_days: days,
      winter: fc.boolean(),
      seasons: fc.subarray(['winter', 'summer']),
      numbers: fc.subarray(['1', '2']),
      core: words,
      own_core: words,
      name_key: some('heron', 'quarry'),
      site: some(null, 'a.example.org', 'b.example.org'),
      family: some<Listing['family']>('farm', 'market', 'hub'),
    })
    fc.assert(
      fc.property(any, any, (one, other) => {
        for (const keepsApart of Object.values(vetoes))
          assert.equal(keepsApart(one, other), keepsApart(other, one))
      }),
      { numRuns: 2000 },
    )
  })
})
