import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { freeFields, paidFields } from '../../../../data/schema/tables/farm.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)

const idOf = (name: string) => farms.find((farm) => farm.name === name)!.id
const unknownId = '00000000-0000-4000-8000-000000000000'
type Tier = 'free' | 'paid'

async function data<Data>(path: string, key: Tier = 'paid'): Promise<Data> {
  const { status, body, text } = await server.ask<{ data: Data }>(path, { key })
  assert.equal(status, 200, text)
  assert.deepEqual(Object.keys(body), ['data', 'meta'])
  return body.data
}

describe('GET /v1/farms/:id', () => {
  const profileFields = [
    'contact',
    'hours',
    'opening_hours',
    'timezone',
    'details',
    'product_listings',
    'quality_scores',
    'provenance',
  ]

  it('gives free keys the free fields, paid keys the whole profile', async () => {
    for (const { id } of farms) {
      const free = await data<object>(`/v1/farms/${id}`, 'free')
      assert.deepEqual(Object.keys(free), freeFields)
      const paid = await data<object>(`/v1/farms/${id}`)
      assert.deepEqual(Object.keys(paid), [...freeFields, ...paidFields, ...profileFields])
    }
  })

  it('shows the farm object as the published file has it', async () => {
    for (const farm of farms) {
      const shown = await data<Record<string, unknown>>(`/v1/farms/${farm.id}`)
      for (const field of [...freeFields, ...paidFields])
        assert.deepEqual(shown[field], farm[field], `${farm.name}: ${field}`)
    }
  })

  it('adds contact, hours, listings and quality scores as documented', async () => {
    const profile = await data<Record<string, unknown>>(`/v1/farms/${idOf('Open Book Farm')}`)
    assert.deepEqual(profile['contact'], {
      phone: '+18025550142',
      email: 'hello@openbook.example.org',
      website: 'https://openbook.example.org/',
    })
    assert.deepEqual(profile['hours'], { farm_store: 'Sat: 9:00 AM-1:00 PM' })
    assert.deepEqual(profile['quality_scores'], {
      listing_completeness: 1,
      verification_level: 'verified',
      last_updated: '2026-05-04',
    })
    const [{ fields, ...trace }, ...others] = profile['provenance'] as [{ fields: string[] }]
    assert.deepEqual(trace, {
      source: 'farm-feed',
      source_id: 'open-book',
      licence: 'Not stated',
      updated_at: '2026-05-04T10:00:00Z',
      edition: '2026-05-04',
      carried: false,
    })
    assert.deepEqual(others, [])
    for (const field of ['name', 'phone', 'lat', 'product_listings'])
      assert.ok(fields.includes(field), field)
    const [listing] = profile['product_listings'] as Record<string, unknown>[]
    for (const field of ['id', 'name', 'price', 'unit', 'in_stock', 'category'])
      assert.ok(field in listing!, field)
  })

  it('has null, not nothing, for what was not collected', async () => {
    const bare = await data<Record<string, unknown>>(`/v1/farms/${idOf('Bare Minimum')}`)
    assert.deepEqual(bare['contact'], { phone: null, email: null, website: null })
    assert.equal(bare['products'], null)
    assert.equal(bare['lat'], null)
    assert.equal(bare['hours'], null)
    assert.deepEqual(bare['product_listings'], [])
  })

  it('keeps names that are awkward in JSON', async () => {
    const name = '"Quoted", Commas & <Tags> \\ Ünïcode 🍎'
    assert.equal((await data<{ name: string }>(`/v1/farms/${idOf(name)}`)).name, name)
  })

  it('finds an id in any case', async () => {
    const id = idOf('Open Book Farm')
    const upper = await data<{ id: string }>(`/v1/farms/${id.toUpperCase()}`)
    assert.equal(upper.id, id)
  })

  it('answers 404 for a farm that never was, 400 for what is no UUID', async () => {
    for (const rest of ['', '/products', '/hours']) {
      const missing = assertProblem(await server.ask(`/v1/farms/${unknownId}${rest}`), 404)
      assert.match(missing.detail, new RegExp(unknownId))
      for (const bad of [
        '1',
        'x'.repeat(36),
        `${unknownId}0`,
        unknownId.replaceAll('-', ''),
        '%00',
      ])
        assertBadParameters(await server.ask(`/v1/farms/${bad}${rest}`), ['id'])
    }
  })
})

describe('GET /v1/farms/:id/products', () => {
  type Products = { product_count: number | null; products: unknown[] | null }
  const products = (name: string, tier: Tier) =>
    data<Products>(`/v1/farms/${idOf(name)}/products`, tier)

  it('gives free keys names, and how many there are', async () => {
    assert.deepEqual(await products('Open Book Farm', 'free'), {
      farm_id: idOf('Open Book Farm'),
      farm_name: 'Open Book Farm',
      product_count: 4,
      products: ['eggs', 'pasture-raised eggs', 'raw honey', 'tomatoes'],
    })
  })

  it('gives paid keys every listing, and the products without one', async () => {
    assert.deepEqual(await products('Open Book Farm', 'paid'), {
      farm_id: idOf('Open Book Farm'),
      farm_name: 'Open Book Farm',
      product_count: 5,
      products: [
        {
          id: 'l1',
          name: 'Pastured eggs',
          price: 6.53,
          unit: 'dozen',
          category: 'eggs',
          in_stock: false,
        },
        {
          id: 'l2',
          name: 'Fresh eggs',
          price: 7.21,
          unit: 'dozen',
          category: 'eggs',
          in_stock: true,
        },
        {
          id: 'l3',
          name: 'raw honey',
          price: 11.87,
          unit: 'lb',
          category: 'honeys',
          in_stock: null,
        },
        { id: 'l4', name: 'PAWPAW JAM', price: null, unit: null, category: null, in_stock: false },
        {
          id: null,
          name: 'tomatoes',
          price: null,
          unit: null,
          category: 'vegetables',
          in_stock: null,
        },
      ],
    })
  })

  it('tells products unknown from no products', async () => {
    for (const tier of ['free', 'paid'] as const) {
      const unknown = await products('Bare Minimum', tier)
      assert.deepEqual([unknown.product_count, unknown.products], [null, null])
      const none = await products('Sells None', tier)
      assert.deepEqual([none.product_count, none.products], [0, []])
    }
  })

  it('knows the products of a farm that only lists them', async () => {
    assert.deepEqual((await products('Listing Only', 'free')).products, ['strawberries'])
    assert.equal((await products('Listing Only', 'paid')).product_count, 1)
  })
})

describe('GET /v1/farms/:id/hours', () => {
  type Hours = { open_now: boolean | null; next_change: string | null; note: string | null }
  const hours = (name: string) => data<Hours>(`/v1/farms/${idOf(name)}/hours`)
  async function at(instant: string, name: string) {
    server.clock.now = new Date(instant)
    const { open_now, next_change } = await hours(name)
    return [open_now, next_change]
  }

  it('answers exactly the fields of the contract', async () => {
    server.clock.now = new Date('2026-07-04T16:00:00Z') // a Saturday, noon in Vermont
    assert.deepEqual(await hours('Open Book Farm'), {
      farm_id: idOf('Open Book Farm'),
      farm_name: 'Open Book Farm',
      hours: { farm_store: 'Sat: 9:00 AM-1:00 PM' },
      hours_json: {
        timezone: 'America/New_York',
        seasons: [{ from: null, to: null, weekly: { sat: [['09:00', '13:00']] } }],
        note: null,
      },
      opening_hours: 'Sa 09:00-13:00',
      timezone: 'America/New_York',
      hours_confirmed_at: '2026-05-04T10:00:00Z',
      open_now: true,
      next_change: '2026-07-04T13:00:00-04:00',
      note: null,
    })
  })

  it('says by the clock of the farm whether it is open now', async () => {
    assert.deepEqual(await at('2026-07-04T12:59:59Z', 'Open Book Farm'), [
      false,
      '2026-07-04T09:00:00-04:00',
    ])
    assert.deepEqual(await at('2026-07-04T17:00:00Z', 'Open Book Farm'), [
      false,
      '2026-07-11T09:00:00-04:00',
    ])
    assert.deepEqual(await at('2026-07-05T05:30:00Z', 'Night Market'), [
      true,
      '2026-07-05T02:00:00-04:00',
    ])
    assert.deepEqual(await at('2026-12-05T15:00:00Z', 'Summer Saturdays'), [
      false,
      '2027-05-01T09:00:00-04:00',
    ])
  })

  it('says null where hours are unknown, or text that could not be read', async () => {
    for (const name of ['Bare Minimum', 'Wordy Hours'])
      assert.deepEqual(await at('2026-07-04T16:00:00Z', name), [null, null])
    const wordy = (await hours('Wordy Hours')) as Record<string, unknown>
    assert.deepEqual(wordy['hours'], { farm_store: 'when the flag is out' })
    assert.equal(wordy['hours_json'], null)
  })

  it('says that hours confirmed over three years before the request are too old to tell', async () => {
    assert.deepEqual(await at('2026-05-02T16:00:00Z', 'Three Years Market'), [
      true,
      '2026-05-02T13:00:00-04:00',
    ])
    assert.deepEqual(
      await at('2026-05-04T10:00:00Z', 'Three Years Market'),
      [false, null],
      'what is said then is unknown when it would open next',
    )
    assert.equal((await hours('Three Years Market')).note, null)
    assert.deepEqual(await at('2026-05-04T10:00:01Z', 'Three Years Market'), [null, null])
    assert.deepEqual(await at('2026-05-04T10:00:00Z', 'Long Ago Market'), [null, null])
    const { note, ...old } = (await hours('Long Ago Market')) as Hours & Record<string, unknown>
    assert.match(note!, /^these hours were last confirmed on 2023-05-04, .* too old to tell/)
    assert.deepEqual(old['hours'], { market: 'Sat: 9:00 AM-1:00 PM' })
    assert.equal(old['opening_hours'], 'Sa 09:00-13:00')
    assert.equal(old['hours_confirmed_at'], '2023-05-04T09:59:59Z')
  })

  it('never meets a time zone that is none: the pipeline refuses it', () => {
    assert.ok(!farms.some(({ name }) => name === 'Nowhere Time'))
  })

  it('is for paid keys', async () => {
    const id = idOf('Open Book Farm')
    const path = `/v1/farms/${id}/hours`
    const { detail } = assertProblem(await server.ask(path, { key: 'free' }), 403)
    assert.equal(detail, `${path} is for paid keys; this key is free`)
    assertProblem(await server.ask(`/v1/farms/${unknownId}/hours`, { key: 'free' }), 403)
  })
})
