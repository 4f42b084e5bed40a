import assert from 'node:assert/strict'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { fixtureFeed } from '../../support/fixture_farms.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, assertRateHeaders } from '../../support/problem_document.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { askRaw } from '../../support/raw_answer.ts'
import { startServer, type Asked, type TestServer } from '../../support/running_server.ts'

const { root, id: snapshot, folder } = await fixtureSnapshot({ after })
const now = new Date('2026-06-01T12:00:30Z')
const server = await startServer({ after }, root, { now })
const [{ id } = { id: '' }] = await publishedFarms(folder)

const paths = [
  '/v1/search?lat=44&lng=-72',
  '/v1/food?product=eggs',
  '/v1/farms?per_page=2',
  `/v1/farms/${id}`,
  `/v1/farms/${id}/products`,
  `/v1/farms/${id}/hours`,
  `/v1/availability?farm_id=${id}&product=eggs`,
  '/v1/stats',
]

const tagOf = async (path: string, asked: Asked = {}, from: TestServer = server) => {
  const { headers } = await from.ask(path, asked)
  return headers.get('ETag')
}
const ifNoneMatch = (tag: string) => ({ 'If-None-Match': tag })

describe('entity tags', () => {
  it('are strong, and the same for the same answer', async () => {
    for (const path of paths) {
      const tag = await tagOf(path)
      assert.match(tag ?? 'none', /^"[\w-]{22,}"$/, path)
      assert.equal(await tagOf(path), tag)
    }
  })

  it('differ by tier, parameters, path and format', async () => {
    const tags = [
      await tagOf('/v1/farms'),
      await tagOf('/v1/farms', { key: 'free' }),
      await tagOf('/v1/farms?page=2'),
      await tagOf('/v1/farms?fields=name'),
      await tagOf('/v1/farms?format=csv'),
      await tagOf('/v1/farms', { headers: { Accept: 'text/csv' } }),
      await tagOf('/v1/farms', { headers: { Accept: 'application/geo+json' } }),
      await tagOf('/v1/stats'),
      await tagOf(`/v1/farms/${id}`),
      await tagOf(`/v1/farms/${id}/products`),
    ]
    assert.equal(new Set(tags).size, tags.length)
  })

  it('do not depend on the key itself, nor on where it stands', async () => {
    const { key } = await server.newKey('paid')
    const tag = await tagOf('/v1/farms?state=VT&page=2')
    assert.equal(await tagOf('/v1/farms?state=VT&page=2', { key }), tag)
    assert.equal(await tagOf(`/v1/farms?key=${key}&state=VT&page=2`, { key: null }), tag)
    assert.equal(await tagOf('/v1/farms?st%61te=V%54&page=2'), tag)
  })

  it('differ where bodies do', async () => {
    const bodies = new Map<string, string>()
    for (const path of paths)
      for (const key of ['free', 'paid'])
        for (const suffix of ['', '&per_page=2', '&fields=name', '&format=csv']) {
          const asked = (path.includes('?') ? path : `${path}?`) + suffix
          const { status, headers, text } = await server.ask(asked, { key })
          if (status !== 200) continue
          const tag = headers.get('ETag')!
          assert.equal(bodies.get(tag) ?? text, text, asked)
          bodies.set(tag, text)
        }
    assert.ok(bodies.size > 20)
  })

  it('change with the snapshot', async (t) => {
    const own = await fixtureSnapshot(t)
    const live = await startServer(t, own.root)
    const before = await tagOf('/v1/farms', {}, live)
    const night = new Date('2026-06-02T00:00:00Z')
    await buildSnapshot(t, { feed: fixtureFeed.slice(0, 40), root: own.root, now: night })
    await live.refresh()
    const after = await tagOf('/v1/farms', {}, live)
    assert.notEqual(after, before)
    assert.equal((await live.ask('/v1/farms', { headers: ifNoneMatch(before!) })).status, 200)
  })

  it('are not given to failures', async () => {
    for (const path of ['/v1/farms?nonsense=1', `/v1/farms/${snapshot}`, '/nothing'])
      assert.equal(await tagOf(path), null)
  })
})

describe('If-None-Match', () => {
  it('gives 304 with the tag, what caches go by, and no body', async () => {
    for (const path of paths)
      for (const method of ['GET', 'HEAD']) {
        const full = await server.ask(path)
        const tag = full.headers.get('ETag')!
        const answer = await server.ask(path, { method, headers: ifNoneMatch(tag) })
        assert.deepEqual([answer.status, answer.text], [304, ''], path)
        for (const name of ['ETag', 'Cache-Control', 'Vary'])
          assert.equal(answer.headers.get(name), full.headers.get(name), name)
        assert.equal(answer.headers.get('Content-Type'), null)
        assertRateHeaders(answer)
      }
  })

  it('takes lists of tags, weak ones, and any', async () => {
    const tag = (await tagOf('/v1/stats'))!
    const status = async (text: string) =>
      (await server.ask('/v1/stats', { headers: ifNoneMatch(text) })).status
    for (const text of [tag, `W/${tag}`, `"x", ${tag}`, `"a,b",W/${tag},"c"`, '*'])
      assert.equal(await status(text), 304, text)
    for (const text of ['"x"', tag.slice(1, -1), `"${tag.slice(2)}`, '""', '', 'W/"x"', '"*"'])
      assert.equal(await status(text), 200, text)
  })

  it('answers any tag the same way for what is no data', async () => {
    const files = ['/openapi.json', '/console/assets/console.css']
    for (const path of [...files, '/v1/snapshots/latest/files/stats.parquet'])
      assert.equal((await server.ask(path, { headers: ifNoneMatch('*') })).status, 304, path)
  })

  it('is answered without looking into the snapshot', async (t) => {
    const own = await fixtureSnapshot(t)
    const broken = await startServer(t, own.root)
    const tag = (await tagOf(`/v1/farms/${id}`, {}, broken))!
    await truncate(join(own.folder, 'serving/columns.bin'), 0)
    const asked = { headers: ifNoneMatch(tag) }
    assert.equal((await broken.ask(`/v1/farms/${id}`, asked)).status, 304)
    assert.equal((await broken.ask(`/v1/farms/${id}`)).status, 503)
  })

  it('never takes the place of a failure', async () => {
    const any = { headers: ifNoneMatch('*') }
    const unknown = '/v1/farms/00000000-0000-4000-8000-000000000000'
    assertProblem(await server.ask(unknown, any), 404)
    assertProblem(await server.ask('/v1/farms?nonsense=1', any), 400)
    assertProblem(await server.ask('/v1/farms?zip=05828', { ...any, key: 'free' }), 403)
    assertProblem(await server.ask('/v1/farms', { ...any, key: null }), 401)
    const gone = await server.ask('/v1/farms?page=2&snapshot=20200101T000000Z-0badc0de', any)
    assert.match(assertProblem(gone, 410).detail, /is gone; start over without it$/)
  })

  it('tells a free key nothing of paid answers', async () => {
    const tag = (await tagOf(`/v1/farms/${id}`, { key: 'paid' }))!
    const asked = { key: 'free', headers: ifNoneMatch(tag) }
    assert.equal((await server.ask(`/v1/farms/${id}`, asked)).status, 200)
  })
})

describe('what was said within three years', () => {
  it('has a tag for the day, as lists count it', async () => {
    type List = { meta: { coverage_recent: { products: number } } }
    for (const path of [
      '/v1/farms',
      '/v1/food?product=eggs',
      '/v1/search?lat=44&lng=-72&radius=100',
    ]) {
      const recent = async (day: string) => {
        server.clock.now = new Date(`${day}T12:00:00Z`)
        const { headers, body } = await server.ask<List>(path)
        return { tag: headers.get('ETag')!, products: body.meta.coverage_recent.products }
      }
      const [early, late] = [await recent('2026-06-01'), await recent('2036-06-01')]
      assert.ok(early.products > late.products, path)
      assert.notEqual(early.tag, late.tag, path)
    }
    server.clock.now = now
  })
})

describe('what is open now', () => {
  it('has a tag for the minute', async () => {
    for (const path of [
      `/v1/farms/${id}/hours`,
      '/v1/farms?open_at=now&open_unknown=include&per_page=1',
    ]) {
      server.clock.now = now
      const tag = (await tagOf(path))!
      const status = async () => (await server.ask(path, { headers: ifNoneMatch(tag) })).status
      server.clock.now = new Date('2026-06-01T12:00:59.999Z')
      assert.equal(await status(), 304)
      const later = await server.ask(path)
      server.clock.now = now
      assert.equal((await server.ask(path)).text, later.text, 'the same tag, the same bytes')
      server.clock.now = new Date('2026-06-01T12:01:00Z')
      assert.equal(await status(), 200)
    }
    server.clock.now = now
  })

  it('has one for good where the time is given', async () => {
    const path = '/v1/farms?open_at=2026-06-06T13:30:00Z'
    const tag = await tagOf(path)
    server.clock.now = new Date('2026-06-01T18:00:00Z')
    assert.equal(await tagOf(path), tag)
    server.clock.now = now
  })
})

describe('Cache-Control', () => {
  it('is private where a key was needed', async () => {
    for (const path of paths) {
      const { headers } = await server.ask(path)
      assert.equal(headers.get('Cache-Control'), 'private', path)
    }
  })
})

describe('HEAD', () => {
  it('has the header of GET, whatever the format and the coding', async () => {
    for (const path of [...paths, '/v1/farms?format=csv', '/healthz', '/readyz'])
      for (const coding of ['identity', 'gzip', 'br']) {
        const headers = { 'X-API-Key': server.keys.paid, 'Accept-Encoding': coding }
        const get = await askRaw(server.url, path, { headers })
        const head = await askRaw(server.url, path, { method: 'HEAD', headers })
        assert.deepEqual([head.status, head.body.length], [200, 0], path)
        for (const each of [get, head])
          for (const name of ['date', 'x-request-id', 'x-ratelimit-remaining', 'ratelimit'])
            delete each.headers[name]
        assert.deepEqual(head.headers, get.headers)
        assert.equal(head.headers['content-length'], String(get.body.length))
      }
  })
})
