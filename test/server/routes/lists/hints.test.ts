import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { startServer } from '../../../support/running_server.ts'

const farm = (source_id: string, products: string[], more: object = {}) => ({
  source_id,
  name: `Farm ${source_id}`,
  city: 'Danville',
  state: 'VT',
  lat: 44.411,
  lng: -72.14,
  products,
  practices: ['organic'],
  updated_at: '2026-05-01T00:00:00Z',
  ...more,
})
const { root } = await buildSnapshot(
  { after },
  {
    feed: [
      farm('1', ['eggs', 'baked goods']),
      farm('2', ['eggs', 'lettuce'], { lat: 44.8 }),
      farm('3', ['baked goods'], { lat: 44.9, state: 'NH' }),
      farm('4', ['milk'], { lat: 40.7, lng: -74, state: 'NY', practices: null }),
    ],
    now: new Date('2026-06-01T00:00:00Z'),
  },
)
const server = await startServer({ after }, root)

type Meta = {
  total: number
  matched_products: string[] | null
  did_you_mean?: string | null
  broader?: { value: string; count: number }[]
  hints?: string[]
  without?: Record<string, string | number>[]
}
const metaOf = async (path: string, key: 'free' | 'paid' = 'paid') => {
  const { status, body } = await server.ask<{ meta: Meta }>(path, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return body.meta
}
/** What a list says beside what every list does. */
const said = async (path: string) => {
  const { matched_products, did_you_mean, broader, hints } = await metaOf(path)
  return { matched_products, did_you_mean, broader, hints }
}
const nothing = { matched_products: null, did_you_mean: undefined, broader: undefined, hints: undefined } // prettier-ignore
const here = 'lat=44.411&lng=-72.14'

describe('the hints of a list', () => {
  it('are none where farms are found and every term is known', async () => {
    for (const path of [
      '/v1/farms',
      '/v1/farms?products=eggs&category=dairy,&practices=organic'.replace('dairy,', 'eggs'),
      `/v1/search?${here}`,
      '/v1/food?product=Egg',
    ])
      assert.deepEqual({ ...(await said(path)), matched_products: null }, nothing, path)
  })

  it('have the products that the names stand for, whatever is found; null = none asked', async () => {
    const matched = async (path: string) => (await said(path)).matched_products
    assert.equal(await matched('/v1/farms?state=VT'), null)
    assert.deepEqual(await matched('/v1/farms?products=Egg'), ['eggs'])
    assert.deepEqual(await matched('/v1/food?product=EGGS'), ['eggs'])
    assert.deepEqual(await matched('/v1/listings?product=eggs'), ['eggs'])
    assert.equal(await matched('/v1/listings'), null)
  })

  it('say what a misspelt product may be', async () => {
    for (const [path, meant] of [
      ['/v1/food?product=egs', 'eggs'],
      ['/v1/farms?products=lettce', 'lettuce'],
      [`/v1/search?${here}&products=egs`, 'eggs'],
      ['/v1/food?product=xqzzy', null],
      ['/v1/farms?products=grass+feed+bef', 'grass-fed beef'],
    ] as const) {
      const { matched_products, did_you_mean, broader, hints } = await said(path)
      assert.deepEqual([matched_products, did_you_mean, broader], [[], meant, []])
      assert.equal(hints!.length, 1)
      assert.match(hints![0]!, meant ? new RegExp(`did you mean \`${meant}\``) : /\/v1\/vocabulary/)
    }
  })

  it('name the parameter at fault, and only the unknown one of several terms', async () => {
    const { total, hints } = await metaOf('/v1/farms?products=eggs,lettce')
    assert.equal(total, 2)
    assert.deepEqual(hints, ['products: `lettce` is not known; did you mean `lettuce`?'])
    const [hint] = (await metaOf('/v1/food?product=lettce')).hints!
    assert.match(hint!, /^product: /)
    assert.deepEqual((await metaOf('/v1/farms?practices=orgnic')).hints, [
      'practices: `orgnic` is not known; did you mean `organic`?',
    ])
  })

  it('count the broader products under the other filters', async () => {
    assert.deepEqual((await said('/v1/food?product=bread')).broader, [{ value: 'baked goods', count: 2 }]) // prettier-ignore
    assert.deepEqual((await said('/v1/food?product=bread&state=NH')).broader, [{ value: 'baked goods', count: 1 }]) // prettier-ignore
    assert.deepEqual((await said(`/v1/search?${here}&products=bread`)).broader, [{ value: 'baked goods', count: 1 }]) // prettier-ignore
    assert.deepEqual((await said('/v1/farms?products=bread,eggs&match=all')).broader, [{ value: 'baked goods', count: 1 }]) // prettier-ignore
    type Listed = { data: { id: string; name: string }[] }
    const { data } = (await server.ask<Listed>('/v1/farms')).body
    const ids = data.flatMap(({ id, name }) => (/[134]$/.test(name) ? id : []))
    for (const asked of [ids, ids.slice(1)]) {
      const { total } = await metaOf(`/v1/farms?ids=${asked.join()}&products=baked+goods`)
      const { broader } = await said(`/v1/farms?ids=${asked.join()}&products=bread`)
      assert.deepEqual(broader, [{ value: 'baked goods', count: total }])
    }
    const ofBoth = await said('/v1/farms?products=bread,pies')
    assert.deepEqual(ofBoth.broader, [{ value: 'baked goods', count: 2 }])
    const organic = await said('/v1/food?product=organic+eggs+from+hens')
    assert.deepEqual(organic.broader, [{ value: 'eggs', count: 2 }])
    assert.equal(organic.did_you_mean, 'organic eggs')
    const claimed = await said('/v1/food?product=organic+eggs')
    assert.deepEqual(claimed, {
      ...nothing,
      matched_products: [],
      broader: [{ value: 'eggs', count: 2 }],
    })
  })

  it('say which city or county was probably meant, if it has farms', async () => {
    for (const [path, meant] of [
      ['/v1/farms?city=Danvile', 'Danville'],
      ['/v1/farms?city=danvile,+vt&state=NY', 'Danville, VT'],
      [`/v1/search?${here}&city=Danvlle`, 'Danville'],
      ['/v1/farms?county=Caledona', 'Caledonia County'],
      ['/v1/farms?county=Caledona+County,+VT', 'Caledonia County, VT'],
    ] as const) {
      const { did_you_mean, hints } = await metaOf(path)
      assert.equal(did_you_mean, meant, path)
      assert.match(hints![0]!, RegExp(`^c[a-z]+: .* is not known; did you mean \`${meant}\`\\?$`))
      const parameter = hints![0]!.split(':')[0]!
      assert.ok((await metaOf(`/v1/farms?${parameter}=${meant}`)).total > 0)
    }
    for (const path of [
      '/v1/farms?city=Troy,+VT', // is a place, without farms
      '/v1/farms?city=Danvile,+ME',
      '/v1/farms?city=Danville&state=ME',
      '/v1/farms?county=Qqzzx',
    ]) {
      const { total, did_you_mean } = await metaOf(path)
      assert.deepEqual([total, did_you_mean], [0, undefined], path)
    }
  })

  it('name the last page of a list, after its end', async () => {
    assert.deepEqual((await said('/v1/farms?per_page=3&page=2')).hints, undefined)
    for (const page of [3, 999])
      assert.deepEqual((await said(`/v1/farms?per_page=3&page=${page}`)).hints, [
        'page: the list ends at page 2',
      ])
    assert.deepEqual((await said(`/v1/search?${here}&radius=100&page=2`)).hints, [
      'page: the list ends at page 1',
    ])
  })

  it('name the endpoints that take several products', async () => {
    const { hints } = await said('/v1/food?product=eggs,lettuce')
    assert.deepEqual(hints, ['product: `eggs,lettuce` is not known; for several products ask /v1/farms or /v1/search for products=eggs,lettuce']) // prettier-ignore
    assert.equal((await metaOf('/v1/farms?products=eggs,lettuce')).total, 2)
  })

  it('tell a product from a category', async () => {
    const { did_you_mean, hints } = await said('/v1/farms?category=milk')
    assert.equal(did_you_mean, 'dairy')
    assert.match(hints![0]!, /category: `milk` is no category but a product.*products=milk/)
    assert.equal((await said('/v1/farms?category=diary')).did_you_mean, 'dairy')
  })

  it('say that lat and lng are swapped, or that a minus sign is missing', async () => {
    assert.deepEqual((await said('/v1/search?lat=-72.14&lng=44.411')).hints, [
      'lat and lng look swapped: farms are around lat=44.411 and lng=-72.14',
    ])
    assert.deepEqual((await said('/v1/search?lat=44.411&lng=72.14')).hints, [
      'lng seems to lack its minus sign: farms are around lng=-72.14',
    ])
  })

  it('say how far the nearest farm is that matches, in miles that find it as a radius', async () => {
    const path = '/v1/search?lat=44.0&lng=-72.14'
    for (const filter of ['', '&products=lettuce']) {
      const [hint] = (await metaOf(`${path}&radius=5${filter}`)).hints!
      const said = /^no farm that matches is within 5 miles: the nearest is (\d+) miles away$/
      const miles = Number(said.exec(hint!)?.[1])
      assert.ok((await metaOf(`${path}&radius=${miles}${filter}`)).total > 0, hint)
      assert.equal((await metaOf(`${path}&radius=${miles - 1}${filter}`)).total, 0, hint)
    }
  })

  it('say that none is within the largest radius, rather than how far it is', async () => {
    for (const radius of [50, 100])
      assert.equal(
        (await metaOf(`/v1/food?product=milk&near=Danville,+VT&radius=${radius}`)).hints![0],
        'no farm that matches is within 100 miles, the largest radius',
      )
    assert.deepEqual((await metaOf('/v1/search?lat=48.86&lng=2.35')).hints, [
      'the directory has no farm within 100 miles of this place',
    ])
  })

  it('count the farms without each condition that empties a list, and those whose field is unknown', async () => {
    const { without, hints } = await metaOf(`/v1/search?${here}&products=eggs&practices=no+till`)
    assert.deepEqual(without, [
      { parameter: 'practices', count: 1, known: 1, recent: 1, unknown: 0 },
    ])
    assert.equal(hints, undefined)
    const two = await metaOf('/v1/farms?products=milk&practices=organic&state=NY')
    assert.deepEqual(two.without, [
      { parameter: 'practices', count: 1, known: 0, recent: 0, unknown: 1 },
    ])
    const open = await metaOf(
      `/v1/search?${here}&products=eggs,lettuce&open_on=sat&open_between=08:00-09:00&radius=50`,
    )
    assert.deepEqual(open.without, [
      { parameter: 'open_on', count: 2, known: 0, recent: 0, unknown: 2 },
    ]) // prettier-ignore
    assert.deepEqual((await metaOf('/v1/farms?products=eggs')).without, undefined)
  })

  it('name said_since where only older statements match, and two conditions where no one is enough', async () => {
    const old = await metaOf('/v1/farms?products=milk&said_since=2026-05-02')
    assert.deepEqual(old.without, [
      { parameter: 'products', count: 4, known: 0, recent: 0, unknown: 4 },
      { parameter: 'said_since', count: 1 },
    ])
    assert.deepEqual(old.hints?.at(-1), 'without said_since, 1 farm matches')
    const two = await metaOf(
      '/v1/search?products=milk&said_since=2026-05-02&near=10001&open_on=sat',
    )
    assert.deepEqual(two.without, [
      { parameter: 'products,open_on', count: 1 },
      { parameter: 'open_on,said_since', count: 1 },
    ])
    const food = await metaOf('/v1/food?product=milk&near=Danville,+VT&practices=no+till')
    assert.match(food.hints!.at(-2)!, /^without product and practices, /)
    assert.deepEqual(two.hints, [
      'without products and open_on, 1 farm matches',
      'without open_on and said_since, 1 farm matches',
    ])
  })

  it('say of a claim how many farms offer the product without it', async () => {
    const { total, broader } = await metaOf('/v1/farms?products=raw+honey,eggs')
    assert.deepEqual([total, broader], [2, [{ value: 'honey', count: 2 }]], 'eggs or honey')
  })

  it('keep what is for paid keys from free ones', async () => {
    const { status } = await server.ask('/v1/farms?practices=orgnic', { key: 'free' })
    assert.equal(status, 403)
  })
})

describe('a parameter of another service', () => {
  for (const [path, given, ours] of [
    ['/v1/search', 'lon', 'lng'],
    ['/v1/search', 'Long', 'lng'],
    ['/v1/search', 'LONGITUDE', 'lng'],
    ['/v1/search', 'latitude', 'lat'],
    ['/v1/search', 'Lat', 'lat'],
    ['/v1/farms', 'limit', 'per_page'],
    ['/v1/farms', 'Offset', 'page'],
    ['/v1/market/prices', 'distance', 'radius'],
    ['/v1/food', 'location', 'near'],
    ['/v1/food', 'address', 'near'],
    ['/v1/market/delivery', 'place', 'near'],
    ['/v1/farms', 'page_size', 'per_page'],
    ['/v1/farms', 'openNow', 'open_at'],
    ['/v1/farms', 'keyword', 'q'],
    ['/v1/search', 'order_by', 'sort'],
    ['/v1/find', 'q', 'text'],
  ] as const)
    it(`${given} of ${path} is named ${ours}`, async () => {
      const { status, body } = await server.ask<{ errors: Record<string, string>[] }>(`${path}?${given}=1`) // prettier-ignore
      assert.equal(status, 400)
      const error = body.errors.find(({ parameter }) => parameter === given)
      assert.equal(error?.['suggestion'], ours)
    })

  it('of a circle is one of /v1/search, in lists of all farms', async () => {
    for (const [name, ours] of Object.entries({ near: 'near', lon: 'lng', Distance: 'radius' })) {
      const { status, body } = await server.ask<{ detail: string }>(`/v1/farms?${name}=1`)
      assert.equal(status, 400)
      const start = `${name}: unknown parameter \`${name}\`; /v1/search takes \`${ours}\`; allowed are `
      assert.equal(body.detail.slice(0, start.length), start)
    }
    const sentence = await server.ask<{ detail: string }>('/v1/find?text=eggs&near=Boston')
    assert.match(
      sentence.body.detail,
      /^near: unknown parameter `near`; write it in `text`; allowed/,
    )
    const { body } = await server.ask<{ detail: string }>('/v1/stats?near=1')
    assert.doesNotMatch(body.detail, /v1.search takes/)
  })
})
