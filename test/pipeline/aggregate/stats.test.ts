import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { farmContent, type Farm } from '../../../data/schema/tables/farm.ts'
import { termFields } from '../../../data/schema/serving/fields.ts'
import type { ProductListing } from '../../../data/schema/tables/product_listing.ts'
import type { Source } from '../../../data/schema/tables/source.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import type { Stat } from '../../../data/schema/tables/stat.ts'
import { products as vocabulary } from '../../../data/vocabulary/vocabulary.ts'
import { awkwardFeed, awkwardMoment, awkwardRows } from '../../support/awkward_feed.ts'
import { byBytes } from '../../support/byte_order.ts'
import type { statsPayload } from '../../../pipeline/publish/write.ts'
import { readManifest } from '../../../pipeline/snapshots/snapshots.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { offeredBy } from '../../support/kinds_of_products.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { readColumns } from '../../support/serving_files.ts'

const snapshot = await buildSnapshot({ after }, { sources: [awkwardFeed], now: awkwardMoment })
const rowsOf = async <Row>(path: string) =>
  (await readParquet<Row>(join(snapshot.folder, path))).rows

const farms = await rowsOf<Farm>('members/farms.parquet')
const { edition } = await readManifest(snapshot.folder)
const stats = await rowsOf<Stat>('public/stats.parquet')
const sources = await rowsOf<Source>('public/sources.parquet')
const documents = await readColumns(snapshot.folder, 'documents')
const payload = documents.stats as ReturnType<typeof statsPayload>
const listings = await rowsOf<ProductListing>('members/product_listings.parquet')
const priced = new Set(listings.filter(({ price }) => price !== null).map(({ farm_id }) => farm_id))

/** Fields that a farm may lack. */
const fields = columnsOf(farmContent).flatMap(({ name, nullable }) =>
  nullable ? [name as keyof Farm] : [],
)
/** Every section but the totals, counted farm by farm. */
const expected = {
  place_type: tally(farms.map(({ place_type }) => [place_type])),
  state: tally(farms.map(({ state }) => [state ?? 'unknown'])),
  product: tally(farms.map(({ products }) => offeredBy(products ?? []))),
  quality: tally(farms.map(({ quality_tier }) => [quality_tier ?? 'incomplete'])),
  verification: tally(farms.map(({ verification_status }) => [verification_status])),
  last_confirmed: tally(farms.map((farm) => [yearConfirmed(farm)])),
  coverage: [
    ...tally(
      farms.map((farm) => [
        ...fields.filter((field) => farm[field] !== null),
        ...(priced.has(farm.id) ? ['prices'] : []),
      ]),
    ),
    ...fields
      .filter((field) => farms.every((farm) => farm[field] === null))
      .toSorted()
      .map((name) => ({ name, count: 0, pct: 0 })),
  ],
}

describe('the stats table', () => {
  for (const [section, counts] of Object.entries(expected))
    it(`counts farms by ${section}, most first, then by name, in percent of all`, () => {
      const found = stats.filter((row) => row.section === section)
      assert.deepEqual(
        found.map(({ name, count, pct }) => ({ name, count, pct })),
        counts,
      )
    })

  it('says 0 of a field that no farm has', async (t) => {
    const bare = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'Bare' }] })
    const path = join(bare.folder, 'public/stats.parquet')
    const coverage = (await readParquet<Stat>(path)).rows.filter(
      ({ section, name }) => section === 'coverage' && name !== 'first_listed',
    )
    assert.deepEqual(
      coverage.map(({ name, count, pct }) => ({ name, count, pct })),
      [...fields.filter((name) => name !== 'first_listed'), 'prices']
        .toSorted()
        .map((name) => ({ name, count: 0, pct: 0 })),
    )
  })

  it('counts a farm once for a product and its varieties', async (t) => {
    const products = ['eggs', 'duck eggs', 'quail eggs']
    const one = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'Bare', products }] })
    const { rows } = await readParquet<Stat>(join(one.folder, 'public/stats.parquet'))
    assert.deepEqual(
      rows.flatMap(({ section, name, count, pct }) =>
        section === 'product' ? [[name, count, pct]] : [],
      ),
      products.toSorted().map((name) => [name, 1, 100]),
    )
  })

  it('gives the totals, which have no percentage', async () => {
    const states = new Set(farms.flatMap(({ state }) => state ?? []))
    const totals = stats.filter(({ section }) => section === 'totals')
    assert.deepEqual(Object.fromEntries(totals.map(({ name, count }) => [name, count])), {
      farms: farms.length,
      product_listings: listings.length,
      states: states.size,
      sources: 1,
    })
    assert.ok(totals.every(({ pct }) => pct === null))
    assert.equal(states.size, 6)
    assert.equal(
      listings.length,
      awkwardRows
        .filter(({ name }) => name !== 'Reversed, older')
        .reduce((sum, { product_listings }) => sum + (product_listings?.length ?? 0), 0),
    )
  })

  it('has no other section', () => {
    assert.deepEqual(
      new Set(stats.map(({ section }) => section)),
      new Set(['totals', ...Object.keys(expected)]),
    )
  })
})

describe('the payload of /v1/stats', () => {
  const counts = (section: keyof typeof expected) =>
    Object.fromEntries(expected[section].map(({ name, count }) => [name, count]))

  it('says the same', () => {
    assert.deepEqual(payload.by_place_type, counts('place_type'))
    assert.deepEqual(payload.by_state, counts('state'))
    assert.deepEqual(payload.quality, counts('quality'))
    assert.deepEqual(payload.verification, counts('verification'))
    assert.deepEqual(payload.top_products, expected.product.slice(0, 30))
    for (const { name, count, pct } of expected.coverage)
      assert.deepEqual(payload.coverage[name], { count, pct }, name)
  })

  it('names the sources as the sources table does, without their digest', () => {
    assert.deepEqual(
      payload.sources,
      sources.map(({ source: name, sha256: _digest, ...file }) => ({ name, ...file })),
    )
  })

  it('has the 30 products of most farms at most', async (t) => {
    const alone = vocabulary.entries.filter(({ broader = [] }) => broader.length === 0)
    const products = alone.slice(0, 40).map(({ name }) => name)
    const feed = products.map((_, index) => ({
      source_id: String(index),
      name: 'Grower',
      products: products.slice(index),
    }))
    const { folder } = await buildSnapshot(t, { feed })
    const own = await readColumns(folder, 'documents')
    const top = products.toReversed().slice(0, 30)
    assert.deepEqual(
      own.stats['top_products'],
      top.map((name, index) => ({ name, count: 40 - index, pct: percent(40 - index, 40) })),
    )
  })
})

describe('the terms', () => {
  it('has each term of each field once, in order', async () => {
    const attributes = await readColumns(snapshot.folder, 'attributes')
    const { names } = await readColumns(snapshot.folder, 'facets')
    for (const field of termFields) {
      const all = new Set(farms.flatMap((farm) => farm[field] ?? []))
      assert.deepEqual({ ...attributes.facets, ...names }[field], [...all].toSorted(byBytes), field)
      assert.ok(field !== 'products' || all.size > 0)
    }
  })
})

/** The year of the last update, else of the newest statement, else of the edition. */
function yearConfirmed({ updated_at, said_at, first_listed, last_listed }: Farm): string {
  const said = Object.values(said_at).flatMap((day) => day ?? [])
  const listed = first_listed === null ? null : (last_listed ?? edition)
  return (updated_at ?? said.toSorted().at(-1) ?? listed)?.slice(0, 4) ?? 'unknown'
}

function tally(values: string[][]): { name: string; count: number; pct: number }[] {
  const counts = new Map<string, number>()
  for (const each of values)
    for (const name of new Set(each)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count, pct: percent(count, values.length) }))
    .toSorted((a, b) => b.count - a.count || byBytes(a.name, b.name))
}

/** One decimal, halves away from zero; in whole numbers, so that a half is one. */
function percent(count: number, of: number): number {
  return Math.floor((2000 * count + of) / (2 * of)) / 10
}
