import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const Origin = 'https://elsewhere.example.org'

const closed = ['/v1/keys', '/v1/session', '/healthz', '/console', '/explore/api/stats', '/nothing']
const keyed = ['/v1/farms', '/v1/stats', '/v1/search']
const open = ['/openapi.json', '/v1/snapshots', '/v1/snapshots/latest']

describe('pages of other origins', () => {
  it('may not read what is of accounts, or for people', async () => {
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
    for (const path of keyed)
      assert.equal((await preflight(path)).get('Access-Control-Allow-Origin'), Origin)
    for (const path of open) {
      const headers = await preflight(path)
      assert.equal(headers.get('Access-Control-Allow-Origin'), '*')
      assert.match(
        headers.get('Access-Control-Allow-Headers') ?? '',
        /X-API-Key, Authorization, Range/,
      )
      assert.equal(headers.get('Access-Control-Allow-Methods'), 'GET, HEAD')
    }
  })
})

describe('browsers', () => {
  it('take no answer for something else, and run nothing of it', async () => {
    for (const path of [...closed, ...keyed]) {
      const { headers } = await server.ask(path)
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', path)
      assert.match(headers.get('Content-Security-Policy') ?? '', /default-src 'none'/, path)
    }
  })
})

describe('pages', () => {
  const pages = ['/console', '/console/sign-in', '/console/nothing', '/docs', '/nothing']

  it('use no device, and are out of reach of windows of other sites', async () => {
    for (const path of pages) {
      const { headers } = await server.ask(path, { key: null })
      assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin', path)
      assert.match(
        headers.get('Permissions-Policy') ?? '',
        /camera=\(\).*geolocation=\(self\)/,
        path,
      )
    }
  })

  it('alone say so', async () => {
    for (const path of ['/v1/stats', ...open]) {
      const { headers } = await server.ask(path)
      assert.equal(headers.get('Permissions-Policy'), null, path)
    }
  })
})

describe('Strict-Transport-Security', () => {
  const https = { PUBLIC_URL: 'https://farms.example.org' }
  const cases: [settings: Record<string, string>, forwarded: string | undefined, sent: boolean][] =
    [
      [{}, undefined, false],
      [{}, 'https', false],
      [https, undefined, true],
      [{ TRUSTED_PROXIES: '1' }, undefined, false],
      [{ TRUSTED_PROXIES: '1' }, 'https', true],
      [{ TRUSTED_PROXIES: '1' }, 'http', false],
      [{ TRUSTED_PROXIES: '1' }, 'https, http', false],
      [{ TRUSTED_PROXIES: '2' }, 'https, http', true],
      [{ TRUSTED_PROXIES: '2' }, 'HTTPS', true],
      [{ ...https, TRUSTED_PROXIES: '1' }, undefined, true],
      [{ ...https, TRUSTED_PROXIES: '1' }, 'http', false],
    ]

  for (const [settings, forwarded, sent] of cases)
    it(`is ${sent ? 'sent' : 'not sent'} with ${JSON.stringify(settings)}, X-Forwarded-Proto ${forwarded}`, (t) =>
      checked(t, settings, forwarded, sent))

  async function checked(
    t: TestContext,
    settings: Record<string, string>,
    forwarded: string | undefined,
    sent: boolean,
  ) {
    const own = await startServer(t, root, { settings })
    const headers: Record<string, string> = forwarded ? { 'X-Forwarded-Proto': forwarded } : {}
    for (const path of ['/v1/stats', '/console', '/nothing', '/healthz']) {
      const answer = await own.ask(path, { headers })
      const expected = sent ? 'max-age=31536000' : null
      assert.equal(answer.headers.get('Strict-Transport-Security'), expected, path)
    }
  }
})
