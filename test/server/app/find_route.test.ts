import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { allRoutes } from '../../../server/app/all_routes.ts'
import { RouteFinder } from '../../../server/app/find_route.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { askRaw } from '../../support/raw_answer.ts'
import { startServer } from '../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const [{ id } = { id: '' }] = await publishedFarms(folder)
const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`

const ask = (path: string, method = 'GET') =>
  askRaw(server.url, path, { method, headers: { 'X-API-Key': server.keys.paid } })

describe('paths', () => {
  it('are found however they are spelled', async () => {
    const spellings = {
      '/v1/stats': ['/v1/stats/', '/V1/STATS', '/v1/stats?'],
      [`/v1/farms/${id}`]: [`/v1/farms/${id}/`, `/v1/farms/${encoded}`, `/V1/Farms/${id}`],
      [`/v1/farms/${id}/hours`]: [`/v1/farms/${id}/hours/`, `/v1/farms/${encoded}/hours`],
    }
    for (const [plain, others] of Object.entries(spellings)) {
      const expected = await ask(plain)
      assert.equal(expected.status, 200)
      for (const path of others) {
        const { status, body } = await ask(path)
        assert.deepEqual([status, body.toString()], [200, expected.body.toString()], path)
      }
    }
  })

  it('are not mistaken for each other', async () => {
    const expected = {
      '/v1/farms/:': 400,
      '/v1/farms/:/hours': 400,
      '/v1/farms/:id': 400,
      '/v1/farms/hours': 400,
      '/v1/farms//hours': 404,
      [`/v1/stats/${id}`]: 404,
      [`/v1/farms/${id}/nothing`]: 404,
      [`/v1/farms/${id}/hours/more`]: 404,
      [`/v1/search/${id}`]: 404,
    }
    for (const [path, status] of Object.entries(expected))
      assert.equal((await ask(path)).status, status, path)
    assert.equal((await ask(`/v1/farms/${id}`, 'POST')).status, 405)
  })
})

describe('RouteFinder', () => {
  const finder = new RouteFinder(allRoutes)

  it('finds every route by its own path and method, and by HEAD where it takes GET', () => {
    for (const route of allRoutes) {
      const method = route.method.toUpperCase()
      assert.equal(finder.find(method, route.path)?.route, route, route.path)
      if (method === 'GET') assert.equal(finder.find('HEAD', route.path)?.route, route)
    }
  })

  it('tells the methods of a path that does not take one, and the parameters as text', () => {
    const found = finder.find('PUT', '/V1/keys/%41b/rotate/')
    assert.deepEqual([found?.methods, found?.params], [['POST'], { id: 'Ab' }])
    assert.deepEqual(finder.find('PUT', '/v1/keys')?.methods, ['DELETE', 'GET', 'HEAD', 'POST'])
    assert.equal(finder.find('GET', '/v1/keys/x/y'), undefined)
  })

  it('knows the page that a path begins with', () => {
    assert.equal(finder.pageAbove('/console/nothing/here')?.path, '/console')
    for (const path of ['/nothing', '//console', '/consoles', '/'])
      assert.equal(finder.pageAbove(path)?.path, '/', path)
    for (const path of ['/v1', '/v1/nothing', '/healthz/x'])
      assert.equal(finder.pageAbove(path), undefined, path)
  })
})
