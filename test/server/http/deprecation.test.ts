// Runs alone: it changes a route for the whole process.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import { deprecationHeaders } from '../../../server/http/deprecation.ts'
import { allRoutes } from '../../../server/app/all_routes.ts'
import { dataRoute } from '../../../server/routes/data_route.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

/** A route that is going away, beside those that there are. */
allRoutes.push(
  dataRoute({
    path: '/v1/stats/old',
    operation: 'getOld',
    summary: 'What was before',
    details: 'Answers as ever.',
    tag: 'Service',
    tier: 'free',
    query: z.strictObject({ page: z.string().optional() }),
    response: z.strictObject({ data: z.string() }),
    deprecation: {
      since: '2026-11-11T11:11:11Z',
      sunset: '2027-11-11T11:11:11Z',
      link: 'https://directory.example.org/docs#old',
    },
    answer: ({ query }) => ({
      body: { data: 'as ever' },
      next: query.page === undefined ? undefined : '/v1/stats/old?page=2',
    }),
  }),
)
after(() => allRoutes.pop())

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const announcement = {
  Deprecation: '@1794395471',
  Sunset: 'Thu, 11 Nov 2027 11:11:11 GMT',
  Link: '<https://directory.example.org/docs#old>; rel="deprecation"',
}

describe('a route that is going away', () => {
  it('says so in every answer: good, not modified, head only, or refused', async () => {
    const { headers: good } = await server.ask('/v1/stats/old')
    const tag = { 'If-None-Match': good.get('ETag')! }
    const answers = {
      200: await server.ask('/v1/stats/old', { method: 'HEAD' }),
      304: await server.ask('/v1/stats/old', { headers: tag }),
      400: await server.ask('/v1/stats/old?x=1'),
      401: await server.ask('/v1/stats/old', { key: null }),
      406: await server.ask('/v1/stats/old', { headers: { Accept: 'text/html' } }),
    }
    for (const [expected, { status, headers }] of Object.entries(answers)) {
      assert.equal(status, Number(expected))
      for (const [name, value] of Object.entries(announcement))
        assert.equal(headers.get(name), value, `${name} of a ${status}`)
    }
    assert.equal(good.get('Deprecation'), announcement.Deprecation)
  })

  it('still links to the next page', async () => {
    const { headers } = await server.ask('/v1/stats/old?page=1')
    assert.equal(headers.get('Link'), `${announcement.Link}, </v1/stats/old?page=2>; rel="next"`)
  })
})

describe('other routes', () => {
  it('say nothing of the kind', async () => {
    const { headers } = await server.ask('/v1/stats')
    for (const name of Object.keys(announcement)) assert.equal(headers.get(name), null)
  })
})

describe('deprecationHeaders(deprecation)', () => {
  it('leaves Sunset away where no end is set', () => {
    const headers = deprecationHeaders({ since: '2026-01-01T00:00:00Z', link: '/docs' })
    assert.deepEqual(headers, {
      Deprecation: '@1767225600',
      Link: '</docs>; rel="deprecation"',
    })
  })

  it('refuses what is no instant', () => {
    assert.throws(() => deprecationHeaders({ since: 'soon', link: '/docs' }), /soon/)
  })
})
