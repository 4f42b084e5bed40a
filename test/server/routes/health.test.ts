import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, assertRateHeaders } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'
import { onServices } from '../../support/services.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root, id } = await fixtureSnapshot({ after })

describe('GET /healthz, GET /readyz', () => {
  it('need no key', async (t) => {
    const server = await startServer(t, root)
    const health = await server.ask('/healthz', { key: null })
    assert.deepEqual([health.status, health.body], [200, { status: 'ok' }])
    const ready = await server.ask('/readyz', { key: null })
    const checks = { store: 'works', redis: onServices ? 'works' : null }
    const body = {
      status: 'ready',
      snapshot: id,
      checks,
      published: id,
      fixed: false,
      problems: [],
    }
    assert.deepEqual([ready.status, ready.body], [200, body])
  })

  it('tell a server that lives from one that can answer', async (t) => {
    const server = await startServer(t, join(await temporaryFolder(t), 'nothing'))
    assert.equal((await server.ask('/healthz', { key: null })).status, 200)
    const ready = await server.ask('/readyz', { key: null })
    assertProblem(ready, 503)
    assert.match(ready.headers.get('Retry-After') ?? '', /^\d+$/)
  })

  it('refuse parameters, as the document says', async (t) => {
    const server = await startServer(t, root)
    for (const path of ['/healthz?x=1', '/readyz?x=1'])
      assertProblem(await server.ask(path, { key: null }), 400)
  })

  it('show the limit and cost nothing, even where it is used up', async (t) => {
    const server = await startServer(t, root, { settings: { ANONYMOUS_MINUTE_LIMIT: '1' } })
    assert.equal((await server.ask('/nothing', { key: null })).status, 404)
    assertProblem(await server.ask('/nothing', { key: null }), 429)
    for (const path of ['/healthz', '/readyz', '/healthz']) {
      const answer = await server.ask(path, { key: null })
      assert.equal(answer.status, 200)
      assert.equal(assertRateHeaders(answer).remaining, 0)
      assert.equal(answer.headers.get('Retry-After'), null, 'it was not refused')
    }
  })
})
