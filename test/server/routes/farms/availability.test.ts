import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)

const idOf = (name: string) => farms.find((farm) => farm.name === name)!.id
const path = (name: string, product: string) =>
  `/v1/availability?farm_id=${idOf(name)}&product=${encodeURIComponent(product)}`

async function availability(name: string, product: string) {
  const { body } = await server.ask<{ data: Record<string, unknown> }>(path(name, product))
  assert.deepEqual(Object.keys(body), ['data', 'meta'])
  assert.deepEqual(Object.keys(body.data), [
    'farm_id',
    'farm_name',
    'product',
    'listed',
    'in_stock',
    'listing',
    'products_known',
    'said_at',
    'matched_products',
    ...('did_you_mean' in body.data ? ['did_you_mean'] : []),
  ])
  const { listed, in_stock, listing } = body.data
  assert.deepEqual([body.data['farm_id'], body.data['farm_name']], [idOf(name), name])
  return { listed, in_stock, listing, product: body.data['product'] }
}

describe('GET /v1/availability', () => {
  it('prefers the listing that is in stock', async () => {
    assert.deepEqual(await availability('Open Book Farm', 'eggs'), {
      product: 'eggs',
      listed: true,
      in_stock: true,
      listing: { id: 'l2', name: 'Fresh eggs', price: 7.21, unit: 'dozen' },
    })
  })

  it('says false where every listing is sold out', async () => {
    assert.deepEqual(await availability('Open Book Farm', 'pawpaw jam'), {
      product: 'pawpaw jam',
      listed: true,
      in_stock: false,
      listing: { id: 'l4', name: 'PAWPAW JAM', price: null, unit: null },
    })
  })

  it('says null where stock is not tracked', async () => {
    assert.deepEqual(await availability('Open Book Farm', 'honey'), {
      product: 'honey',
      listed: true,
      in_stock: null,
      listing: { id: 'l3', name: 'raw honey', price: 11.87, unit: 'lb' },
    })
  })

  it('counts a kind of the product as the product, as lists do', async () => {
    const { listed, in_stock, listing } = await availability('Listing Only', 'fruits')
    assert.deepEqual([listed, in_stock], [true, true])
    assert.equal((listing as { name: string }).name, 'Strawberries')
  })

  it('has no listing for a product that the farm only names', async () => {
    assert.deepEqual(await availability('Open Book Farm', 'tomatoes'), {
      product: 'tomatoes',
      listed: true,
      in_stock: null,
      listing: null,
    })
  })

  it('says not listed for what the farm does not offer, or does not say', async () => {
    for (const [name, product] of [
      ['Open Book Farm', 'milk'],
      ['Open Book Farm', 'unobtainium'],
      ['Bare Minimum', 'eggs'],
      ['Sells None', 'eggs'],
      ['Heart Emoji', '🍎'],
    ] as const)
      assert.deepEqual(await availability(name, product), {
        product,
        listed: false,
        in_stock: null,
        listing: null,
      })
  })

  it('repeats the product as it was asked, and matches its aliases in any case', async () => {
    for (const product of ['EGG', 'Farm Fresh Eggs', 'chicken egg'])
      assert.deepEqual(await availability('Open Book Farm', product), {
        product,
        listed: true,
        in_stock: true,
        listing: { id: 'l2', name: 'Fresh eggs', price: 7.21, unit: 'dozen' },
      })
    assert.equal((await availability('Open Book Farm', 'Pawpaw jams')).listed, true)
    assert.equal((await availability('Untracked Stock', 'sweet cherry')).listed, true)
    assert.equal((await availability('Listing Only', 'strawberry')).in_stock, true)
  })

  it('answers both tiers alike', async () => {
    const asked = path('Open Book Farm', 'eggs')
    const free = await server.ask(asked, { key: 'free' })
    assert.deepEqual(free.body, (await server.ask(asked)).body)
  })

  it('wants a farm and a product', async () => {
    assertBadParameters(await server.ask('/v1/availability'), ['farm_id', 'product'])
    assertBadParameters(await server.ask('/v1/availability?farm_id=7&product=eggs'), ['farm_id'])
    const unknown = '00000000-0000-4000-8000-000000000000'
    assertProblem(await server.ask(`/v1/availability?farm_id=${unknown}&product=eggs`), 404)
  })
})
