import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const Origin = 'https://elsewhere.example.org'

const closed = ['/v1/farms', '/v1/stats', '/v1/search', '/v1/keys', '/healthz', '/nothing']
const open = ['/openapi.json', '/v1/snapshots', '/v1/snapshots/latest']

describe('pages of other origins', () => {
  it('may not read what takes a key', async () => {
    for (const path of closed)
      for (const key of ['paid', null]) {
        const { headers } = await server.ask(path, { key, headers: { Origin } })
        assert.equal(headers.get('Access-Control-Allow-Origin'), null, path)
        assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'same-origin', path)
      }
  })

  it('may read the description and the files of snapshots, failures too', async () => {
    for (const path of open)
      for (const key of ['paid', null]) {
        const { headers } = await server.ask(path, { key, headers: { Origin } })
        assert.equal(headers.get('Access-Control-Allow-Origin'), '*', path)
        assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'cross-origin', path)
        assert.match(headers.get('Access-Control-Expose-Headers') ?? '', /ETag.*X-RateLimit/)
        assert.equal(headers.get('Access-Control-Allow-Credentials'), null)
      }
  })

  it('learn so beforehand', async () => {
    const ask = { 'Access-Control-Request-Method': 'GET', Origin }
    const preflight = async (path: string) =>
      (await server.ask(path, { method: 'OPTIONS', key: null, headers: ask })).headers
    for (const path of closed)
      assert.equal((await preflight(path)).get('Access-Control-Allow-Origin'), null)
    for (const path of open) {
      const headers = await preflight(path)
      assert.equal(headers.get('Access-Control-Allow-Origin'), '*')
      assert.match(headers.get('Access-Control-Allow-Headers') ?? '', /X-API-Key, Range/)
      assert.equal(headers.get('Access-Control-Allow-Methods'), 'GET, HEAD')
    }
  })
})

describe('browsers', () => {
  it('take no answer for something else, and run nothing of it', async () => {
    for (const path of closed) {
      const { headers } = await server.ask(path)
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', path)
      assert.match(headers.get('Content-Security-Policy') ?? '', /default-src 'none'/, path)
    }
  })
})
