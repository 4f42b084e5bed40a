import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
type Body = Record<string, any>

const farm = (name: string, products: string[], north: number) => ({
  source_id: name,
  name,
  state: 'VT',
  lat: 44 + north / 100,
  lng: -72.5,
  products,
})
const feed = [
  farm('Wide Meadow', ['berries', 'eggs', 'honey'], 0),
  farm('Red Patch', ['strawberries', 'blueberries'], 1),
  farm('Duck Pond', ['duck eggs', 'raspberries'], 2),
]

const { root, folder } = await buildSnapshot({ after }, { feed })
const server = await startServer({ after }, root)
const ids = new Map((await publishedFarms(folder)).map(({ name, id }) => [name, id]))

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
