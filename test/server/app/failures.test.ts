// Runs alone: it changes methods of classes.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Metrics } from '../../../server/app/monitoring/metrics.ts'
import { FarmIds } from '../../../server/snapshot/columns/ids.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import {
  assertBadParameters,
  assertProblem,
  assertRateHeaders,
} from '../../support/problem_document.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const [{ id } = { id: '' }] = await publishedFarms(folder)

const dataPaths = [
  '/v1/search?lat=44&lng=-72',
  '/v1/food?product=eggs',
  '/v1/farms',
  `/v1/farms/${id}`,
  `/v1/farms/${id}/products`,
  `/v1/farms/${id}/hours`,
  `/v1/availability?farm_id=${id}&product=eggs`,
  '/v1/stats',
]

describe('failures', () => {
  it('are told of the request: its path without its query, and the id in its header', async () => {
    const answer = await server.ask('/v1/farms?nonsense=1')
    const problem = assertProblem(answer, 400)
    assert.equal(problem.instance, '/v1/farms')
    assert.equal(problem.request_id, answer.headers.get('X-Request-Id'))
    assert.equal(problem.title, 'Bad Request')
  })

  it('have a type for each kind, the same for the same kind', async () => {
    const type = async (path: string, asked = {}) =>
      (JSON.parse((await server.ask(path, asked)).text) as { type: string }).type
    const types = [
      await type('/v1/farms?nonsense=1'),
      await type('/nothing'),
      await type('/v1/farms', { key: null }),
      await type('/v1/farms', { method: 'POST' }),
    ]
    assert.equal(new Set(types).size, 4)
    assert.equal(await type('/nothing/else'), types[1])
  })

  it('401: no key, or none that is valid', async () => {
    const bad = [null, 'svc_live_', `svc_live_${'0'.repeat(32)}`, 'nonsense', ' ', 'x'.repeat(5000)]
    for (const path of dataPaths)
      for (const key of bad) {
        const answer = await server.ask(path, { key })
        assertProblem(answer, 401)
        assert.match(answer.headers.get('WWW-Authenticate') ?? '', /X-API-Key/)
        assertRateHeaders(answer)
      }
  })

  it('404: a path that there is not', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v2/farms',
      '/v1/farms/x/y',
      '/v1/market/nothing',
      '//',
      '/%00',
      '/..%2f',
    ])
      for (const key of [null, 'paid'] as const) {
        const answer = await server.ask(path, { key })
        assertProblem(answer, 404)
        assertRateHeaders(answer)
      }
  })

  it('405: a method that the path does not take, with those that it does', async () => {
    for (const path of [...dataPaths, '/healthz', '/readyz'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        const answer = await server.ask(path, { method })
        assertProblem(answer, 405)
        assert.equal(answer.headers.get('Allow'), 'GET, HEAD', path)
        assertRateHeaders(answer)
      }
    const keys = await server.ask('/v1/keys', { method: 'PUT' })
    assertProblem(keys, 405)
    assert.equal(keys.headers.get('Allow'), 'DELETE, GET, HEAD, POST')
    assert.match(keys.text, /PUT is not allowed here; use DELETE, GET, HEAD or POST"/)
  })

  it('406: an Accept that JSON does not meet', async () => {
    for (const path of dataPaths) {
      for (const accept of ['text/html', 'image/*, text/plain', 'application/json;q=0'])
        assertProblem(await server.ask(path, { headers: { Accept: accept } }), 406)
      for (const accept of ['application/json', '*/*', 'application/*', 'text/html, */*;q=0.1'])
        assert.equal((await server.ask(path, { headers: { Accept: accept } })).status, 200, accept)
    }
  })

  it('410: a snapshot that is not held, naming the one that is', async () => {
    for (const path of dataPaths) {
      const separator = path.includes('?') ? '&' : '?'
      const problem = assertProblem(
        await server.ask(`${path}${separator}snapshot=20200101T000000Z-0badc0de`),
        410,
      )
      assert.equal(problem.errors[0]!.parameter, 'snapshot')
      assert.match(problem.detail, /20200101T000000Z-0badc0de/)
    }
  })

  it('500: nothing of the inside is shown, and the log has it under the request id', async (t) => {
    const broken = await startServer(t, (await fixtureSnapshot(t)).root)
    t.mock.method(FarmIds.prototype, 'rowOf', () => {
      throw new Error('lineage.parquet ends early')
    })
    const answer = await broken.ask('/v1/farms/00000000-0000-4000-8000-000000000000')
    const { request_id, detail } = assertProblem(answer, 500)
    assert.doesNotMatch(answer.text, /lineage|ends early|node:|\.ts/)
    assert.match(detail, /request_id/)
    assertRateHeaders(answer)
    const line = broken.log.lines().find((each) => each['level'] === 50)!
    assert.equal(line['request_id'], request_id)
    assert.match(JSON.stringify(line), /lineage\.parquet ends early/)
    assert.match(JSON.stringify(line), /row_of\.ts/, 'with the stack')
  })

  it('of what follows an answer are in the log, and the server goes on', async (t) => {
    const broken = await startServer(t, root)
    const note = t.mock.method(Metrics.prototype, 'note', () => {
      throw new Error('no room to count')
    })
    assert.equal((await broken.ask('/v1/stats')).status, 200)
    assert.equal(note.mock.callCount(), 1)
    const line = broken.log.lines().find((each) => each['level'] === 50)
    assert.match(JSON.stringify(line), /no room to count/)
    note.mock.restore()
    assert.equal((await broken.ask('/v1/stats')).status, 200)
  })

  it('503: no snapshot yet, with Retry-After, for whoever has a key', async (t) => {
    const empty = await startServer(t, join(await temporaryFolder(t), 'nothing'))
    for (const path of dataPaths) {
      const answer = await empty.ask(path)
      assertProblem(answer, 503)
      assert.match(answer.headers.get('Retry-After') ?? '', /^[1-9]\d*$/)
      assertRateHeaders(answer)
      assertProblem(await empty.ask(path, { key: null }), 401)
    }
  })

  it('come without a body where only the head was asked for', async () => {
    for (const [path, status] of [
      ['/v1/farms', 200],
      ['/v1/farms?x=1', 400],
      ['/nothing', 404],
    ] as const) {
      const { headers, ...answer } = await server.ask(path, { method: 'HEAD' })
      assert.deepEqual([answer.status, answer.text], [status, ''])
      assert.ok(Number(headers.get('Content-Length')) > 0, path)
    }
  })
})

describe('parameters', () => {
  it('are refused where no endpoint knows them', async () => {
    for (const path of dataPaths) {
      const separator = path.includes('?') ? '&' : '?'
      for (const name of [
        'nonsense',
        'Lat',
        'KEY',
        'state[]',
        '__proto__',
        'constructor',
        'toString',
      ])
        assertBadParameters(await server.ask(`${path}${separator}${name}=1`), [name])
    }
  })

  it('are refused where they are repeated, each named once', async () => {
    const repeat = async (path: string, name: string) =>
      assert.match(assertBadParameters(await server.ask(path), [name]).detail, /more than once/)
    await repeat('/v1/farms?state=VT&state=NY', 'state')
    await repeat('/v1/farms?state=VT&state=VT', 'state')
    await repeat('/v1/farms?page=1&page=2', 'page')
    await repeat('/v1/search?lat=1&lat=2&lng=3', 'lat')
    await repeat('/v1/food?product=eggs&product=honey', 'product')
  })

  it('are read as forms write them, and refused where they are not UTF-8', async () => {
    const same = ['city=St.%20Johnsbury', 'city=St.+Johnsbury', 'city=St.%2BJohnsbury']
    const totals = []
    for (const query of same)
      totals.push(
        (await server.ask<{ meta: { total: number } }>(`/v1/farms?${query}`)).body.meta.total,
      )
    assert.ok(totals[0]! > 0)
    assert.deepEqual(totals, [totals[0], totals[0], 0])
    for (const query of ['city=%', 'city=%zz', 'city=%ff', 'city=%C3'])
      assertBadParameters(await server.ask(`/v1/farms?${query}`), ['city'])
    assert.equal((await server.ask('/v1/farms?%zz=1')).status, 400)
    assert.equal((await server.ask('/v1/farms?&&per_page=1&')).status, 200)
  })
})

describe('keys of requests', () => {
  it('go in the header or in the query, by the same rules', async () => {
    for (const path of dataPaths) {
      const separator = path.includes('?') ? '&' : '?'
      const inQuery = await server.ask(`${path}${separator}key=${server.keys.paid}`, { key: null })
      assert.equal(inQuery.status, 200, path)
      const both = await server.ask(`${path}${separator}key=${server.keys.paid}`)
      assert.equal(both.status, 200, path)
    }
    const free = await server.ask(`/v1/farms/${id}/hours?key=${server.keys.free}`, { key: null })
    assertProblem(free, 403)
  })

  it('are a 400 where there are two', async () => {
    assertProblem(await server.ask(`/v1/farms?key=${server.keys.free}`, { key: 'paid' }), 400)
    const two = `/v1/farms?key=${server.keys.free}&key=${server.keys.paid}`
    const answer = await server.ask(two, { key: null })
    assertProblem(answer, 400)
    assert.ok(!answer.text.includes('svc_live'))
  })

  it('are not shown in an answer, wherever they were put by mistake', async () => {
    const { paid } = server.keys
    for (const path of [
      `/v1/farms?api_key=${paid}`,
      `/v1/farms?${paid}`,
      `/v1/farms?place_type=${paid}`,
      `/v1/farms?state=${paid}`,
      `/v1/farms/${paid}`,
      `/${paid}`,
    ]) {
      const { status, text } = await server.ask(path)
      assert.ok(status >= 400, path)
      assert.ok(!text.includes(paid), `${path}: ${text}`)
    }
  })

  it('are not needed to ask how the server is', async () => {
    for (const path of ['/healthz', '/readyz'])
      assert.equal((await server.ask(path, { key: null })).status, 200)
  })
})
