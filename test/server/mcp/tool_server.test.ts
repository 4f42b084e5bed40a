import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { Problem, type ProblemKind } from '../../../server/http/problem.ts'
import type { Tools } from '../../../server/mcp/tool.ts'
import { toolServer } from '../../../server/mcp/tool_server.ts'
import { agentBy } from '../../support/agent.ts'

const id = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'
const site = 'https://farms.example.org'

/** An agent of tools that ask `answer`, which gets the path of a route and its parameters. */
async function agentAsking(t: TestContext, answer: (path: string, query: object) => unknown) {
  const faults: unknown[] = []
  const world = {
    ask: async (route: { path: string }, query: object) => answer(route.path, query),
    clock: () => new Date('2026-06-09T00:00:00Z'),
    site,
    onFault: (error: unknown) => faults.push(error),
  } as unknown as Tools
  const handler = createMcpHandler(() => toolServer(world), { keepAliveMs: 0 })
  const client = new Client({ name: 'a test', version: '1.0.0' })
  t.after(() => client.close())
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  )
  return { ...agentBy(client), client, faults }
}

const refuses = (kind: ProblemKind) => () => {
  throw new Problem(kind, `it is ${kind}`)
}

describe('the answer of a tool', () => {
  const meta = { total: 20, page: 1, has_more: false, snapshot: 'S1' }
  const links = { self: '/v1/farms?page=1&per_page=20' }
  const farms = Array.from({ length: 20 }, (_, n) => ({
    id: `F${n}`,
    name: `${n} ${'a long name '.repeat(8)}`,
    products: Array.from({ length: 10 }, (_, product) => `a long product ${product}`),
  }))

  it('has the same entries as text and as data, and counts those left out', async (t) => {
    const agent = await agentAsking(t, () => ({ data: farms, meta, links }))
    const { text, data } = await agent.call('find_farms', { state: 'VT', limit: 20 })
    const said = [...text.matchAll(/^\d+\. .*; id (F\d+)$/gm)].map(([, farm]) => farm)
    assert.ok(said.length > 5 && said.length < 20, text)
    assert.deepEqual(
      (data['farms'] as { id: string }[]).map((farm) => farm.id),
      said,
    )
    assert.equal(data['omitted'], 20 - said.length)
    assert.match(text, new RegExp(`\\(${20 - said.length} more omitted for length`))
    assert.deepEqual(data['links'], [`${site}${links.self}&snapshot=S1`])
  })

  it('is a refusal of the service in words, and says nothing of a fault of the program', async (t) => {
    const refused = await agentAsking(t, refuses('forbidden'))
    const { text, isError } = await refused.call('find_farms', { state: 'VT' })
    assert.deepEqual([isError, text.split('\n')[0]], [true, 'it is forbidden'])
    assert.deepEqual(refused.faults, [])
    const broken = await agentAsking(t, () => assert.fail('a secret'))
    const fault = await broken.call('find_farms', { state: 'VT' })
    assert.deepEqual([fault.isError, fault.text.includes('secret')], [true, false])
    assert.equal(broken.faults.length, 1)
  })

  it('refuses arguments in the words of the API', async (t) => {
    const agent = await agentAsking(t, () => assert.fail('it asks'))
    for (const [tool, given, message] of [
      ['find_farms', { near: 5 }, 'near: must be a text'],
      ['find_farms', { near: '' }, 'near: is too short'],
      ['find_farms', { near: 'x'.repeat(201) }, 'near: must have at most 200 characters'],
      ['find_farms', { radius: 500 }, 'radius: must be at most 100'],
      ['find_farms', { page: 0 }, 'page: must be at least 1'],
      ['find_farms', { limit: 2.5 }, 'limit: must be a whole number'],
      ['find_farms', { any_product: 'yes' }, 'any_product: must be true or false'],
      ['find_farms', { product: 'eggs' }, 'unknown parameter `product`; did you mean `products`?'],
      ['find_farms', { location: 'Troy' }, 'unknown parameter `location`; did you mean `near`?'],
      ['get_prices', { near: 'Troy, NY' }, 'product: is required'],
      ['get_farm', { farm_id: 'F1' }, 'farm_id: must be a UUID'],
    ] as const) {
      const { text, isError } = await agent.call(tool, given)
      assert.ok(isError && text.includes(`${tool}: ${message}`), text)
    }
  })
})

describe('list_changes without a date', () => {
  const answer = {
    data: [],
    meta: { total: 0, page: 1, has_more: false, since: 'S1', snapshot: 'S1' },
    links: { self: '/v1/changes?page=1' },
  }

  it('begins with the first snapshot where a week ago is too old', async (t) => {
    const asked: unknown[] = []
    const agent = await agentAsking(t, (_, query) => {
      asked.push((query as { since: string }).since)
      if (asked.length > 1) return answer
      const errors = [{ parameter: 'since', message: 'is too old', suggestion: 'S1' }]
      throw new Problem('gone', 'since: is too old', { errors })
    })
    const { text } = await agent.call('list_changes', {})
    assert.deepEqual(asked, ['2026-06-02T00:00:00.000Z', 'S1'])
    assert.match(text, /^0 farms changed since snapshot S1\.\nThat is the live snapshot/)
  })

  it('asks no second time after another refusal', async (t) => {
    let asked = 0
    const agent = await agentAsking(t, () => {
      asked++
      throw new Problem('unavailable', 'no snapshot is served')
    })
    const { text, isError } = await agent.call('list_changes', {})
    assert.deepEqual([isError, text, asked], [true, 'no snapshot is served', 1])
  })
})

describe('the resource of a farm', () => {
  const read = async (t: TestContext, uri: string, answer: () => unknown = () => ({ data: 1 })) => {
    const agent = await agentAsking(t, answer)
    try {
      const { contents } = await agent.client.readResource({ uri })
      return (contents[0] as { text: string }).text
    } catch (error) {
      return error as Error & { code: number }
    }
  }
  const codeOf = async (...given: Parameters<typeof read>) => {
    const found = await read(...given)
    return typeof found === 'string' ? found : found.code
  }

  it('is what the API says of it', async (t) => {
    assert.equal(await read(t, `farm-directory://farms/${id}`), '{"data":1}')
  })

  it('is not there for an id that is none, and a farm that is gone', async (t) => {
    const notFound = await codeOf(t, 'farm-directory://farms/nobody')
    assert.ok(typeof notFound === 'number')
    for (const kind of ['not-found', 'gone'] as const)
      assert.equal(await codeOf(t, `farm-directory://farms/${id}`, refuses(kind)), notFound, kind)
    const other = await codeOf(t, `farm-directory://farms/${id}`, refuses('too-many-requests'))
    assert.ok(typeof other === 'number' && other !== notFound)
  })
})

describe('get_farm', () => {
  const known = { id, name: 'Stone Creek Farm', place_type: 'farm', city: 'Barre', state: 'VT' }
  const agentFor = (t: TestContext, profile: object, names: string[] = []) =>
    agentAsking(t, (path) => {
      if (path === '/v1/suggest') {
        const data = names.map((name, at) => ({
          farm_id: at === 0 ? id : `F${at}`,
          name,
          detail: 'VT',
        }))
        return { data, meta: { snapshot: 'S1' } }
      }
      return path.includes(':id') ? { data: profile } : { data: [], meta: { snapshot: 'S1' } }
    })

  it('takes an id or a name, and a place beside a name only', async (t) => {
    const agent = await agentFor(t, known)
    for (const asked of [{}, { farm_id: id, name: 'a' }, { farm_id: id, place: 'Barre' }])
      assert.ok((await agent.call('get_farm', asked)).isError, JSON.stringify(asked))
  })

  it('takes the only name that begins with the one that is asked for', async (t) => {
    const two = await agentFor(t, known, ['Stone Creek Farm', 'Old Stone Creek'])
    const found = await two.call('get_farm', { name: 'STONE creek' })
    assert.match(found.text, /^"Stone Creek Farm" \(farm\), "Barre", VT; id /)
    const both = await two.call('get_farm', { name: 'creek' })
    assert.match(both.text, /^2 farms may be "creek"; call again with one farm_id\.\n- "Stone/)
    assert.equal((both.data['candidates'] as unknown[]).length, 2)
    const none = await agentFor(t, known)
    assert.match(
      (await none.call('get_farm', { name: 'creek' })).text,
      /^No farm is called "creek"/,
    )
  })

  it('says prices, and what is unknown, but not what is hidden', async (t) => {
    const listing = { id: '1', name: 'Eggs', unit: 'dozen', in_stock: null }
    const priced = await agentFor(t, {
      ...known,
      phone: null,
      product_listings: [
        { ...listing, price: 6, in_stock: true },
        { ...listing, price: null },
        { ...listing, price: 4.5, unit: null, in_stock: false },
      ],
    })
    const { text, data } = await priced.call('get_farm', { farm_id: id })
    assert.deepEqual(text.match(/^- .*$/gm), [
      '- "Eggs": $6.00 per dozen, in stock',
      '- "Eggs": price unknown, stock unknown',
      '- "Eggs": $4.50, not in stock',
    ])
    assert.deepEqual((data['farm'] as { unknown: string[] }).unknown, ['phone'])
    const bare = await agentFor(t, { ...known, phone: null, product_listings: [] })
    const unpriced = await bare.call('get_farm', { farm_id: id })
    assert.match(
      unpriced.text,
      /^Unknown \(never collected, which is not "no"\): phone, prices\.$/m,
    )
  })
})

describe('find_farms', () => {
  const page = (number: number) => ({
    data: [{ id: 'F1', name: 'A', products: ['eggs'] }],
    meta: { total: 9, page: number, has_more: false, snapshot: 'S1' },
    links: { self: '/v1/farms?page=1' },
  })

  it('asks for all of the products, or any one, and for unknown hours if told so', async (t) => {
    const asked: object[] = []
    const agent = await agentAsking(t, (path, query) => {
      asked.push({ path, ...(JSON.parse(JSON.stringify(query)) as object) })
      return page(3)
    })
    const paging = { per_page: 8, page: 1 }
    await agent.call('find_farms', { products: 'eggs,honey' })
    await agent.call('find_farms', { products: 'eggs,honey', any_product: true })
    await agent.call('find_farms', { near: 'Barre, VT', include_unknown_hours: true })
    await agent.call('find_farms', {
      near: 'Barre, VT',
      open_on: 'sat',
      include_unknown_hours: true,
    })
    const products = 'eggs,honey'
    const around = { path: '/v1/search', near: 'Barre, VT', ...paging }
    assert.deepEqual(asked, [
      { path: '/v1/farms', products, match: 'all', ...paging },
      { path: '/v1/farms', products, ...paging },
      around,
      { ...around, open_on: 'sat', open_unknown: 'include' },
    ])
  })

  it('numbers farms through all pages, and says which are left out', async (t) => {
    const agent = await agentAsking(t, () => page(3))
    const third = await agent.call('find_farms', { state: 'VT', limit: 4, page: 3, open_on: 'sat' })
    assert.match(third.text, /^9\. "A"/m)
    assert.match(third.text, /^Farms whose hours are unknown are not included/m)
    const all = await agent.call('find_farms', { open_on: 'sat', include_unknown_hours: true })
    assert.doesNotMatch(all.text, /are not included/)
  })

  it('takes a text alone', async (t) => {
    const agent = await agentAsking(t, () => page(1))
    const { isError, text } = await agent.call('find_farms', {
      text: 'eggs near Barre',
      state: 'VT',
    })
    assert.equal(isError, true)
    assert.match(text, /^state: is part of the text: give text alone/)
    assert.equal((await agent.call('find_farms', { text: 'eggs near Barre' })).isError, false)
  })
})
