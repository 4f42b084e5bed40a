import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Tier } from '../../data/schema/meta.ts'
import { openApiDocument } from '../../server/app/all_routes.ts'
import { operationsOf } from '../../server/docs/reference.ts'
import { agentOf } from '../support/agent.ts'
import { buildSnapshot } from '../support/built_snapshot.ts'
import type { ListBody } from '../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../support/problem_document.ts'
import { startServer } from '../support/running_server.ts'

/**
 * What clients send that were written for the service that the specification describes, by its public
 * documents: each request is replayed, and what they read in the answer is looked at.
 */

const near = 'lat=44.41&lng=-72.14'
const vermont = { state: 'VT', lat: 44.41, place_type: 'farm', updated_at: '2026-05-01T00:00:00Z' }
const { root, id: snapshot } = await buildSnapshot(
  { after },
  {
    now: new Date('2026-06-01T00:00:00Z'),
    feed: [
      {
        ...vermont,
        source_id: 'amber',
        name: 'Amber Farm',
        city: 'Danville',
        lng: -72.14,
        products: ['eggs'],
        certifications: ['USDA organic'],
        practices: ['organic'],
        delivery_options: ['home delivery'],
        payment_methods: ['cash'],
        google_rating: 4.2,
        product_listings: [
          { id: 'a1', name: 'Brown eggs', price: 6.5, unit: 'dozen', in_stock: true },
          { id: 'a2', name: 'Duck eggs', price: 9, unit: 'dozen', in_stock: false },
        ],
      },
      {
        ...vermont,
        source_id: 'birch',
        name: 'Birch Orchard',
        city: 'Barnet',
        lng: -72.24,
        products: ['honey'],
        certifications: ['certified naturally grown'],
        practices: ['no GMOs'],
        delivery_options: ['farm pickup'],
        payment_methods: ['SNAP'],
        google_rating: 4.9,
        product_listings: [{ id: 'b1', name: 'Honey', price: 11, unit: 'lb', in_stock: false }],
      },
      {
        ...vermont,
        source_id: 'cedar',
        name: 'Cedar Ranch',
        city: 'Danville',
        lng: -72.34,
        place_type: 'ranch',
        products: ['eggs', 'honey', 'beef'],
        certifications: ['USDA organic', 'certified naturally grown'],
        practices: ['organic', 'no GMOs'],
        delivery_options: ['home delivery', 'farm pickup'],
        payment_methods: ['cash', 'SNAP'],
        description: 'Animals on a hill.',
        verification_status: 'verified',
      },
      {
        ...vermont,
        source_id: 'dune',
        name: 'Dune Market',
        city: 'Littleton',
        state: 'NH',
        lng: -71.8,
        place_type: 'farmers_market',
        products: ['cheese'],
        product_listings: [{ id: 'd1', name: 'Cheddar', price: 8, unit: 'lb', in_stock: null }],
      },
    ],
  },
)
const server = await startServer({ after }, root)
const [amber, birch, cedar, dune] = ['Amber Farm', 'Birch Orchard', 'Cedar Ranch', 'Dune Market']

type Named = ListBody['data'][number] & { matching_products?: unknown }
const list = async (path: string, key: Tier = 'paid') => {
  const { status, body, text } = await server.ask<ListBody>(path, { key })
  assert.equal(status, 200, `${path}: ${text}`)
  return body as Omit<ListBody, 'data'> & { data: Named[] }
}
const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

/** Asserts of each request which farms it finds, in no order. */
async function finds(requests: Record<string, (string | undefined)[]>): Promise<void> {
  for (const [path, expected] of Object.entries(requests))
    assert.deepEqual(namesOf(await list(path)).toSorted(), expected, path)
}

/** Asserts that spellings of one request have one ETag and one answer, links included. */
async function areOne(...paths: string[]): Promise<void> {
  const [first, ...others] = await Promise.all(paths.map((path) => server.ask(path)))
  assert.equal(first!.status, 200, first!.text)
  for (const [at, { headers, text }] of others.entries()) {
    assert.equal(headers.get('ETag'), first!.headers.get('ETag'), paths[at + 1])
    assert.equal(text, first!.text, paths[at + 1])
  }
}

describe('the lists of a filter', () => {
  /** Those of whom one has the first value, one the second, and one both. */
  const two: Record<string, string> = {
    products: 'eggs,honey',
    category: 'eggs,sweeteners',
    certifications: 'USDA Organic,certified naturally grown',
    practices: 'organic,no GMOs',
    delivery_options: 'home delivery,farm pickup',
    payment_methods: 'cash,SNAP',
  }

  it('want any of their values, and with match=all all of them', async () => {
    for (const [name, values] of Object.entries(two)) {
      const asked = `/v1/farms?${name}=${encodeURIComponent(values)}`
      await finds({
        [asked]: [amber, birch, cedar],
        [`${asked}&match=any`]: [amber, birch, cedar],
        [`${asked}&match=all`]: [cedar],
        [`${asked.toUpperCase().replace(/^[^=]*/, `/v1/farms?${name}`)}&match=all`]: [cedar],
      })
    }
  })

  it('want what they always wanted of one value', () =>
    finds({
      '/v1/farms?products=eggs': [amber, cedar],
      '/v1/farms?products=eggs&match=all': [amber, cedar],
      '/v1/farms?products=EGGS': [amber, cedar],
      '/v1/farms?products=nothing+such': [],
      '/v1/farms?products=nothing+such,honey': [birch, cedar],
      '/v1/farms?products=nothing+such,honey&match=all': [],
    }))

  it('narrow each other', () =>
    finds({
      '/v1/farms?products=eggs,honey&certifications=USDA+Organic': [amber, cedar],
      '/v1/farms?products=eggs,beef&category=sweeteners': [cedar],
      '/v1/farms?products=eggs,honey&match=all&state=VT,NH': [cedar],
    }))
})

const farm_id = (await list('/v1/farms?q=amber')).data[0]!.id

describe('another name of a parameter', () => {
  const ofLists = { category: 'categories', q: 'query', match: 'products_match' }
  const ofCircles = { radius: 'radius_miles' }
  const ofProduct = { product: 'products' }
  /** By the path and what a request needs besides: the parameters, each with its other name. */
  const names: Record<string, Record<string, string>> = {
    [`/v1/search?${near}&products=eggs,honey`]: { ...ofCircles, ...ofLists },
    [`/v1/food?product=eggs&${near}&certifications=GAP,CNG`]: { ...ofCircles, ...ofLists },
    '/v1/farms?products=eggs,honey': ofLists,
    '/v1/suggest?limit=5': { q: 'query' },
    [`/v1/search?${near}`]: { products: 'product' },
    '/v1/farms?state=VT': { products: 'product' },
    [`/v1/food?${near}`]: ofProduct,
    [`/v1/availability?farm_id=${farm_id}`]: ofProduct,
    [`/v1/listings?${near}`]: { ...ofCircles, ...ofProduct },
    [`/v1/market/landscape?${near}`]: ofProduct,
    [`/v1/market/prices?${near}&product=eggs`]: ofCircles,
    [`/v1/market/prices?${near}`]: ofProduct,
    [`/v1/market/delivery?${near}`]: { ...ofCircles, ...ofProduct },
    [`/v1/market/competitors?farm_id=${farm_id}`]: ofCircles,
    [`/v1/market/differentiators?farm_id=${farm_id}`]: ofCircles,
  }
  const values: Record<string, string> = {
    radius: '20',
    product: 'eggs',
    products: 'eggs',
    category: 'eggs',
    q: 'amber',
    match: 'all',
  }
  const all = Object.entries(names).flatMap(([path, each]) =>
    Object.entries(each).map(([own, other]) => ({ path, own, other, value: values[own]! })),
  )

  it('has the same ETag and answer, to the byte', async () => {
    for (const { path, own, other, value } of all)
      await areOne(`${path}&${own}=${value}`, `${path}&${other}=${value}`)
  })

  it('is named by the OpenAPI document with the first, and no parameter of its own', () => {
    const described: string[] = []
    for (const { path, operation } of operationsOf(openApiDocument()))
      for (const each of operation.parameters)
        for (const other of (each['x-aliases'] ?? []) as string[]) {
          described.push(`${path} ${each.name} ${other}`)
          assert.ok(each.description!.includes(`\`${other}\``))
        }
    const sent = all.map(({ path, own, other }) => `${path.replace(/\?.*/, '')} ${own} ${other}`)
    assert.deepEqual(described.toSorted(), sent.toSorted())
  })

  it('is in no link', async () => {
    const { links } = await list(`/v1/search?${near}&radius_miles=60&query=farm&categories=eggs`)
    assert.match(links.self, /[?&]radius=60&/)
    assert.match(links.self, /[?&]q=farm&/)
    assert.match(links.self, /[?&]category=eggs&/)
  })

  it('is a 400 beside the first, which names both', async () => {
    for (const { path, own, other, value } of all) {
      const answer = await server.ask(`${path}&${own}=${value}&${other}=${value}`)
      const { errors } = assertBadParameters(answer, [own, other])
      for (const { message } of errors) assert.match(message, /two names/)
    }
  })

  it('is the name that complaints of its value have', async () => {
    assertBadParameters(await server.ask(`/v1/search?${near}&radius_miles=101`), ['radius_miles'])
    assertBadParameters(await server.ask('/v1/farms?query='), ['query'])
    assertBadParameters(await server.ask('/v1/farms?categories=eggs&categories=eggs'), [
      'categories',
    ])
  })

  it('is forgiven as the first is', async () => {
    for (const [sent, meant] of Object.entries({
      radius_mile: 'radius',
      categorys: 'category',
      Query: 'q',
      lon: 'lng',
      limit: 'per_page',
      prodcts: 'products',
    })) {
      const { errors } = assertBadParameters(await server.ask(`/v1/search?${near}&${sent}=1`), [
        sent,
      ])
      assert.equal(errors[0]!.suggestion, meant, sent)
    }
  })
})

describe('GET /v1/search', () => {
  it('finds nearest first within 25 miles, and counts', async () => {
    const { data, meta } = await list(`/v1/search?${near}`)
    assert.deepEqual(namesOf({ data }), [amber, birch, cedar, dune])
    assert.deepEqual([meta.total, meta.page, meta.has_more], [4, 1, false])
    for (const farm of data) assert.equal(typeof farm.distance_mi, 'number')
  })

  it('takes products, categories, certifications, q, page and per_page', () =>
    finds({
      [`/v1/search?${near}&radius=100&products=Eggs,Honey`]: [amber, birch, cedar],
      [`/v1/search?${near}&radius=6`]: [amber, birch],
      [`/v1/search?${near}&categories=cheese,meat`]: [cedar, dune],
      [`/v1/search?${near}&certifications=usda+organic`]: [amber, cedar],
      [`/v1/search?${near}&q=danville`]: [amber, cedar],
      [`/v1/search?${near}&page=2&per_page=3`]: [dune],
    }))

  it('finds q in name, city and state, up to 120 characters of it', async () => {
    const long = 'ranch '.repeat(20)
    assert.equal(long.length, 120)
    await finds({
      [`/v1/search?${near}&q=cedar`]: [cedar],
      [`/v1/search?${near}&q=Danville`]: [amber, cedar],
      [`/v1/search?${near}&q=vermont`]: [amber, birch, cedar],
      [`/v1/search?${near}&q=VT`]: [amber, birch, cedar],
      [`/v1/search?${near}&q=New+Hampshire`]: [dune],
      [`/v1/search?${near}&q=danville+vermont`]: [amber, cedar],
      [`/v1/search?${near}&q=barnet+NH`]: [],
      [`/v1/search?${near}&q=${encodeURIComponent(long)}`]: [cedar],
      [`/v1/search?${near}&q=${encodeURIComponent('x'.repeat(120))}`]: [],
    })
  })

  it('refuses what is out of range, and says the range', async () => {
    for (const [query, name, range] of [
      ['radius=101', 'radius', /100/],
      ['per_page=101', 'per_page', /from 1 to 100/],
    ] as const) {
      const { errors } = assertBadParameters(await server.ask(`/v1/search?${near}&${query}`), [
        name,
      ])
      assert.match(errors[0]!.message, range)
    }
  })
})

describe('GET /v1/food', () => {
  it('finds nearest first around a point, else best first', async () => {
    assert.deepEqual(namesOf(await list(`/v1/food?product=EGGS&${near}`)), [amber, cedar])
    assert.deepEqual(namesOf(await list(`/v1/food?product=honey&${near}&radius=100`)), [birch, cedar]) // prettier-ignore
    const best = await list('/v1/food?product=eggs')
    const scores = best.data.map(({ quality_score }) => quality_score!)
    assert.deepEqual(scores, scores.toSorted((a, b) => b - a)) // prettier-ignore
  })

  it('takes state, certifications and in_stock_only', () =>
    finds({
      '/v1/food?product=cheese&state=new+hampshire': [dune],
      '/v1/food?product=cheese&state=VT': [],
      '/v1/food?product=honey&certifications=USDA+Organic': [cedar],
      '/v1/food?product=eggs&in_stock_only=true': [amber],
      '/v1/food?product=eggs&in_stock_only=false': [amber, cedar],
      [`/v1/food?product=eggs&${near}&in_stock_only=true`]: [amber],
      '/v1/food?product=duck+eggs&in_stock_only=true': [],
      '/v1/food?product=honey&in_stock_only=true': [],
      '/v1/food?product=cheese&in_stock_only=true': [],
    }))

  it('has matching_products: listings for paid keys, names for free ones', async () => {
    const matching = async (path: string, key: Tier) =>
      Object.fromEntries(
        (await list(path, key)).data.map(({ name, matching_products }) => [
          name,
          matching_products,
        ]),
      )
    const path = `/v1/food?product=eggs&${near}`
    assert.deepEqual(await matching(path, 'paid'), {
      [amber]: [
        { name: 'Brown eggs', price: 6.5, unit: 'dozen', in_stock: true },
        { name: 'Duck eggs', price: 9, unit: 'dozen', in_stock: false },
      ],
      [cedar]: [{ name: 'eggs', price: null, unit: null, in_stock: null }],
    })
    assert.deepEqual(await matching(path, 'free'), {
      [amber]: ['duck eggs', 'eggs'],
      [cedar]: ['eggs'],
    })
    assert.deepEqual(await matching('/v1/food?product=duck+eggs', 'paid'), {
      [amber]: [{ name: 'Duck eggs', price: 9, unit: 'dozen', in_stock: false }],
    })
  })

  it('has them in every format and with fields, and other lists do not', async () => {
    const sparse = await list('/v1/food?product=honey&fields=name,matching_products', 'free')
    assert.deepEqual(
      sparse.data.find(({ name }) => name === birch),
      { name: birch, matching_products: ['honey'] },
    )
    for (const format of ['geojson', 'csv', 'ndjson']) {
      const food = await server.ask(`/v1/food?product=honey&format=${format}`)
      assert.match(food.text, /matching_products/, format)
      assert.match(food.text, /11/, format)
      const farms = await server.ask(`/v1/farms?products=honey&format=${format}`)
      assert.doesNotMatch(farms.text, /matching_products/, format)
    }
    assertBadParameters(await server.ask('/v1/farms?fields=matching_products'), ['fields'])
  })
})

describe('GET /v1/farms', () => {
  it('takes state, place_type, products, categories, certifications and q', () =>
    finds({
      '/v1/farms?state=VT': [amber, birch, cedar],
      '/v1/farms?state=New+Hampshire': [dune],
      '/v1/farms?place_type=ranch': [cedar],
      '/v1/farms?products=cheese,beef': [cedar, dune],
      '/v1/farms?categories=cheese': [dune],
      '/v1/farms?certifications=Certified+Naturally+Grown': [birch, cedar],
      '/v1/farms?q=orchard': [birch],
    }))

  it('is sorted by quality unless it says so', async () => {
    await areOne('/v1/farms', '/v1/farms?sort=quality', '/v1/farms?sort=-quality_score')
    const { data, links } = await list('/v1/farms')
    const scores = data.map(({ quality_score }) => quality_score!)
    assert.deepEqual(scores, scores.toSorted((a, b) => b - a)) // prettier-ignore
    assert.doesNotMatch(links.self, /sort/)
    assert.match((await list(`/v1/search?${near}&sort=quality`)).links.self, /sort=-quality_score/)
  })

  it('is sorted by name or rating, unknown last', async () => {
    const sorted = async (sort: string) => namesOf(await list(`/v1/farms?sort=${sort}`))
    assert.deepEqual(await sorted('name'), [amber, birch, cedar, dune])
    const [first, second, ...unknown] = await sorted('rating')
    assert.deepEqual([first, second], [birch, amber])
    const { data } = await list('/v1/farms')
    const idOf = (name?: string) => data.find((each) => each.name === name)!.id
    assert.deepEqual(unknown.map(idOf), unknown.map(idOf).toSorted())
    const near20 = namesOf(await list(`/v1/search?${near}&sort=rating&per_page=1`))
    assert.deepEqual(near20, [birch])
    const page2 = namesOf(await list('/v1/farms?products=eggs,honey&sort=rating&per_page=1&page=2'))
    assert.deepEqual(page2, [amber])
  })

  it('is sorted by rating for paid keys alone, since the order shows it', async () => {
    for (const path of ['/v1/farms?', `/v1/search?${near}&`, '/v1/food?product=eggs&']) {
      const answer = await server.ask(`${path}sort=rating`, { key: 'free' })
      const { detail } = assertProblem(answer, 403)
      assert.match(detail, /sort: `rating`.*paid/)
    }
  })

  it('counts all farms on the first page', async () => {
    assert.equal((await list('/v1/farms?per_page=1')).meta.total, 4)
  })
})

describe('GET /v1/stats', () => {
  it('has the documented fields beside ours', async () => {
    for (const key of ['free', 'paid'] as const) {
      const { body } = await server.ask<{ data: Record<string, unknown> }>('/v1/stats', { key })
      const { total_farms, states_covered, delivery_enabled_farms, place_types } = body.data
      assert.deepEqual(
        { total_farms, states_covered, delivery_enabled_farms, place_types },
        {
          total_farms: 4,
          states_covered: 2,
          delivery_enabled_farms: 2,
          place_types: { farm: 2, farmers_market: 1, ranch: 1 },
        },
      )
      const top = body.data['top_products'] as Record<string, unknown>[]
      const eggs = top.find(({ name }) => name === 'eggs')!
      assert.deepEqual([eggs['farm_count'], eggs['count']], [2, 2])
      for (const { farm_count, count } of top) assert.equal(farm_count, count)
      const sources = body.data['sources'] as { attribution: string }[]
      assert.deepEqual(sources.map(({ attribution }) => attribution), ['Own listings']) // prettier-ignore
    }
  })

  it('says how to credit the data, as the manifest does', async () => {
    type Credited = { sources: { attribution: string }[]; geography: { attribution: string }[] }
    const credits = async (path: string) => {
      const { sources, geography } = (await server.ask<{ data: Credited }>(path)).body.data
      return [...sources, ...geography].map(({ attribution }) => attribution)
    }
    const all = await credits('/v1/stats')
    assert.ok(all.length > 1 && all.every((each) => /\S/.test(each)))
    assert.deepEqual(await credits(`/v1/snapshots/${snapshot}`), all)
  })
})

describe('GET /v1/market/landscape', () => {
  const fields = async (query: string) => {
    const { body } = await server.ask<object>(`/v1/market/landscape?${near}${query}`)
    return Object.keys(body)
  }

  it('is in layout A by radius, and in layout B by radius_miles', async () => {
    for (const query of ['', '&radius=100', '&radius=25&product=eggs'])
      assert.ok((await fields(query)).includes('distance_distribution'), query)
    assert.ok((await fields('&radius_miles=25')).includes('quality_distribution'))
    const both = await server.ask(`/v1/market/landscape?${near}&radius=25&radius_miles=25`)
    assertBadParameters(both, ['radius', 'radius_miles'])
  })
})

describe('a failure', () => {
  const failures: [path: string, asked: object, status: number, code: string][] = [
    ['/v1/farms?state=Atlantis', {}, 400, 'INVALID_PARAMETER'],
    ['/v1/stats', { key: null }, 401, 'UNAUTHORIZED'],
    ['/v1/listings', { key: 'free' }, 403, 'FORBIDDEN'],
    ['/v1/farms/00000000-0000-4000-8000-000000000000', {}, 404, 'NOT_FOUND'],
    ['/v1/nothing', {}, 404, 'NOT_FOUND'],
    ['/v1/stats', { method: 'DELETE' }, 405, 'METHOD_NOT_ALLOWED'],
  ]

  it('carries its code, message and status', async () => {
    for (const [path, asked, status, code] of failures) {
      const { error, detail } = assertProblem(await server.ask(path, asked), status)
      assert.deepEqual(error, { code, message: detail, status })
    }
  })

  it('carries RATE_LIMITED at the limit', async (t) => {
    const few = await startServer(t, root, { settings: { FREE_DAILY_LIMIT: '1' } })
    await few.ask('/v1/stats', { key: 'free' })
    const answer = await few.ask('/v1/stats', { key: 'free' })
    assert.equal(assertProblem(answer, 429).error.code, 'RATE_LIMITED')
    assert.match(answer.headers.get('Retry-After')!, /^\d+$/)
  })
})

describe('an agent', () => {
  it('reads the resources of stats and of a farm', async (t) => {
    const { client } = await agentOf(t, server.url, { 'X-API-Key': server.keys.free })
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents as { text: string; mimeType: string }[] // prettier-ignore
      assert.equal(content!.mimeType, 'application/json')
      return JSON.parse(content!.text) as { data: Record<string, unknown> }
    }
    const { resources } = await client.listResources()
    assert.deepEqual(resources.map(({ uri }) => uri), ['farm-directory://stats']) // prettier-ignore
    const stats = await read('farm-directory://stats')
    assert.equal(stats.data['total_farms'], 4)
    const { resourceTemplates } = await client.listResourceTemplates()
    assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate), ['farm-directory://farms/{id}']) // prettier-ignore
    const { id } = (await list('/v1/farms?q=amber')).data[0]!
    const farm = await read(`farm-directory://farms/${id}`)
    assert.equal(farm.data['name'], amber)
    assert.ok(!('phone' in farm.data))
    await assert.rejects(client.readResource({ uri: 'farm-directory://farms/nothing' }), /id/)
  })
})
