import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { startServer } from '../../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })

describe('the request log', () => {
  it('has a line for each request, with its id, status and key', async (t) => {
    const server = await startServer(t, root)
    const asked = [
      await server.ask('/v1/farms?per_page=1'),
      await server.ask('/v1/farms?nonsense=1', { key: 'free' }),
      await server.ask('/nothing', { key: null, method: 'POST' }),
    ]
    const lines = server.log.lines().filter(({ msg }) => msg === 'request')
    const fields = lines.map(({ method, path, status, key_id }) => [method, path, status, key_id])
    assert.deepEqual(fields, [
      ['GET', '/v1/farms', 200, server.keyIds.paid],
      ['GET', '/v1/farms', 400, server.keyIds.free],
      ['POST', '/nothing', 404, undefined],
    ])
    for (const [n, { request_id, ms }] of lines.entries()) {
      assert.equal(request_id, asked[n]!.headers.get('X-Request-Id'))
      assert.equal(typeof ms, 'number')
    }
  })

  it('never has a key, an address of mail or a query in it', async (t) => {
    const server = await startServer(t, root)
    const { paid, free } = server.keys
    await server.ask('/v1/farms')
    await server.ask(`/v1/farms?key=${paid}`, { key: null })
    await server.ask(`/v1/farms?key=${paid}`, { key: free })
    await server.ask(`/v1/farms?kee=${paid}`, { key: 'svc_live_00000000000000000000000000000000' })
    await server.ask(`/nothing?key=${paid}`)
    await server.ask(`/v1/farms/${paid}`)
    await server.ask(`/${paid}`)
    const escaped = `/v1/farms/${paid.replaceAll('_', '%5f').replace('s', '%73')}`
    assert.doesNotMatch((await server.ask(escaped)).text, new RegExp(paid.slice(-32)))
    const made = await server.ask<{ key: string }>('/v1/keys', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Logless', email: 'logless@example.org' }),
    })
    await server.ask('/v1/stats', { key: made.body.key })
    await server.close()
    const log = server.log.text()
    assert.equal(server.log.lines().filter(({ msg }) => msg === 'request').length, 10)
    for (const secret of [paid, paid.slice(-32), free, made.body.key, 'kee=', 'logless'])
      assert.ok(!log.toLowerCase().includes(secret), secret)
    assert.doesNotMatch(log, /svc_live_\w/)
  })
})
