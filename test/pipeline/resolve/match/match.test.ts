import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { elsewhere, farm, market, matched, type Candidate } from './invented_listings.ts'

/** One kilometer of latitude, in degrees. */
const km = 1 / 111.2

const north = (candidate: Candidate, distance_km: number) => ({
  lat: candidate.lat! + distance_km * km,
})

const heron = market('heron')
const town = market('town', { name: 'Testville Farmers Market' })
const stone = farm('stone')
const retired = { retired: true, edition: [] }

type Case = { says: string; one: Candidate; other: Candidate; same: boolean }

const other = (one: Candidate, told: Partial<Candidate> = {}) =>
  elsewhere(one, { source_id: 'other', ...told })

const acrossSources: Case[] = [
  {
    says: 'the same name and address, spelled otherwise',
    one: heron,
    other: other(heron, {
      name: "The HERON LANDING Farmer's Mkt., Inc.",
      address: '12 Example Rd',
    }),
    same: true,
  },
  {
    says: 'a name with words of another in it, at one address',
    one: heron,
    other: other(heron, { name: 'Heron Landing Artisans Market at the Old Mill' }),
    same: true,
  },
  {
    says: 'words parted otherwise',
    one: market('heron', { name: 'Heron Green Market' }),
    other: other(heron, { name: 'Heron Greenmarket', address: null }),
    same: true,
  },
  {
    says: 'the state in a name',
    one: town,
    other: other(town, { name: 'Testville VT Farmers Market', ...north(town, 0.1) }),
    same: true,
  },
  {
    says: 'the same name, three kilometers off in one town',
    one: heron,
    other: other(heron, { address: '90 Sample Street', ...north(heron, 3) }),
    same: true,
  },
  {
    says: 'a name of one word of its own, its house and street, in a town nobody knows how far off',
    one: market('heron', { name: 'Heron Market' }),
    other: other(heron, {
      name: 'Heron Market',
      city: 'Elsewhere',
      zip: '05899',
      lat: null,
      lng: null,
      location_precision: null,
    }),
    same: true,
  },
  {
    says: 'who holds it in the name: a chamber of commerce',
    one: market('heron', { name: 'Testville Chamber of Commerce Farmers Market and Faire' }),
    other: other(heron, {
      name: 'Testville Farmers Market and Faire',
      address: '90 Sample Street',
      weekdays: null,
      ...north(heron, 0.4),
    }),
    same: true,
  },
  {
    says: 'one word of three in common in one house, of a farm and its stand',
    one: farm('stone', { name: 'Heron Goat Dairy' }),
    other: other(heron, { name: 'Heron Farm Stand' }),
    same: true,
  },
  {
    says: 'names that say only the town, three kilometers apart, with addresses and sites of their own',
    one: market('town', { name: 'Testville Farmers Market', website: 'http://a.example.org/' }),
    other: other(town, {
      address: '90 Sample Street',
      website: 'http://b.example.org/',
      weekdays: null,
      ...north(town, 3),
    }),
    same: false,
  },
  {
    says: 'the same name and town with coordinates far off',
    one: heron,
    other: other(heron, { address: '12 Example Rd.', ...north(heron, 200) }),
    same: true,
  },
  {
    says: 'the same name in a town twelve kilometers away',
    one: market('heron', { name: 'Heron Farmers Market' }),
    other: other(heron, {
      name: 'Heron Farmers Market',
      city: 'Mocktown',
      zip: '05999',
      address: '1 Mock Road',
      ...north(heron, 12),
    }),
    same: false,
  },
  {
    says: 'a farm of a rare name in the next town',
    one: stone,
    other: other(stone, {
      city: 'Mocktown',
      zip: '05999',
      address: '1 Mock Road',
      ...north(stone, 8),
    }),
    same: true,
  },
  {
    says: 'one generic name in two towns of a state',
    one: market('a', { name: 'Downtown Farmers Market' }),
    other: other(heron, {
      name: 'Downtown Farmers Market',
      city: 'Mocktown',
      zip: '05999',
      address: '1 Mock Road',
      ...north(heron, 30),
    }),
    same: false,
  },
  {
    says: 'one generic name at one address',
    one: market('a', { name: 'Downtown Farmers Market' }),
    other: other(heron, { name: 'Downtown Farmers Market' }),
    same: true,
  },
  {
    says: 'neighbors with nothing in common',
    one: heron,
    other: other(heron, {
      name: 'Quarry Lane Farmers Market',
      address: '90 Sample Street',
      ...north(heron, 0.05),
    }),
    same: false,
  },
  {
    says: 'two farms that share a ZIP code and its centroid',
    one: farm('a', { address: null, location_precision: 'zip_centroid' }),
    other: other(stone, { name: 'Quarry Lane Farm', location_precision: 'zip_centroid' }),
    same: false,
  },
  {
    says: 'one farm, of which the other list knows only a doubtful point far away',
    one: stone,
    other: other(stone, {
      address: null,
      city: null,
      zip: null,
      location_precision: 'doubtful',
      ...north(stone, 200),
    }),
    same: true,
  },
  {
    says: 'one farm, which the other list knows by its ZIP code only',
    one: stone,
    other: other(stone, { location_precision: 'zip_centroid', ...north(stone, 6) }),
    same: true,
  },
  {
    says: 'another name with the same phone, web site and address',
    one: farm('a', { phone: '+18025550123', website: 'http://heron.example.org/' }),
    other: other(stone, {
      name: 'Quarry Lane Orchard',
      phone: '+18025550123',
      website: 'https://www.heron.example.org/shop',
    }),
    same: true,
  },
  {
    says: 'another name with the same page of a social network only',
    one: farm('a', { website: 'https://www.facebook.com/heron', ...north(stone, 4) }),
    other: other(stone, { name: 'Quarry Lane', address: null, website: 'https://facebook.com/' }),
    same: false,
  },
  {
    says: 'markets of other names at one house on the same days',
    one: heron,
    other: other(heron, { name: 'Quarry Lane Farmers Market' }),
    same: true,
  },
  {
    says: 'markets of other names at one house on other days',
    one: heron,
    other: other(heron, { name: 'Quarry Lane Farmers Market', weekdays: ['tue'] }),
    same: false,
  },
  ...['16618 US 33', '16618 US-33 East', '16618 State Route 33', '16618 Vermont 33'].map(
    (address): Case => ({
      says: `the house on SR 33 and that at ${address}`,
      one: market('a', { address: '16618 SR 33', location_precision: null }),
      other: other(heron, { name: 'Heron Farmers Market', address, location_precision: null }),
      same: true,
    }),
  ),
  {
    says: 'the same number on two numbered roads',
    one: market('a', { address: '16618 SR 33', location_precision: null }),
    other: other(heron, {
      name: 'Heron Farmers Market',
      address: '16618 SR 34',
      location_precision: null,
    }),
    same: false,
  },
  {
    says: 'a street with its ordinal in letters, and another suffix',
    one: market('a', { address: 'Fourth St. and Orchard Hts', lat: null, lng: null }),
    other: other(heron, {
      name: 'Heron Market',
      address: '4th Street & Orchard Heights',
      lat: null,
      lng: null,
    }),
    same: true,
  },
  {
    says: 'a house number of two parts and its neighbor',
    one: market('a', { address: '84-5085 Example Road', location_precision: null }),
    other: other(heron, {
      name: 'Quarry Lane Market',
      address: '84-4770 Example Road',
      location_precision: null,
    }),
    same: false,
  },
  {
    says: 'two farms with one post office box',
    one: farm('a', { name: 'H&H Farm', address: 'PO Box 304', location_precision: null }),
    other: other(stone, {
      name: 'H & H Farm',
      address: 'P.O. Box 304',
      location_precision: null,
    }),
    same: true,
  },
  {
    says: 'a name with the place in it, that is in the address of the other',
    one: market('a', { name: 'Testville Farmers Market - Broadway Mall', address: 'Broadway' }),
    other: other(town, { address: '30 Broadway Mall', weekdays: null, ...north(town, 0.4) }),
    same: true,
  },
  {
    says: 'a name with its organizer in it, whose site the other has',
    one: market('a', { name: 'Ground Swell Testville Farmers Market' }),
    other: other(town, {
      address: 'Sample Plaza',
      website: 'http://groundswell.example.org/',
      weekdays: null,
      ...north(town, 0.4),
    }),
    same: true,
  },
  {
    says: 'a web site of its own, and a page of a social network',
    one: market('a', { name: 'Testville Market', website: 'http://heron.example.org/' }),
    other: other(town, {
      address: null,
      website: 'https://www.facebook.com/testville',
      weekdays: null,
      lat: null,
      lng: null,
    }),
    same: true,
  },
]

describe('matchSteps, across sources', () => {
  for (const { says, one, other, same } of acrossSources)
    it(`${same ? 'joins' : 'parts'} ${says}`, async () => {
      const { together } = await matched([one, other])
      assert.deepEqual(together, same ? [[one.source_id, 'other'].toSorted()] : [])
    })
})

const kept: Case[] = [
  {
    says: 'days in the names',
    one: market('a', { name: 'Heron Landing Farmers Market - Saturday' }),
    other: other(heron, { name: 'Heron Landing Tuesday Farmers Market', weekdays: null }),
    same: false,
  },
  {
    says: 'a day in one name that is none of the other',
    one: market('a', { name: 'Heron Landing Wednesday Market', weekdays: null }),
    other: other(heron, { name: 'Heron Landing Mercato' }),
    same: false,
  },
  {
    says: 'a day in one name that the other is held on',
    one: market('a', { name: 'Heron Landing Saturday Market', weekdays: null }),
    other: other(heron),
    same: true,
  },
  {
    says: 'winter in one name, in another house',
    one: market('a', { name: 'Heron Landing Winter Market', address: '1 Mock Road' }),
    other: other(heron),
    same: false,
  },
  {
    says: 'winter in one name, in the same house',
    one: market('a', { name: 'Heron Landing Winter Market' }),
    other: other(heron),
    same: true,
  },
  {
    says: 'numbers in the names',
    one: market('a', { name: 'Heron Landing Market 1' }),
    other: other(heron, { name: 'Heron Landing Market 2' }),
    same: false,
  },
  {
    says: 'two states far apart',
    one: heron,
    other: other(heron, { state: 'NY', zip: null, lat: 42, lng: -78 }),
    same: false,
  },
  {
    says: 'two states, across a river',
    one: heron,
    other: other(heron, { state: 'NH', ...north(heron, 0.1) }),
    same: true,
  },
  {
    says: 'a farm and the market next door where it sells',
    one: stone,
    other: other(heron, { name: 'Testville Farmers Market', ...north(heron, 0.05) }),
    same: false,
  },
  {
    says: 'a farm and its own market, at one address',
    one: stone,
    other: other(heron, { name: 'Stone Heron Farm Market' }),
    same: true,
  },
  {
    says: "a farm's CSA and its on-farm market",
    one: farm('a', { place_type: 'csa', name: 'Stone Heron Farm CSA' }),
    other: other(stone, { place_type: 'on_farm_market' }),
    same: true,
  },
  {
    says: 'a food hub and a market that its organization holds in the same house',
    one: market('a', { place_type: 'food_hub', name: 'Heron Landing Food Hub' }),
    other: other(heron),
    same: false,
  },
  {
    says: 'Saturday in one list and Sunday in the other, at one address under like names',
    one: market('a', { name: 'Heron Landing Ferry Market' }),
    other: other(market('', { name: 'Heron Landing Market' }), { weekdays: ['sun'] }),
    same: true,
  },
  {
    says: 'a farm and a market of one web site at one address',
    one: market('a', { name: 'Testville Market', website: 'http://heron.example.org/' }),
    other: other(stone, {
      place_type: 'csa',
      name: 'Testville Market CSA Box',
      website: 'http://heron.example.org/',
    }),
    same: true,
  },
  {
    says: 'a food hub and a CSA under one name',
    one: market('a', { place_type: 'food_hub', name: 'Heron Landing Cooperative' }),
    other: other(stone, { place_type: 'csa', name: 'Heron Landing Cooperative' }),
    same: true,
  },
]

describe('matchSteps, where a veto may hold', () => {
  for (const { says, one, other, same } of kept)
    it(`${same ? 'joins over' : 'parts by'} ${says}`, async () => {
      const { together } = await matched([one, other])
      assert.deepEqual(together, same ? [[one.source_id, 'other'].toSorted()] : [])
    })
})

describe('matchSteps, within one source', () => {
  const next = (told: Partial<Candidate> = {}) => market('next', { edition: [1], ...told })

  it('parts two listings of one edition', async () => {
    const { together } = await matched([heron, market('next', { address: '13 Example Road' })])
    assert.deepEqual(together, [])
  })
  it('parts two of one edition on different days', async () => {
    assert.deepEqual((await matched([heron, market('next', { weekdays: ['tue'] })])).together, [])
  })
  it('joins a listing entered twice in one edition', async () => {
    const twin = market('next', { address: '12 Example Rd.', name: 'Heron Landing Farmers Mkt' })
    assert.deepEqual((await matched([heron, twin])).together, [['heron', 'next']])
  })
  const sister = (told: Partial<Candidate>) => market('sister', told)
  const bystander = elsewhere(market('bystander', { name: 'Quarry', ...north(heron, 90) }))
  const twice: [says: string, one: Candidate, other: Candidate][] = [
    [
      'under a name that says more',
      heron,
      sister({ name: 'Heron Landing Farmers Market at the Old Mill', zip: '05829' }),
    ],
    [
      'on a road classed otherwise',
      market('heron', { address: '9 SR 33' }),
      sister({ address: '9 US 33' }),
    ],
    [
      'by the names of its town, on the same days at one corner',
      market('heron', { name: 'Testville Downtown Market', address: 'Elm & Oak Streets' }),
      sister({ name: 'Downtown Testville Farmers Market', address: 'Elm Street at Oak' }),
    ],
    [
      'a few steps away, the days known of one only',
      market('heron', { weekdays: null }),
      sister({ address: '90 Sample Street', ...north(heron, 0.1) }),
    ],
    [
      'as two farms of one name in a street',
      stone,
      farm('sister', {
        name: 'Stone Heron Farm',
        address: '32 Example Road',
        ...north(stone, 0.4),
      }),
    ],
    [
      'as two farms of one name, one of them without a street',
      stone,
      farm('sister', { name: 'Stone Heron Farm', address: null, ...north(stone, 3) }),
    ],
    [
      'as two winter markets of one name on one day',
      market('heron', { name: 'Heron Landing Winter Market' }),
      sister({
        name: 'Heron Landing Winter Market',
        address: '90 Sample Street',
        ...north(heron, 0.4),
      }),
    ],
    [
      'on the same streets and days, under the same name but for generic words',
      market('heron', { address: 'Elm Avenue between Oak & Ash' }),
      sister({
        name: 'Heron Landing Market',
        address: 'East Elm Ave at Oak',
        ...north(heron, 0.3),
      }),
    ],
  ]
  for (const [says, one, other] of twice)
    it(`joins a listing entered twice in one edition, ${says}`, async () => {
      const { areOne } = await matched([one, other, bystander])
      assert.ok(areOne(one.source_id, other.source_id))
    })
  it('joins a listing entered twice under another name where there is only that edition', async () => {
    const other = sister({
      name: 'Artisans at Heron Landing',
      address: '12 N. Example Rd.',
      zip: '05829',
    })
    assert.ok((await matched([heron, other])).areOne('heron', 'sister'))
  })
  const sisters: [says: string, one: Candidate, other: Candidate][] = [
    [
      'in two houses on one day: those of the summer and the winter',
      heron,
      sister({ address: '90 Sample Street' }),
    ],
    [
      'of two seasons',
      market('heron', { name: 'Heron Landing Summer Market' }),
      sister({ name: 'Heron Landing Pickup, Fall' }),
    ],
    [
      'one of them on a day by its name',
      market('heron', { weekdays: null }),
      sister({ name: 'Heron Landing Twilight Tuesdays', weekdays: null }),
    ],
    [
      'next to each other, on one day',
      town,
      sister({ name: 'Testville Sunset Market', address: null, ...north(town, 0.05) }),
    ],
    [
      'on one street of two words, on one day',
      market('town', { name: 'Testville Farmers Market', address: 'Oak and Pier View' }),
      sister({
        name: 'Testville Sunset Market',
        address: 'Elm and Pier View',
        ...north(town, 0.1),
      }),
    ],
    [
      'in two houses on one day, one of them under a name that says more',
      market('heron', { website: 'http://heron.example.org/' }),
      sister({
        name: 'Historic Heron Landing Farmers Market',
        address: '90 Sample Street',
        website: 'http://heron.example.org/',
        ...north(heron, 0.05),
      }),
    ],
  ]
  for (const [says, one, other] of sisters)
    it(`parts two markets of one edition, ${says}`, async () => {
      assert.ok(!(await matched([one, other, bystander])).areOne(one.source_id, other.source_id))
    })
  it('joins a listing with the one that took its place, on another day and elsewhere in town', async () => {
    const moved = next({ weekdays: ['thu'], address: '90 Sample Street', ...north(heron, 2) })
    assert.deepEqual((await matched([heron, moved])).together, [['heron', 'next']])
  })
  it('joins a renamed listing that took its place at the same address, on the same days', async () => {
    const { together } = await matched([heron, next({ name: 'Quarry Lane Market' })])
    assert.deepEqual(together, [['heron', 'next']])
  })
  it('gives each site of a chain its own successor', async () => {
    const mill = { address: '7 Mill Street', weekdays: ['wed'], ...north(heron, 4) }
    const quay = { address: '1 Quay Road', weekdays: ['sun'], ...north(heron, 8) }
    const { together } = await matched([
      market('old example'),
      market('old mill', mill),
      market('old quay', quay),
      next({ source_id: 'new mill', ...mill }),
      next({ source_id: 'new example' }),
    ])
    assert.deepEqual(together, [
      ['new example', 'old example'],
      ['new mill', 'old mill'],
    ])
  })
  it('gives nobody the place of one that stays', async () => {
    const sister = market('stays', { edition: [0, 1], address: '90 Sample Street' })
    assert.deepEqual((await matched([heron, sister])).together, [])
  })
  it('joins a listing known from before only with its new id', async () => {
    const { together } = await matched([market('gone', retired), next()])
    assert.deepEqual(together, [['gone', 'next']])
  })
  it('parts one that is gone from one that stood beside it', async () => {
    const before = { first_seen: '2026-01-01T00:00:00Z', last_seen: '2026-01-02T00:00:00Z' }
    const gone = market('gone', { ...retired, ...before, farm_id: 'A' })
    const stays = next({ ...before, farm_id: 'B', address: '14 Example Road' })
    assert.deepEqual((await matched([gone, stays])).together, [])
    const sameFarm = next({ ...before, farm_id: 'A', address: '14 Example Road' })
    assert.deepEqual((await matched([gone, sameFarm])).together, [['gone', 'next']])
  })
  it('counts that two listings were one farm before', async () => {
    const apart = { name: 'Quarry Lane Market', address: null, weekdays: null }
    const pair = (farm_id: string | null) => [
      market('a', { farm_id, website: 'http://heron.example.org/' }),
      other(heron, { ...apart, farm_id, website: 'http://heron.example.org/' }),
    ]
    assert.deepEqual((await matched(pair(null))).together, [])
    assert.deepEqual((await matched(pair('A'))).together, [['a', 'other']])
  })
})

describe('matchSteps, its tables', () => {
  it('names clusters by their smallest key, and tells rule and points of each match', async () => {
    const { matches, areOne } = await matched([heron, other(heron), farm('alone')])
    assert.ok(areOne('heron', 'other'))
    assert.ok(!areOne('heron', 'alone'))
    assert.deepEqual(matches, [
      {
        a: 'other',
        b: 'heron',
        score: 13.5,
        rule: 'name_rare + address_same + days_same + door_same',
      },
    ])
  })
  it('takes no candidates for no matches', async () => {
    assert.deepEqual((await matched([])).together, [])
  })
  it('looks at no pair of a build of one edition, but for listings entered twice', async () => {
    const many = Array.from({ length: 300 }, (_, i) =>
      market(`m${i}`, { name: `Heron Landing Market ${i}`, address: `${i} Example Road` }),
    )
    assert.equal((await matched(many)).looked, 0)
  })
  it('passes over a key that more listings share than the cap', async () => {
    const website = 'http://chain.example.org/'
    const crowd = Array.from({ length: 60 }, (_, i) =>
      market(`m${i}`, {
        name: `Quarry${i} Market`,
        website,
        city: `Town${i}`,
        zip: null,
        address: null,
        lat: 30 + i / 5,
        lng: -90,
        edition: [i % 2],
        source: `list ${i % 2}`,
      }),
    )
    assert.equal((await matched(crowd)).looked, 0)
  })
  it('gives the same clusters in whatever order the rows come', async () => {
    const rows = [...acrossSources, ...kept].flatMap(({ one, other }, i) =>
      [one, other].map((each) => ({
        ...each,
        source_id: `${each.source_id} ${i}`,
        lat: each.lat! - i / 10,
      })),
    )
    const forwards = await matched(rows)
    const backwards = await matched(rows.toReversed())
    assert.deepEqual(backwards.together, forwards.together)
    assert.deepEqual(backwards.matches, forwards.matches)
    assert.ok(forwards.together.length > 5)
  })
})
