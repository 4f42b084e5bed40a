import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { facetFields } from '../../../../server/query/facets/fields.ts'
import type { FacetField } from '../../../../data/schema/serving/fields.ts'
import { layout } from '../../../../data/schema/layout.ts'
import { farm } from '../../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../../data/schema/tables/table.ts'
import { products as vocabulary } from '../../../../data/vocabulary/vocabulary.ts'
import { distanceMi } from '../../../support/brute_force.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { kindsAsSql, kindsOfProducts } from '../../../support/kinds_of_products.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root, { now: new Date('2026-06-06T14:00:00Z') })
const farms = await publishedFarms(folder)
const instance = await DuckDBInstance.create()
const duckdb = await instance.connect()
after(() => instance.closeSync())

type Values = { value: string; count: number }[]
type Body = { meta: { total: number; facets?: Partial<Record<FacetField, Values>> } }
const facetsOf = async (path: string, key: 'free' | 'paid' = 'paid') => {
  const { status, text, body } = await server.ask<Body>(path, { key })
  assert.equal(status, 200, text)
  return body.meta.facets!
}

/** Filters as requests have them, and as SQL has them. */
const filters = {
  state: ['NH,vt', "state in ('NH', 'VT')"],
  county: ['Caledonia,Orange County', "county in ('Caledonia', 'Orange')"],
  county_fips: ['50005,50017', "county_fips in ('50005', '50017')"],
  place_type: ['farm,on_farm_market,csa', "place_type in ('farm', 'on_farm_market', 'csa')"],
  category: ['eggs,sweeteners', "list_has_any(categories, ['eggs', 'sweeteners'])"],
  quality_tier: ['Basic,incomplete', "coalesce(quality_tier, 'incomplete') in ('Basic', 'incomplete')"], // prettier-ignore
  payment_methods: ['cash', "list_contains(payment_methods, 'cash')"],
  practices: ['organic', "list_contains(practices, 'organic')"],
  products: ['honey', `list_has_any(products, ${kindsAsSql('honey')})`],
  verification_status: ['unverified', "verification_status = 'unverified'"],
  bbox: ['-73,43.9,-71.8,44.6', 'lng between -73 and -71.8 and lat between 43.9 and 44.6'],
} as const
type FilterName = keyof typeof filters
const filterOf = (name: FacetField): string => (name === 'categories' ? 'category' : name)

const lists = new Set(
  columnsOf(farm).flatMap(({ name, type }) => (type === 'VARCHAR[]' ? [name] : [])),
)

/** The most frequent values of a field by DuckDB, over the published file; of products as requests find them. */
async function counted(name: FacetField, asked: FilterName[], ids?: string[]): Promise<Values> {
  const tests = asked.filter((each) => each !== filterOf(name)).map((each) => filters[each][1])
  const inScope = ids ? `list_contains(${JSON.stringify(ids).replaceAll('"', "'")}, id)` : 'true'
  const plain = name === 'quality_tier' ? `coalesce(quality_tier, 'incomplete')` : name
  const value = lists.has(name) ? `unnest(list_distinct(${name}))` : plain
  const rows = await duckdb.runAndReadAll(
    `with values as (
      select id, ${value} as value
      from read_parquet('${join(folder, 'members/farms.parquet')}')
      where ${[inScope, ...tests].join(' and ')}
    ),
    told as (${name === 'products' ? offered : 'from values'})
    select value, count(*)::integer as count from told where value is not null group by value order by count desc, value limit 20`,
  )
  return rows.getRowObjectsJson() as Values
}

const offered = `select distinct id, product as value from values join ${kindsOfProducts} on kind = value`

const someFilters = fc.subarray(Object.keys(filters) as FilterName[])
const someFacets = fc.subarray(facetFields, { minLength: 1 })
const queryOf = (asked: FilterName[], facets: FacetField[]) =>
  new URLSearchParams([
    ...asked.map((name) => [name, filters[name][0]] as [string, string]),
    ['facets', facets.join()],
  ]).toString()

describe('facets', () => {
  it('are what DuckDB counts, each field without its own filter', async () => {
    await fc.assert(
      fc.asyncProperty(someFilters, someFacets, async (asked, facets) => {
        const found = await facetsOf(`/v1/farms?${queryOf(asked, facets)}`)
        assert.deepEqual(Object.keys(found), facets)
        for (const name of facets) assert.deepEqual(found[name], await counted(name, asked), name)
      }),
      { numRuns: 40 },
    )
  })

  it('are so of every field at once, without a filter, and again', async () => {
    for (const page of [1, 2]) {
      const found = await facetsOf(`/v1/farms?page=${page}&facets=${facetFields.join()}`)
      for (const name of facetFields) assert.deepEqual(found[name], await counted(name, []), name)
      assert.ok(found.products!.length > 5 && found.county!.length > 5)
    }
  })

  it('are the 20 most frequent values, ties by value', async (t) => {
    const alone = vocabulary.entries.filter(({ broader = [] }) => broader.length === 0)
    const sold = alone.map(({ name }) => name).slice(0, 30)
    const named = (source_id: string, products: string[]) => ({ source_id, name: source_id, products }) // prettier-ignore
    const { root } = await buildSnapshot(t, {
      feed: [named('a', sold), named('b', sold.slice(25))],
    })
    const own = await startServer(t, root)
    const { body } = await own.ask<Body>('/v1/farms?facets=products')
    const counts = [...sold.slice(25).toSorted(), ...sold.slice(0, 25).toSorted()]
    assert.deepEqual(
      body.meta.facets!.products,
      counts.slice(0, 20).map((value, place) => ({ value, count: place < 5 ? 2 : 1 })),
    )
  })

  it('are of the circle on searches, with and without a filter', async () => {
    const center = { lat: 44.411, lng: -72.14 }
    const circle = fc.record({ radius: fc.integer({ min: 1, max: 100 }), asked: someFilters })
    await fc.assert(
      fc.asyncProperty(circle, someFacets, async ({ radius, asked }, facets) => {
        const near = farms.filter((each) => distanceMi(center, each) <= radius)
        const ids = near.map(({ id }) => id)
        const query = `${queryOf(asked, facets)}&lat=44.411&lng=-72.14&radius=${radius}`
        const found = await facetsOf(`/v1/search?${query}`)
        for (const name of facets)
          assert.deepEqual(found[name], await counted(name, asked, ids), `${name} ${query}`)
      }),
      { numRuns: 25 },
    )
  })

  it('are of the ids asked for, and of a product', async () => {
    const ids = farms.slice(0, 30).map(({ id }) => id)
    const of = await facetsOf(`/v1/farms?ids=${ids.join()}&state=VT&facets=state,place_type`)
    assert.deepEqual(of.state, await counted('state', ['state'], ids))
    const food = await facetsOf('/v1/food?product=honey&facets=place_type,products')
    assert.deepEqual(food.place_type, await counted('place_type', ['products']))
    assert.deepEqual(food.products, await counted('products', []), 'without its own filter')
  })

  it('count no farm that was taken out', async (t) => {
    const before = await facetsOf('/v1/farms?facets=state')
    const hidden = farms.find(({ state }) => state === 'VT')!
    const { tombstones } = layout(root)
    const remove = async (listed: object[]) => {
      await writeFile(tombstones, JSON.stringify(listed))
      await server.refresh()
    }
    t.after(() => remove([]))
    const removal = { reason: 'asked to', at: '2026-06-02T00:00:00Z', expires: null, listings: [] }
    await remove([{ farm_id: hidden.id, ...removal }])
    const now = await facetsOf('/v1/farms?facets=state')
    const vermont = (found: typeof before) =>
      found.state!.find(({ value }) => value === 'VT')!.count
    assert.equal(vermont(now), vermont(before) - 1)
  })

  it('are refused by name: unknown fields, fields of paid keys, formats without meta', async () => {
    const problem = assertProblem(await server.ask('/v1/farms?facets=state,categorys'), 400)
    assert.equal(problem.errors[0]!.suggestion, 'categories')
    assert.match(problem.detail, /unknown facet `categorys`/)
    for (const name of ['payment_methods', 'quality_tier', 'state,certifications']) {
      const path = `/v1/farms?facets=${name}`
      const { errors, detail } = assertProblem(await server.ask(path, { key: 'free' }), 403)
      assert.equal(errors[0]!.parameter, 'facets')
      assert.ok(detail.includes(`only paid keys get ${name.replace('state,', '')};`), detail)
    }
    for (const format of ['csv', 'ndjson'])
      assertBadParameters(await server.ask(`/v1/farms?facets=state&format=${format}`), ['facets'])
    const { text } = await server.ask('/v1/farms?facets=state&format=geojson')
    assert.match(text, /"facets":\{"state":\[\{"value":"VT"/)
  })
})
