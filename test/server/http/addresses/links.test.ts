import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { canonicalQuery, pageLinks } from '../../../../server/http/addresses/links.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { ids, type ListBody } from '../../../support/list_body.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)

const parametersOf = (link: string) => {
  const { pathname, searchParams } = new URL(link, 'http://directory.example.org')
  return { pathname, ...Object.fromEntries(searchParams) }
}

describe('links of a list', () => {
  it('are relative paths that keep every parameter, with the page and its size', async () => {
    const asked = {
      lat: '44.411',
      lng: '-72.14',
      radius: '90',
      products: 'eggs,honey',
      match: 'all',
      per_page: '5',
      page: '2',
    }
    const query = new URLSearchParams(asked).toString()
    const { links } = (await server.ask<ListBody>(`/v1/search?${query}`)).body
    assert.match(links.self, /^\/v1\/search\?/)
    assert.deepEqual(parametersOf(links.self), { pathname: '/v1/search', ...asked })
    assert.deepEqual(parametersOf(links.next!), {
      pathname: '/v1/search',
      ...asked,
      page: '3',
      snapshot,
    })
  })

  it('name page and size where the request does not', async () => {
    for (const path of ['/v1/farms', '/v1/search?lat=44.4&lng=-72.1', '/v1/food?product=eggs']) {
      const { self } = (await server.ask<ListBody>(path)).body.links
      const { page, per_page } = parametersOf(self) as Record<string, string>
      assert.deepEqual([page, per_page], ['1', '20'], path)
    }
  })

  it('lead to the same answer, and to the next one', async () => {
    const first = (await server.ask<ListBody>('/v1/farms?state=New%20Hampshire&state=')).status
    assert.equal(first, 400, 'only good requests have links')
    const { body } = await server.ask<ListBody>('/v1/farms?city=St.+Johnsbury&per_page=4')
    assert.deepEqual((await server.ask<ListBody>(body.links.self)).body, body)
    const next = (await server.ask<ListBody>(body.links.next!)).body
    assert.equal(next.meta.page, 2)
    assert.ok(ids(next).every((id) => !ids(body).includes(id)))
  })

  it('never hold a key, wherever and however it was given', async () => {
    const secret = server.keys.paid
    for (const path of [
      `/v1/farms?key=${secret}&per_page=1`,
      `/v1/farms?per_page=1&key=${secret}`,
      `/v1/farms?key=${secret}&key=${secret}&per_page=1`,
      `/v1/food?product=eggs&key=${secret}&per_page=1`,
      `/v1/search?key=${secret}&lat=44.4&lng=-72.1&per_page=1`,
    ]) {
      const { status, text, headers, body } = await server.ask<ListBody>(path, { key: null })
      assert.equal(status, 200, path)
      assert.ok(body.links.next, path)
      assert.ok(!/key=|svc_live/.test(text + JSON.stringify([...headers])), path)
    }
    const encoded = await server.ask<ListBody>(`/v1/farms?per_page=1&%6Bey=${secret}`)
    assert.ok(!encoded.text.includes('svc_live'))
  })

  it('have no next on the last page', async () => {
    const { total } = (await server.ask<ListBody>('/v1/farms')).body.meta
    const last = await server.ask<ListBody>(`/v1/farms?per_page=1&page=${total}`)
    assert.deepEqual([last.body.meta.count, last.body.meta.has_more], [1, false])
    assert.deepEqual(Object.keys(last.body.links), ['self'])
    assert.equal(last.headers.get('Link'), null)
    const before = await server.ask<ListBody>(`/v1/farms?per_page=1&page=${total - 1}`)
    assert.equal(before.body.meta.has_more, true)
  })

  it('tell those who are deep in a list where the file with all farms is', async () => {
    const linkOf = async (path: string, key: 'free' | 'paid') =>
      (await server.ask(path, { key })).headers.get('Link') ?? ''
    for (const [key, part] of [
      ['free', 'public'],
      ['paid', 'members'],
    ] as const) {
      const link = await linkOf('/v1/farms?page=51', key)
      const path = `/v1/snapshots/${snapshot}/files/${part}/farms.parquet`
      assert.equal(link, `<${path}>; rel="alternate"; type="application/vnd.apache.parquet"`)
      assert.equal((await server.ask(path, { key, method: 'HEAD' })).status, 200)
      assert.doesNotMatch(await linkOf('/v1/farms?page=50', key), /alternate/)
    }
  })

  it('stand in the Link header too', async () => {
    const { headers, body } = await server.ask<ListBody>('/v1/food?product=eggs&per_page=1')
    assert.equal(headers.get('Link'), `<${body.links.next}>; rel="next"`)
  })
})

describe('canonicalQuery(query)', () => {
  it('has every parameter but the key, encoded', () => {
    const query = new Map([
      ['city', ['St. Johnsbury', 'a&b']],
      ['key', ['svc_live_secret']],
      ['q', ['ü']],
    ])
    assert.equal(canonicalQuery(query), 'city=St.%20Johnsbury&city=a%26b&q=%C3%BC&')
  })
})

describe('pageLinks(path, query, page)', () => {
  it('name the snapshot of the next page once, in path or query', () => {
    const page = { page: 1, per_page: 20, has_more: true, snapshot: 'S1' }
    const next = (path: string, query: [string, string[]][] = []) =>
      pageLinks(path, new Map(query), page).next
    assert.equal(next('/v1/farms'), '/v1/farms?page=2&per_page=20&snapshot=S1')
    assert.equal(
      next('/v1/farms', [['snapshot', ['S1']]]),
      '/v1/farms?snapshot=S1&page=2&per_page=20',
    )
    assert.equal(next('/v1/snapshots/S1/changes'), '/v1/snapshots/S1/changes?page=2&per_page=20')
  })
})
