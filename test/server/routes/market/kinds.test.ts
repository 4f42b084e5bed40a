import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
type Body = Record<string, any>

const farm = (name: string, products: string[], north: number, listings: object[] = []) => ({
  source_id: name,
  name,
  state: 'VT',
  lat: 44 + north / 100,
  lng: -72.5,
  products,
  product_listings: listings,
})
const feed = [
  farm('Wide Meadow', ['berries', 'eggs', 'honey'], 0, [{ name: 'Eggs', price: 4, unit: 'dozen' }]),
  farm('Red Patch', ['strawberries', 'blueberries'], 1),
  farm('Duck Pond', ['duck eggs', 'raspberries'], 2, [
    { name: 'Duck eggs', price: 8, unit: 'dozen' },
  ]),
]

const { root, folder } = await buildSnapshot({ after }, { feed })
const server = await startServer({ after }, root)
const ids = new Map((await publishedFarms(folder)).map(({ name, id }) => [name, id]))

describe('who offers a product or a kind of it', () => {
  const around = 'lat=44&lng=-72.5&radius=5'
  const body = async (path: string) => (await server.ask<Body>(path)).body
  const counts = (rows: Body[], name: string, count: string): Record<string, number> =>
    Object.fromEntries(rows.map((row) => [row[name], row[count]]))

  it('is counted beside it, as a request for it finds them', async () => {
    const b = await body('/v1/market/landscape?lat=44&lng=-72.5&radius_miles=5&product=berries')
    const a = await body(`/v1/market/landscape?${around}`)
    const { facets } = (await body(`/v1/search?${around}&facets=products`))['meta']
    const stats = (await body('/v1/stats'))['data']
    const expected: Record<string, number> = {}
    for (const product of ['berries', 'eggs', 'honey', 'strawberries', 'duck eggs', 'fruits']) {
      const { meta } = await body(`/v1/search?${around}&products=${product}`)
      expected[product] = meta.total
      assert.equal(counts(b['top_products'], 'product', 'farm_count')[product], meta.total)
      assert.equal(counts(a['products'], 'name', 'count')[product], meta.total)
      assert.equal(counts(facets.products, 'value', 'count')[product], meta.total)
      assert.equal(counts(stats.top_products, 'name', 'count')[product], meta.total)
    }
    assert.equal(b['competition'].farms_with_product, expected['berries'])
    const { honey, eggs, berries } = expected
    assert.deepEqual({ honey, eggs, berries }, { honey: 1, eggs: 2, berries: 3 })
  })

  it('is asked for the prices of both, or of the product alone', async () => {
    const b = await body('/v1/market/landscape?lat=44&lng=-72.5&radius_miles=5')
    const eggs = b['top_products'].find(({ product }: Body) => product === 'eggs')
    assert.deepEqual([eggs.avg_price, eggs.unit, eggs.price_count], [6, 'dozen', 2])
    const prices = await body(`/v1/market/prices?${around}&product=eggs&exact=true`)
    assert.deepEqual(prices['matched_products'], ['eggs'])
    assert.deepEqual([prices['farms_with_product'], prices['comparable'].avg], [1, 4])
    const listings = async (query: string) =>
      (await body(`/v1/listings?product=eggs${query}`))['data'].map(({ name }: Body) => name)
    assert.deepEqual((await listings('')).toSorted(), ['Duck eggs', 'Eggs'])
    assert.deepEqual(await listings('&exact=true'), ['Eggs'])
  })
})

describe('kinds of the products of a farm', () => {
  const ask = async (endpoint: string, name: string) =>
    (await server.ask<Body>(`/v1/market/${endpoint}?farm_id=${ids.get(name)}&radius=5`)).body

  it('are offered by neighbors as the product itself is, each neighbor once', async () => {
    const wide = await ask('differentiators', 'Wide Meadow')
    assert.deepEqual(wide['unique_products'], ['honey'])
    const search = '/v1/search?lat=44&lng=-72.5&radius=5&products=berries'
    assert.equal((await server.ask<Body>(search)).body['meta'].total, 3)
    const red = await ask('differentiators', 'Red Patch')
    assert.deepEqual(red['unique_products'], ['blueberries', 'strawberries'])
  })

  it('make competitors', async () => {
    const { competitors } = await ask('competitors', 'Wide Meadow')
    assert.deepEqual(
      competitors.map((each: Body) => [each['name'], each['shared_products'], each['overlap_pct']]),
      [
        ['Duck Pond', ['berries', 'eggs'], 66.7],
        ['Red Patch', ['berries'], 33.3],
      ],
    )
    assert.equal((await ask('competitors', 'Red Patch'))['meta'].total, 0)
  })
})
