import assert from 'node:assert/strict'
import { basename } from 'node:path'
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

const around = 'lat=44.411&lng=-72.14'
const ofSnapshot = {
  findFarms: '/v1/find?text=eggs',
  listListings: '/v1/listings',
  suggest: '/v1/suggest?q=eg',
  getVocabulary: '/v1/vocabulary',
  getMarketLandscape: `/v1/market/landscape?${around}`,
  getMarketPrices: `/v1/market/prices?${around}&product=eggs`,
  getMarketDelivery: `/v1/market/delivery?${around}`,
  listNetChanges: `/v1/changes?since=${basename(folder)}`,
  listSnapshots: '/v1/snapshots',
  getSnapshot: `/v1/snapshots/${basename(folder)}`,
  listChanges: `/v1/snapshots/${basename(folder)}/changes`,
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

  it('name their snapshot, in meta, data, or beside the figures', async () => {
    const { id } = farms[0]!
    const paths: Record<string, string> = {
      ...lists,
      ...Object.fromEntries(Object.entries(ofFarm).map(([name, path]) => [name, path(id)])),
      ...ofSnapshot,
      getFarmHistory: `/v1/farms/${id}/history`,
      getMarketCompetitors: `/v1/market/competitors?farm_id=${id}`,
      getMarketDifferentiators: `/v1/market/differentiators?farm_id=${id}`,
    }
    const standard = ['getCatalog', 'getOpenApi'] // STAC and OpenAPI have fields of their own
    const ofData = allRoutes.filter(
      ({ operation, answers }) => operation && answers?.[304] && answers[200]?.schema,
    )
    assert.deepEqual(
      ofData
        .flatMap(({ operation }) => operation!)
        .filter((name) => !(name in paths))
        .toSorted(),
      standard,
    )
    for (const path of Object.values(paths)) {
      const { body } = await server.ask<
        Record<'snapshot', string> & Record<'data' | 'meta', Record<'snapshot', string>>
      >(path)
      assert.equal(
        body.snapshot ?? body.meta?.snapshot ?? body.data?.snapshot,
        basename(folder),
        path,
      )
    }
  })

  it('have names of operations that are unique', () => {
    const names = allRoutes.flatMap((route) => route.operation ?? [])
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/)
  })
})
