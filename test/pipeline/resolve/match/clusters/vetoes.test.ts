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

/** Degrees of latitude from the other listing. */
const north = (km: number) => ({ lat: 44.4 + km / 111.2 })
const hill = { name_key: 'heronhill', core: ['heron', 'hill'], own_core: ['heron', 'hill'] }
const heronHill = { ...hill, own_core: ['heron'] }
const landing = { name_key: 'x', core: ['heron', 'landing'], own_core: ['heron', 'landing'] }
const nameless = { core: [], own_core: [] }
const farm = { family: 'farm' } as const
const hub = { family: 'hub' } as const
const nowhere = { house: null, street: [] }
const far = { zip: '05001', town: 'elsewhere' }
const corner = { street: ['example', 'main'] }

/** What two listings differ in, and the veto of the pair: each row is decided by one condition. */
type Pair = [one: Partial<Listing>, other: Partial<Listing>, veto: string | undefined]

const acrossSources: Pair[] = [
  [{}, { days: ['tue'], core: ['heronhill'], own_core: ['heronhill'] }, undefined],
  [{}, { days: ['tue'], name_key: 'x', own_core: [] }, undefined],
  [{}, { days: ['tue'], ...heronHill }, undefined],
  [{ name_days: ['sat'] }, { name_days: ['sat'], days: ['tue'], ...hill }, undefined],
  [{}, { days: ['sun'], ...hill }, undefined],
  [{}, { days: ['sun'], ...hill, house: '13' }, 'other days'],
  [{}, { winter: true }, undefined],
  [{ street: [] }, { winter: true, street: [] }, undefined],
  [{}, { winter: true, ...far, ...north(10) }, undefined],
  [{}, { winter: true, ...far, ...north(16) }, 'winter'],
  [{ lat: null, lng: null }, { winter: true, ...far, lat: null, lng: null }, undefined],
  [{}, { state: 'NY', ...north(20) }, undefined],
  [{}, { state: 'NY', lat: null, lng: null }, 'states'],
  [{}, { ...farm, ...nowhere, ...north(20) }, undefined],
  [{ zip: null }, { ...farm, ...nowhere, zip: null, ...north(20) }, undefined],
  [{}, { ...farm, ...nowhere, ...far, ...north(20) }, 'kinds'],
  [{ zip: null, town: '' }, { ...farm, ...nowhere, zip: null, town: '', ...north(20) }, 'kinds'],
  [{ site: 'a' }, { ...farm, ...hill, own_core: ['hill'], site: 'a' }, undefined],
  [{ site: 'a' }, { ...farm, core: ['x'], own_core: ['x'], name_key: 'x', site: 'a' }, 'kinds'],
  [{}, { ...farm, ...hill }, undefined],
  [{}, { ...hub, ...hill }, 'kinds'],
  [{}, { ...farm, ...hill, house: '13', placed: false }, 'kinds'],
  [
    landing,
    {
      ...farm,
      ...landing,
      ...hill,
      core: [...landing.core, 'hill'],
      own_core: [...landing.core, 'hill'],
      house: '13',
      placed: false,
    },
    undefined,
  ],
  [{}, { ...farm, name_key: 'x', house: '13', ...north(2) }, 'kinds'],
  [{}, { ...farm, name_key: 'x', house: '13', ...far, ...north(0.2) }, undefined],
  [{}, { ...farm, name_key: 'x', house: '13', ...far, placed: false }, 'kinds'],
]

/** Of one source, and but for the first of one edition: they are one farm, or `together`. */
const inOneEdition: Pair[] = [
  [
    { edition: [], farm_id: 'A', first_seen: '1', last_seen: '3', house: '13' },
    { farm_id: 'A', first_seen: '3', last_seen: '4' },
    undefined,
  ],
  [{}, { days: ['tue'] }, 'together'],
  [{ numbers: ['1'] }, { numbers: ['2'] }, 'together'],
  [{}, { ...heronHill, seasons: ['summer'] }, undefined],
  [{}, { ...hill, seasons: ['summer'] }, 'together'],
  [{}, { house: null, seasons: ['summer'] }, 'together'],
  [nameless, { ...nameless, name_key: 'x' }, undefined],
  [{}, { ...nameless, name_key: 'x' }, 'together'],
  [{ own_core: [] }, { own_core: [], core: ['hollow'], name_key: 'x' }, 'together'],
  [{ house: null }, { ...heronHill, house: null, placed: false }, 'together'],
  [{ ...corner, house: null }, { ...heronHill, ...corner, house: null, placed: false }, undefined],
  [{ ...corner, house: null }, { ...heronHill, ...corner, placed: false }, 'together'],
  [farm, { ...farm, house: '13', placed: false }, 'together'],
  [farm, { ...farm, ...nowhere, placed: false, ...north(4.9) }, undefined],
  [farm, { ...farm, ...nowhere, placed: false, ...north(5.1) }, 'together'],
  [{}, { ...heronHill, house: null, ...north(0.09) }, undefined],
  [{}, { ...heronHill, house: null, ...north(0.11) }, 'together'],
  [corner, { ...heronHill, ...corner, house: null, ...north(0.39) }, undefined],
  [corner, { ...heronHill, ...corner, house: null, ...north(0.41) }, 'together'],
  [
    { ...corner, site: 'heronlanding' },
    { ...landing, ...corner, house: null, ...north(0.2) },
    undefined,
  ],
  [corner, { ...landing, ...corner, house: null, ...north(0.2) }, 'together'],
  [
    { ...corner, site: 'heronice' },
    { ...hill, core: ['heron', 'ice'], own_core: [], ...corner, house: null, ...north(0.2) },
    'together',
  ],
  [{}, { house: null, ...north(0.29) }, undefined],
  [{}, { house: null, ...north(0.31) }, 'together'],
  [{}, { house: null, days: [], ...north(0.14) }, undefined],
  [{}, { house: null, days: [], ...north(0.16) }, 'together'],
  [farm, { ...farm, house: '13', ...north(0.59) }, undefined],
  [farm, { ...farm, house: '13', ...north(0.61) }, 'together'],
  [{ ...farm, own_core: [] }, { ...farm, own_core: [], house: '13' }, 'together'],
  [{}, { days: [], house: '13', ...north(0.14) }, undefined],
  [{}, { days: [], house: '13', ...north(0.16) }, 'together'],
  [{ seasons: ['summer'] }, { seasons: ['summer'], house: '13', ...north(0.59) }, undefined],
  [{ seasons: ['summer'] }, { seasons: ['summer'], house: '13', ...north(0.61) }, 'together'],
]

describe('vetoes', () => {
  for (const [name, keepsApart] of Object.entries(vetoes)) {
    const [one, other] = kept[name]!
    it(`${name}: keeps two apart, which are one without that ground`, () => {
      assert.equal(vetoOf(one, other), name)
      assert.equal(keepsApart(listing(), elsewhere()), false)
    })
  }

  for (const [pairs, second] of [
    [acrossSources, elsewhere],
    [inOneEdition, (told: Partial<Listing>) => listing({ id: 2, ...told })],
  ] as const)
    it(`decide by each of their conditions: ${pairs.length} pairs`, () => {
      for (const [one, other, veto] of pairs)
        assert.equal(vetoOf(listing(one), second(other)), veto, JSON.stringify([one, other]))
    })

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
