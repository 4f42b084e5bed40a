import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { freeFields, paidFields } from '../../../../data/schema/tables/farm.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { ids, names, type ListBody } from '../../../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms, publishedListings } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)

const point = 'lat=44.411&lng=-72.14'
const food = async (query: string) => (await server.ask<ListBody>(`/v1/food?${query}`)).body
const idsWhere = (keep: (farm: (typeof farms)[number]) => boolean) =>
  farms
    .filter(keep)
    .map(({ id }) => id)
    .sort()

/** Selects farms with one of these products, the only ones of their kind here. */
const sells =
  (...names: string[]) =>
  ({ products }: (typeof farms)[number]): boolean =>
    names.some((name) => products?.includes(name))

describe('GET /v1/food', () => {
  it('wants a product', async () => {
    assertBadParameters(await server.ask('/v1/food'), ['product'])
    assertBadParameters(await server.ask('/v1/food?product='), ['product'])
    assertBadParameters(await server.ask('/v1/food?product=%20'), ['product'])
  })

  it('gives distances around a point, and none elsewhere', async () => {
    for (const [tier, fields] of [
      ['free', freeFields],
      ['paid', [...freeFields, ...paidFields]],
    ] as const) {
      const near = await server.ask<ListBody>(`/v1/food?product=eggs&${point}`, { key: tier })
      const anywhere = await server.ask<ListBody>('/v1/food?product=eggs', { key: tier })
      assert.ok(near.body.data.length > 0 && anywhere.body.data.length > 0)
      for (const farm of near.body.data)
        assert.deepEqual(Object.keys(farm), [...fields, 'distance_mi', 'matching_products'])
      for (const farm of anywhere.body.data)
        assert.deepEqual(Object.keys(farm), [...fields, 'matching_products'])
    }
  })

  it('orders by quality where there is no point, ties by id', async () => {
    const { data } = await food('product=eggs&per_page=100')
    const rank = ({ quality_score, id }: (typeof data)[number]) =>
      `${String(1000 - quality_score!).padStart(4, '0')} ${id}`
    const ranks = data.map(rank)
    assert.deepEqual(ranks, ranks.toSorted())
    assert.equal(data[0]!.name, 'Open Book Farm')
  })

  it('gives free keys the same order without the score', async () => {
    const paid = await server.ask<ListBody>('/v1/food?product=eggs')
    const free = await server.ask<ListBody>('/v1/food?product=eggs', { key: 'free' })
    assert.deepEqual(ids(free.body), ids(paid.body))
    assert.ok(!free.text.includes('quality'))
  })

  it('finds a product by its name or any alias, singular or plural, whatever the case', async () => {
    const eggs = idsWhere(sells('eggs', 'pasture-raised eggs'))
    for (const text of ['eggs', 'EGG', 'Farm Fresh Eggs', 'huevos', 'brown eggs'])
      assert.deepEqual(
        ids(await food(`product=${encodeURIComponent(text)}&per_page=100`)).sort(),
        eggs,
        text,
      )
    const pastured = idsWhere(sells('pasture-raised eggs'))
    assert.ok(pastured.length > 0 && pastured.length < eggs.length)
    for (const text of ['pasture-raised egg', 'Pastured Eggs'])
      assert.deepEqual(ids(await food(`product=${encodeURIComponent(text)}`)), pastured, text)
    for (const text of ['cherry', 'Cherries', 'sweet cherries'])
      assert.deepEqual(names(await food(`product=${text}`)), ['Untracked Stock'], text)
  })

  it('finds the kinds of a product too: strawberries are berries, and those are fruits', async () => {
    for (const text of ['berries', 'Fruit', 'produce'])
      assert.ok(names(await food(`product=${text}&per_page=100`)).includes('Listing Only'), text)
    assert.deepEqual(names(await food('product=tart+cherries')), [], 'but not the broader ones')
    assert.deepEqual(names(await food('product=cherries')), ['Untracked Stock'])
  })

  it('finds no words that the vocabulary does not know: they are no product', async () => {
    const jam = idsWhere(({ products_other }) => products_other?.includes('Pawpaw jam') ?? false)
    assert.ok(jam.length > 0)
    assert.deepEqual(ids(await food('product=pawpaw+jam')), [])
  })

  it('finds a farm by a product that it only lists with a price', async () => {
    assert.deepEqual(names(await food('product=strawberries')), ['Listing Only'])
  })

  it('finds nothing for what nobody sells', async () => {
    const list = await food('product=unobtainium')
    assert.deepEqual([list.data, list.meta.total, list.meta.has_more], [[], 0, false])
  })

  it('keeps to a state, abbreviated or in full, and to none that has no such farm', async () => {
    const sellsHoney = sells('honey', 'raw honey')
    const inVermont = idsWhere((farm) => farm.state === 'VT' && sellsHoney(farm))
    for (const state of ['VT', 'vt', 'Vermont', 'VERMONT'])
      assert.deepEqual(
        ids(await food(`product=honey&state=${state}&per_page=100`)).sort(),
        inVermont,
      )
    assert.equal((await food('product=honey&state=Hawaii')).meta.total, 0)
  })

  it('says which parameters do not apply to the request', async () => {
    const near = await food(`product=honey&${point}&state=HI`)
    assert.deepEqual(near.meta.ignored, ['state'])
    assert.ok(near.meta.total > 0)
    for (const more of ['', '&state=NY'])
      assertBadParameters(await server.ask(`/v1/food?product=honey&radius=5${more}`), ['radius'])
    assert.equal((await food(`product=honey&${point}&radius=5`)).meta.ignored, undefined)
    for (const format of ['json', 'geojson', 'csv', 'ndjson']) {
      const header = async (query: string) =>
        (await server.ask(`/v1/food?product=honey&format=${format}&${query}`)).headers.get(
          'X-Ignored-Parameters',
        )
      assert.equal(await header(`${point}&state=HI`), 'state', format)
      assert.equal(await header('state=HI'), null, format)
    }
  })

  it('finds with in_stock_only the farms that list the product in stock, and no others', async () => {
    const listings = await publishedListings(folder)
    for (const product of ['eggs', 'honey', 'strawberries', 'cherries']) {
      const stocked = listings.filter((each) => each.product === product && each.in_stock === true)
      const expected = [...new Set(stocked.map(({ farm_id }) => farm_id))].sort()
      for (const key of ['free', 'paid'] as const) {
        const path = `/v1/food?product=${product}&in_stock_only=true&per_page=100`
        const { body } = await server.ask<ListBody>(path, { key })
        assert.deepEqual(ids(body).sort(), expected, product)
        assert.equal(body.meta.total, expected.length)
      }
    }
  })

  it('shows of each farm every listing of the product, as it is published', async () => {
    const listings = await publishedListings(folder)
    const { body } = await server.ask<{ data: { id: string; matching_products: object[] }[] }>(
      '/v1/food?product=eggs&per_page=100',
    )
    for (const { id, matching_products } of body.data) {
      const isEggs = ({ product }: { product: string | null }) =>
        ['eggs', 'pasture-raised eggs'].includes(product ?? '')
      const own = listings.filter((each) => each.farm_id === id && isEggs(each))
      const shown = own.map(({ name, price, unit, in_stock }) => ({ name, price, unit, in_stock }))
      const named = [{ name: 'eggs', price: null, unit: null, in_stock: null }]
      assert.deepEqual(matching_products, shown.length > 0 ? shown : named)
    }
  })

  it('looks 50 miles around where no radius is given', async () => {
    const implied = await food(`product=eggs&${point}&per_page=100`)
    assert.deepEqual(ids(implied), ids(await food(`product=eggs&${point}&per_page=100&radius=50`)))
    const wider = await food(`product=eggs&${point}&per_page=100&radius=100`)
    assert.ok(wider.meta.total > implied.meta.total)
  })

  it('wants lat and lng together', async () => {
    assertBadParameters(await server.ask('/v1/food?product=eggs&lat=44'), ['lng'])
    assertBadParameters(await server.ask('/v1/food?product=eggs&lng=-72'), ['lat'])
  })

  it('keeps to its bounds', async () => {
    for (const good of ['radius=1', 'radius=100', 'per_page=1', 'per_page=100', 'page=1'])
      assert.equal((await server.ask(`/v1/food?product=eggs&${point}&${good}`)).status, 200, good)
    for (const [name, values] of Object.entries({
      radius: ['0.99', '100.01', '0', 'x'],
      per_page: ['0', '101'],
      page: ['0'],
      state: ['Vermnot', 'XX', ''],
      lat: ['91'],
      lng: ['181'],
    }))
      for (const value of values) {
        const rest = `${point}&`.replace(new RegExp(`${name}=[^&]*&`), '')
        assertBadParameters(await server.ask(`/v1/food?product=eggs&${rest}${name}=${value}`), [
          name,
        ])
      }
  })

  it('pages through everything once', async () => {
    const seen: string[] = []
    let path: string | undefined = `/v1/food?product=eggs&${point}&radius=100&per_page=9`
    while (path !== undefined) {
      const { body }: { body: ListBody } = await server.ask<ListBody>(path)
      seen.push(...ids(body))
      assert.equal(body.links.next === undefined, !body.meta.has_more)
      path = body.links.next
    }
    const all = await food(`product=eggs&${point}&radius=100&per_page=100`)
    assert.deepEqual(seen, ids(all))
    assert.ok(seen.length > 18)
  })

  it('takes the filters of lists, but for those of other products', async () => {
    for (const place of ['', `&${point}&radius=100`]) {
      const stands = await food(`product=eggs&q=town${place}`)
      assert.ok(
        names(stands).length === 4 && names(stands).every((name) => name.startsWith('Town Square')),
      )
      const markets = await food(`product=eggs&place_type=farmers+market&per_page=100${place}`)
      assert.ok(markets.data.every(({ place_type }) => place_type === 'farmers_market'))
      assert.ok(markets.data.length > 3)
      const open = await food(`product=flowers&open_at=2026-07-04T10:00:00-04:00${place}`)
      assert.deepEqual(names(open), ['Summer Saturdays'])
      const free = await server.ask(`/v1/food?product=eggs&open_at=now${place}`, { key: 'free' })
      assertProblem(free, 403)
    }
    assertBadParameters(await server.ask('/v1/food?product=eggs&ids=all'), ['ids'])
    const twice = await server.ask('/v1/food?product=eggs&products=all')
    assertBadParameters(twice, ['product', 'products'])
  })
})
