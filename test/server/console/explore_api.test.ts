import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTier } from '../../../server/access/keys/keys.ts'
import { openTestStore } from '../../support/services.ts'
import { makeKey, signedInBrowser } from '../../support/console.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, assertRateHeaders } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const own = { 'Sec-Fetch-Site': 'same-origin' }
const ask = (path: string, headers: Record<string, string> = own, key: string | null = null) =>
  server.ask<{ links: { next: string } }>(`/explore/api${path}`, { key, headers })

describe('GET /explore/api/…', () => {
  it('gives pages of this service what a free key gets, without a key', async () => {
    for (const path of [
      '/farms?per_page=1',
      '/stats',
      '/suggest?q=egg',
      '/search?near=Danville,+VT',
    ]) {
      const free = await server.ask<{ links?: object }>(`/v1${path}`, { key: 'free' })
      const shown = await ask(path)
      assert.equal(shown.status, 200, shown.text)
      const { links: _, ...rest } = shown.body
      assert.deepEqual({ ...rest, ...(free.body.links && { links: free.body.links }) }, free.body)
    }
    const { links } = (await ask('/farms?per_page=1')).body
    assert.match(links.next, /^\/explore\/api\/farms\?/)
    assert.equal((await server.ask(links.next, { key: null, headers: own })).status, 200)
  })

  it('gives no paid field, parameter or route, with a paid key neither', async () => {
    for (const key of [null, server.keys.paid]) {
      assertProblem(await ask('/farms?fields=phone', own, key), 403)
      assertProblem(await ask('/farms?zip=05828', own, key), 403)
      assertProblem(await ask('/farms/00000000-0000-4000-8000-000000000000/hours', own, key), 403)
      assert.equal(
        (await ask('/farms?per_page=1', own, key)).text,
        (await ask('/farms?per_page=1')).text,
      )
    }
  })

  it('gives an account what its keys may have, and counts what looking that up takes', async (t) => {
    const small = await startServer(t, root, { settings: { ANONYMOUS_MINUTE_LIMIT: '20' } })
    const member = await signedInBrowser(small)
    const { id } = await makeKey(member, 'mine')
    const asked = (path: string, headers = {}) =>
      member.visit(`/explore/api${path}`, { headers: { ...own, ...headers } })
    assertProblem(await asked('/farms?fields=phone'), 403)
    assertProblem(await asked('/listings?state=VT'), 403)
    const store = await openTestStore(small.stateDir)
    await setTier(store, { id, tier: 'paid' })
    await store.close()
    for (const path of ['/farms?fields=phone', '/listings?state=VT']) {
      const answer = await asked(path)
      assert.equal(answer.status, 200, answer.text)
      assert.match(answer.headers.get('Vary')!, /Cookie/)
      assert.match(answer.headers.get('Cache-Control')!, /private/)
    }
    const first = await asked('/stats')
    const again = await asked('/stats', { 'If-None-Match': first.headers.get('ETag')! })
    assert.equal(again.status, 304)
    assert.equal(assertRateHeaders(again).remaining, assertRateHeaders(first).remaining - 1)
  })

  it('is for no others: it says where to ask with a key', async () => {
    const others: Record<string, string>[] = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: server.url },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://elsewhere.example' },
      { Referer: 'https://elsewhere.example/' },
    ]
    for (const headers of others) {
      const answer = await ask('/stats', headers)
      assert.match(assertProblem(answer, 403).detail, /request \/v1\/stats, with a key/)
      assert.equal(answer.headers.get('Access-Control-Allow-Origin'), null)
    }
    for (const headers of [{ Referer: `${server.url}/console` }, { Origin: server.url }])
      assert.equal((await ask('/stats', headers as never)).status, 200, 'older browsers')
  })

  it('shows a visitor so many farms a day, in lists and one by one', async (t) => {
    const settings = { PAGE_FARMS_DAILY_LIMIT: '7' }
    const few = await startServer(t, root, { settings })
    const asked = (path: string, headers: Record<string, string> = own) =>
      few.ask<{ data: { id: string }[] }>(`/explore/api${path}`, { key: null, headers })
    const { id } = (await asked('/farms?per_page=5')).body.data[0]!
    assert.equal((await asked(`/farms/${id}`)).status, 200)
    for (const path of ['/stats', '/suggest?q=egg', '/vocabulary'])
      assert.equal((await asked(path)).status, 200, 'it holds no farms')
    const { detail } = assertProblem(await asked('/farms?per_page=2'), 429)
    assert.match(detail, /pages show 7 farms a day to one address \(1 left\); create a key/)
    const page = async () => (await few.ask(`/farms/${id}`, { key: null })).text
    const telephone = /href="tel:/
    assert.match(await page(), telephone, 'the refusal left the last one')
    assert.doesNotMatch(await page(), telephone)
    assertProblem(await asked(`/farms/${id}`), 429)
    assert.equal((await few.ask('/v1/farms?per_page=100', { key: 'free' })).status, 200)
  })

  it('counts the farms that an answer has: none of a 304 or a failure', async (t) => {
    const few = await startServer(t, root, { settings: { PAGE_FARMS_DAILY_LIMIT: '3' } })
    const asked = (path: string, headers = {}) =>
      few.ask<{ data: { id: string }[] }>(`/explore/api${path}`, {
        key: null,
        headers: { ...own, ...headers },
      })
    const first = await asked('/farms?per_page=1')
    const { id } = first.body.data[0]!
    const tag = { 'If-None-Match': first.headers.get('ETag')! }
    for (let n = 0; n < 3; n++) {
      assert.equal((await asked('/farms?per_page=1', tag)).status, 304)
      assertProblem(await asked('/farms?fields=phone'), 403)
      assertProblem(await asked('/farms/00000000-0000-4000-8000-000000000000'), 404)
    }
    for (const format of ['csv', 'geojson'])
      assert.equal((await asked(`/farms?ids=${id}&per_page=100&format=${format}`)).status, 200)
    assertProblem(await asked(`/farms?ids=${id}`), 429)
  })

  it('counts for the address of the visitor, but for what the page has already', async (t) => {
    const settings = { ANONYMOUS_MINUTE_LIMIT: '2' }
    const few = await startServer(t, root, { settings })
    const asked = (headers = {}) =>
      few.ask('/explore/api/stats', { key: null, headers: { ...own, ...headers } })
    const first = await asked()
    assert.equal(assertRateHeaders(first).remaining, 1)
    const tag = first.headers.get('ETag')!
    assert.equal((await asked({ 'If-None-Match': tag })).status, 304)
    assert.equal((await asked()).status, 200)
    assertProblem(await asked(), 429)
  })
})
