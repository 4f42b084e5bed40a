import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { FeedFarm } from '../../../data/schema/input/farm_feed.ts'
import type { ProductListing } from '../../../data/schema/tables/product_listing.ts'
import type { Provenance } from '../../../data/schema/tables/provenance.ts'
import { awkwardAsOf, awkwardFeed, awkwardMoment, awkwardRows } from '../../support/awkward_feed.ts'
import { buildSnapshot, writeFeed } from '../../support/built_snapshot.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { expectedFarm } from './expected_farm.ts'

const invented = fc.sample(plainFarm(), { numRuns: 300, seed: 20260115 })
/** Scores 75, and so is just Premium. */
const justPremium = {
  source_id: 'just-premium',
  name: 'Just Premium',
  state: 'VT',
  lat: 44.1,
  lng: -72.6,
  address: '1 Example Road',
  phone: '802-555-0102',
  description: 'Says something.',
  products: ['eggs'],
  payment_methods: ['cash'],
  practices: ['no-till'],
  updated_at: awkwardAsOf,
}
const inventedRows = [
  ...invented.map((row, index) => ({ ...row, source_id: `invented-${index % 220}` })),
  justPremium,
]
const rows: FeedFarm[] = [...awkwardRows.map(({ line: _line, ...row }) => row), ...inventedRows]

const { folder } = await buildSnapshot(
  { after },
  {
    sources: [awkwardFeed, { ...awkwardFeed, path: await writeFeed({ after }, inventedRows) }],
    now: awkwardMoment,
  },
)
const farms = (await readParquet<Farm>(join(folder, 'members/farms.parquet'))).rows
const provenance = (await readParquet<Provenance>(join(folder, 'members/provenance.parquet'))).rows
const farmOf = new Map(
  provenance.map(({ source_id, farm_id }) => [source_id, farms.find(({ id }) => id === farm_id)!]),
)

describe('the farms table', () => {
  it('has one farm for each source id, made of its newest row, of equally new ones the last', () => {
    const expected = Map.groupBy(rows, ({ source_id }) => source_id)
    assert.equal(farms.length, expected.size)
    assert.ok(farms.length < rows.length - 50, 'many rows are merged')
    for (const [sourceId, candidates] of expected) {
      const farm = farmOf.get(sourceId)!
      assert.equal(farm.name, newest(candidates).name, sourceId)
      assert.equal(farm.updated_at, wholeSeconds(newest(candidates).updated_at), sourceId)
    }
    const name = (sourceId: string) => farmOf.get(sourceId)?.name
    assert.deepEqual(['twice', 'reversed', 'equal', 'undated'].map(name), [
      'Twice, newest',
      'Reversed, newest',
      'Equal, last',
      'Undated, last',
    ])
  })

  it('takes nothing from the rows that were merged', () => {
    const reversed = farmOf.get('reversed')!
    assert.equal(reversed.location_precision, 'zip_centroid', 'not the exact one of the older row')
    assert.equal(farmOf.get('twice')!.description, null)
  })

  it('scores every farm as data/METHOD.md says', () => {
    for (const [sourceId, candidates] of Map.groupBy(rows, ({ source_id }) => source_id)) {
      const expected = expectedFarm(newest(candidates), awkwardAsOf)
      const found = farmOf.get(sourceId)!
      const given = Object.fromEntries(
        Object.keys(expected).map((field) => [field, found[field as keyof Farm]]),
      )
      if (sourceId !== 'null-island') assert.deepEqual(given, expected, sourceId)
    }
    const scores = new Set(farms.map(({ quality_score }) => quality_score))
    const tiers = new Set(farms.map(({ quality_tier }) => quality_tier))
    assert.ok(scores.size > 25, `${scores.size} different scores`)
    assert.equal(tiers.size, 4, 'every tier, and none')
  })

  it('gives the full marks to a farm of which all is known, and none to one of which nothing is', () => {
    assert.equal(farmOf.get('hidden-source-id-1')!.quality_score, 100)
    assert.equal(farmOf.get('just-premium')!.quality_tier, 'Premium')
    assert.equal(farmOf.get('bare')!.listing_completeness, 0)
    assert.equal(farmOf.get('bare')!.quality_score, 10, 'half the marks of verification')
    assert.equal(farmOf.get('null-island')!.listing_completeness, 0, '0, 0 is no location')
  })

  it('distrusts a listing once it is more than three years old', () => {
    assert.equal(farmOf.get('ångström')!.verification_status, 'verified', 'to the second')
    assert.equal(farmOf.get('農場')!.verification_status, 'unverified', 'a second more')
  })

  it('counts hours that come as data as known', async (t) => {
    const hours_json = {
      timezone: null,
      seasons: [{ from: null, to: null, weekly: {} }],
      note: null,
    }
    const built = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'A', hours_json }] })
    const [farm] = (await readParquet<Farm>(join(built.folder, 'members/farms.parquet'))).rows
    assert.equal(farm!.listing_completeness, 0.15)
  })

  it('counts the series that list a farm, not their sources', async (t) => {
    const listing = {
      name: 'Stone Creek Orchard',
      address: '1 Example Road',
      zip: '05602',
      state: 'VT',
      phone: '802-555-0101',
    }
    const [one, other] = await Promise.all(
      ['1', '2'].map((source_id) => writeFeed(t, [{ ...listing, source_id }])),
    )
    const { folder } = await buildSnapshot(t, {
      sources: [
        { kind: 'farm-feed', name: 'list', series: 'markets', path: one! },
        { kind: 'farm-feed', name: 'list', series: 'stands', path: other! },
      ],
    })
    const { rows } = await readParquet<Farm>(join(folder, 'members/farms.parquet'))
    assert.deepEqual(
      rows.map(({ sources, listing_count }) => [sources, listing_count]),
      [[['list'], 2]],
    )
  })

  it('stands in H3 order, ids breaking ties, farms without a location last', () => {
    const located = farms.filter(({ lat }) => lat !== null)
    assert.deepEqual(
      farms.slice(located.length).map(({ lat, lng, h3_cell }) => [lat, lng, h3_cell]),
      farms.slice(located.length).map(() => [null, null, null]),
    )
    const cells = located.map(({ h3_cell }) => h3_cell!)
    assert.deepEqual(cells, cells.toSorted())
    const unlocated = farms.slice(located.length).map(({ id }) => id)
    assert.deepEqual(unlocated, unlocated.toSorted())
    const samePoint = farms.filter(({ lat, lng }) => lat === 44.26 && lng === -72.575)
    assert.deepEqual(
      samePoint.map(({ name }) => name.toLowerCase()),
      ['same point', 'same point', 'same point'],
    )
    assert.deepEqual(
      samePoint.map(({ id }) => id),
      samePoint.map(({ id }) => id).toSorted(),
    )
  })
})

describe('the product listings', () => {
  it('stand in the order of farms, then of their ids', async () => {
    const path = join(folder, 'members/product_listings.parquet')
    const { rows } = await readParquet<ProductListing>(path)
    const place = new Map(farms.map(({ id }, index) => [id, index]))
    const keys = rows.map(({ farm_id, id }) => [place.get(farm_id)!, id] as const)
    assert.deepEqual(
      keys,
      keys.toSorted(([a, one], [b, other]) => a - b || (one < other ? -1 : 1)),
    )
  })
})

/** Rows of which each attribute is either missing or easy to read. */
function plainFarm() {
  const some = <Value>(...values: [Value, ...Value[]]) =>
    fc.option(fc.constantFrom(...values), { nil: null, freq: 1 })
  return fc
    .record({
      name: fc.lorem({ maxCount: 2 }).map((words) => `Farm ${words}`),
      place: some({ lat: 44.1, lng: -72.6 }, { lat: 43.9, lng: -72.3 }),
      address: some('1 Example Road'),
      zip: some('05602'),
      phone: some('802-555-0101'),
      website: some('https://a.example.org/'),
      email: some('a@example.org'),
      description: some('Says something.'),
      products: some<string[]>(['eggs', 'kale'], []),
      hours: some({ shop: 'Sat: 9:00 AM-1:00 PM' }, { shop: 'when the flag is up' }),
      images: some<string[]>(['https://img.example.org/a.jpg'], []),
      image_url: some('https://img.example.org/b.jpg'),
      payment_methods: some<string[]>(['cash'], []),
      practices: some<string[]>(['no-till'], []),
      certifications: some<string[]>(['USDA organic'], []),
      product_listings: some<{ name: string; price?: number }[]>(
        [],
        [{ name: 'Eggs' }],
        [{ name: 'Kale' }, { name: 'Eggs', price: 4 }],
      ),
      verification_status: some<'verified' | 'self_reported' | 'unverified'>(
        'verified',
        'self_reported',
        'unverified',
      ),
      updated_at: fc.option(
        fc
          .date({ min: new Date('2020-01-01'), max: new Date(awkwardAsOf), noInvalidDate: true })
          .map((date) => date.toISOString()),
        { nil: null, freq: 4 },
      ),
    })
    .map(({ place, ...row }) => ({ state: 'VT', ...place, ...row }))
}

function newest(candidates: FeedFarm[]): FeedFarm {
  const time = ({ updated_at }: FeedFarm) =>
    updated_at == null ? -Infinity : Date.parse(wholeSeconds(updated_at)!)
  return candidates.reduce((best, next) => (time(next) >= time(best) ? next : best))
}

const wholeSeconds = (moment: string | null | undefined): string | null =>
  moment == null ? null : `${new Date(moment).toISOString().slice(0, 19)}Z`
