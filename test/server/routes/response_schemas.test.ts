import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { allRoutes } from '../../../server/app/all_routes.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { responseOf } from '../../support/response_of.ts'
import { startServer } from '../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)

const lists = {
  searchFarms: '/v1/search?lat=44.411&lng=-72.14&radius=100&per_page=100',
  searchByProduct: '/v1/food?product=eggs&near=05828&radius=3',
  listFarms: '/v1/farms?per_page=100',
  getStats: '/v1/stats',
}
const ofFarm = {
  getFarm: (id: string) => `/v1/farms/${id}`,
  getFarmProducts: (id: string) => `/v1/farms/${id}/products`,
  getFarmHours: (id: string) => `/v1/farms/${id}/hours`,
  getAvailability: (id: string) => `/v1/availability?farm_id=${id}&product=eggs`,
}

async function assertFits(operation: string, path: string): Promise<void> {
  const route = allRoutes.find((route) => route.operation === operation)!
  const { error } = responseOf(route).safeParse((await server.ask(path)).body)
  assert.equal(error, undefined, `${path}: ${error?.message}`)
}

describe('answers', () => {
  it('are what their routes say, field by field, for paid keys', async () => {
    for (const [operation, path] of Object.entries(lists)) await assertFits(operation, path)
    for (const [operation, path] of Object.entries(ofFarm))
      for (const { id } of farms) await assertFits(operation, path(id))
  })

  it('have names of operations that are unique', () => {
    const names = allRoutes.flatMap((route) => route.operation ?? [])
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/)
  })
})
