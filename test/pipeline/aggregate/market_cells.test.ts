import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { cellToParent } from 'h3-js'
import {
  hiddenFigures,
  hiddenNameFigures,
  hiddenPriceFigures,
  leastFarmsShown,
  marketResolutions,
  productResolution,
  type MarketCell,
  type MemberMarketCell,
} from '../../../data/schema/tables/market_cell.ts'
import { syntheticFarms as sampleFarms } from '../../../data/sample/generate.ts'
import { termFields, type TermField } from '../../../data/schema/serving/fields.ts'
import { categoryNames, products, vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import * as brute from '../../support/brute_market.ts'
import { pricesOf } from '../../support/brute_prices.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { fixtureFeed } from '../../support/fixture_farms.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { publishedFarms, publishedListings } from '../../support/published_farms.ts'

/** Farms all over, and some that an unknown product, no unit or an odd one make hard. */
const feed = [
  ...fixtureFeed,
  ...sampleFarms({ count: 400, seed: 3 }),
  ...['Moon Kale', 'kales'].map((name, index) => ({
    source_id: `moon-${index}`,
    name: `Moon Farm ${index}`,
    state: 'VT',
    lat: 44.3 + index / 100,
    lng: -72.4,
    products: [name],
    product_listings: [
      { name, price: 2.125, unit: null },
      { name, price: 0.9, unit: 'crescent' },
    ],
  })),
]

const { folder } = await buildSnapshot({ after }, { feed })
const all = brute.marketFarms(await publishedFarms(folder), await publishedListings(folder))
const located = all.filter((farm) => farm.h3_cell !== null)
const rowsOf = async <Row>(path: string) => (await readParquet<Row>(join(folder, path))).rows
const members = await rowsOf<MemberMarketCell>('members/market_cells.parquet')
const shown = await rowsOf<MarketCell>('public/market_cells.parquet')

const namesOf = (facet: TermField) => new Set(vocabularyOf(facet)!.entries.map(({ name }) => name))

/** What a row says of some farms, by a pass over them. */
function figures(farms: brute.MarketFarm[], product: string | null) {
  const known = (list: Parameters<typeof brute.knowing>[1]) => brute.knowing(farms, list).length
  const by = (names: string[]) => Object.fromEntries(brute.tally(names))
  const listed = (list: Parameters<typeof brute.listTally>[1]) =>
    Object.fromEntries(brute.listTally(farms, list))
  const prices = product === null ? [] : pricesOf(farms, product)
  const units = Map.groupBy(prices, (each) => each.comparable_unit ?? each.unit ?? '')
  const byUnit = <Value>(of: (each: typeof prices) => Value) =>
    product === null ? null : Object.fromEntries([...units].map(([unit, each]) => [unit, of(each)]))
  const amounts = (each: typeof prices) =>
    each.map(({ price, comparable_price }) => comparable_price ?? price).sort((a, b) => a - b)
  return {
    farms: farms.length,
    products_known: known('products'),
    farms_by_place_type: by(farms.map(({ place_type }) => place_type)),
    farms_by_product: product === null ? listed('products') : null,
    farms_by_quality_tier: by(farms.map(({ quality_tier }) => quality_tier ?? 'incomplete')),
    farms_by_quality_score: by(farms.map(({ quality_score }) => String(quality_score))),
    farms_by_verification: by(farms.map(({ verification_status }) => verification_status)),
    certifications_known: known('certifications'),
    farms_by_certification: listed('certifications'),
    practices_known: known('practices'),
    farms_by_practice: listed('practices'),
    delivery_options_known: known('delivery_options'),
    farms_by_delivery_option: listed('delivery_options'),
    farms_with_prices:
      product === null
        ? farms.filter(brute.priced).length
        : new Set(prices.map(({ farm_id }) => farm_id)).size,
    price_farms: byUnit((each) => new Set(each.map(({ farm_id }) => farm_id)).size),
    price_count: byUnit((each) => each.length),
    price_sum: byUnit((each) => amounts(each).reduce((sum, one) => sum + Math.round(one * 1e6), 0)),
    price_min: byUnit((each) => amounts(each)[0]!),
    price_max: byUnit((each) => amounts(each).at(-1)!),
    prices: byUnit(amounts),
  }
}

const offering = (farms: brute.MarketFarm[], product: string | null) =>
  product === null ? farms : farms.filter((farm) => brute.offers(farm, product))

type Merged = Record<string, unknown>

/** Merges rows as their columns say. */
function merged(rows: MemberMarketCell[]): Merged {
  const [first, ...others] = rows.map(({ resolution: _r, cell: _c, product: _p, ...row }) => row)
  return others.reduce<Merged>((total, row) => {
    const entries = Object.entries(row).map(([name, value]) => [
      name,
      merge(name, total[name], value),
    ])
    return Object.fromEntries(entries)
  }, first!)
}

function merge(name: string, one: unknown, other: unknown): unknown {
  if (typeof one === 'number') return one + (other as number)
  if (Array.isArray(one)) return [...one, ...(other as number[])].sort((a, b) => a - b)
  if (one === null) return null
  const [a, b] = [one, other] as Record<string, unknown>[]
  const least = (key: string, pick: (...values: number[]) => number) =>
    pick(...([a![key], b![key]].filter((each) => each !== undefined) as number[]))
  const value = (key: string) => {
    if (name === 'price_min') return least(key, Math.min)
    if (name === 'price_max') return least(key, Math.max)
    if (!(key in a!)) return b![key]
    return key in b! ? merge('', a![key], b![key]) : a![key]
  }
  return Object.fromEntries(
    [...new Set([...Object.keys(a!), ...Object.keys(b!)])].map((key) => [key, value(key)]),
  )
}

describe('members/market_cells.parquet', () => {
  for (const resolution of marketResolutions)
    it(`has for each cell of resolution ${resolution} what a pass over its farms finds`, () => {
      const cells = Map.groupBy(located, (farm) => cellToParent(farm.h3_cell!, resolution))
      const rows = members.filter((row) => row.resolution === resolution)
      const whole = rows.filter(({ product }) => product === null)
      assert.deepEqual(new Set(whole.map(({ cell }) => cell)), new Set(cells.keys()))
      assert.equal(whole.length, cells.size)
      for (const { resolution: _resolution, cell, product, ...row } of rows)
        assert.deepEqual(
          row,
          figures(offering(cells.get(cell)!, product), product),
          `${cell} ${product}`,
        )
    })

  it('has each product of each cell once, under its one name, at one resolution', () => {
    const expected = new Set(
      located.flatMap((farm) =>
        [...farm.keys].map((key) => `${cellToParent(farm.h3_cell!, productResolution)} ${key}`),
      ),
    )
    const ofProducts = members.filter(({ product }) => product !== null)
    const found = ofProducts.map(({ cell, product }) => `${cell} ${products.keyOf(product!)}`)
    assert.deepEqual(new Set(found), expected)
    assert.equal(found.length, expected.size)
    assert.deepEqual(
      new Set(ofProducts.map(({ resolution }) => resolution)),
      new Set([productResolution]),
    )
  })

  it('merges to the figures of all farms, whatever the resolution', () => {
    for (const resolution of marketResolutions) {
      const rows = members.filter((row) => row.resolution === resolution && row.product === null)
      assert.deepEqual(merged(rows), figures(located, null))
    }
  })

  it('merges the rows of a product to the figures of all farms that offer it', () => {
    const names = ['eggs', 'tomatoes', 'kale']
    for (const name of names) {
      const rows = members.filter(({ product }) => product === name)
      assert.ok(rows.length > 0, name)
      assert.deepEqual(merged(rows), figures(offering(located, name), name), name)
    }
  })

  it('is of farms whose lists hold names of the vocabularies only', () => {
    for (const farm of all)
      for (const facet of termFields) {
        const names = facet === 'categories' ? categoryNames : namesOf(facet)
        for (const term of farm[facet] ?? []) assert.ok(names.has(term), `${facet}: ${term}`)
        for (const term of farm[`${facet}_other`] ?? [])
          assert.ok(!names.has(term), `${facet}_other: ${term}`)
      }
    assert.ok(all.some(({ products_other }) => products_other?.includes('Moon Kale')))
    assert.ok(all.some(({ practices_other }) => practices_other !== null))
  })

  it('counts no words that the vocabulary does not know, nor their prices', () => {
    const named = members.flatMap(({ product, farms_by_product }) => [
      ...(product === null ? [] : [product]),
      ...Object.keys(farms_by_product ?? {}),
    ])
    for (const name of new Set(named)) assert.equal(products.find(name)?.name, name)
  })

  it('stands in the order of resolution, cell and product, all farms first', () => {
    const keys = members.map(({ resolution, cell, product }) =>
      Buffer.from(`${resolution} ${cell} ${product ?? ''}`),
    )
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => Buffer.compare(a, b)),
    )
  })
})

describe('public/market_cells.parquet', () => {
  it('has the same rows, and the same figures but for those of few farms', () => {
    assert.equal(shown.length, members.length)
    for (const [index, row] of shown.entries()) {
      const { prices: _prices, ...full } = members[index]!
      assert.deepEqual(row, withoutFew(full))
    }
    assert.ok(shown.some(({ farms_by_certification }) => farms_by_certification === null))
    assert.ok(shown.some(({ farms_by_certification }) => farms_by_certification !== null))
    assert.ok(shown.some(({ price_sum }) => Object.keys(price_sum ?? {}).length > 0))
  })
})

function withoutFew(row: MarketCell): MarketCell {
  const many = (value: object, farms: (name: string) => number) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => farms(name) >= leastFarmsShown))
  const kept = Object.entries(row).map(([column, value]) => {
    const name = column as keyof MarketCell
    if (value === null || (hiddenFigures.includes(name) && row.farms < leastFarmsShown))
      return [name, null]
    if (hiddenNameFigures.includes(name))
      return [name, many(value as object, (each) => (value as Record<string, number>)[each]!)]
    if (hiddenPriceFigures.includes(name))
      return [name, many(value as object, (unit) => row.price_farms![unit]!)]
    return [name, value]
  })
  return Object.fromEntries(kept) as MarketCell
}
