import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, assertRateHeaders } from '../../support/problem_document.ts'
import {
  startServer,
  type Answer,
  type Asked,
  type TestServer,
} from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const origins = ['https://farms.example', 'https://*.market.example', 'http://localhost:*']
const { key } = await server.newKey('free', origins)
const page = 'https://farms.example'
const elsewhere = 'https://elsewhere.example'
const path = '/v1/farms?per_page=1'

const from = (headers: Record<string, string>, asked: Asked = {}, at = path) =>
  server.ask(at, { key, ...asked, headers: { ...headers, ...asked.headers } })

/** What a page of another origin sees of an answer: nothing unless it is open to that very origin. */
function assertOpenTo(origin: string | null, { headers }: Answer<unknown>, what = ''): void {
  assert.equal(headers.get('Access-Control-Allow-Origin'), origin, what)
  assert.equal(headers.get('Access-Control-Allow-Credentials'), null, what)
  const varies = (headers.get('Vary') ?? '').split(/, */)
  assert.ok(varies.includes('Origin'), `${what}: Vary is ${varies.join()}`)
}

describe('a browser key', () => {
  it('answers pages of its origins, which may read the answer and what is said beside it', async () => {
    for (const Origin of [page, 'https://a.market.example', 'https://a.b.market.example'])
      for (const at of [path, '/v1/stats', '/v1/market/landscape?near=Danville,+VT']) {
        const answer = await from({ Origin }, {}, at)
        assert.equal(answer.status, 200, answer.text)
        assertOpenTo(Origin, answer)
        const exposed = answer.headers.get('Access-Control-Expose-Headers')!.split(', ')
        for (const name of ['ETag', 'Link', 'Retry-After', 'X-Request-Id', 'X-RateLimit-Remaining'])
          assert.ok(exposed.includes(name), name)
      }
  })

  it('goes by Referer where there is no Origin, as for a link to a download', async () => {
    assert.equal((await from({ Referer: `${page}/map` })).status, 200)
    assert.equal(
      (await from({ Referer: `${page}/` }, { key: null }, `${path}&key=${key}`)).status,
      200,
    )
    assertProblem(await from({ Referer: `${elsewhere}/?${page}` }), 403)
    assertProblem(await from({ Origin: elsewhere, Referer: `${page}/` }), 403)
    assertProblem(await from({ Origin: 'null', Referer: `${page}/` }), 403)
  })

  it('answers nobody else, and says why to the page that asks', async () => {
    const others = ['https://evil-farms.example', 'https://farms.example.evil.example', elsewhere]
    const near = ['https://market.example', 'https://farms.example:8443', 'http://farms.example']
    for (const Origin of [...others, ...near]) {
      const answer = await from({ Origin })
      const { detail } = assertProblem(answer, 403)
      assert.ok(detail.includes(`not for pages of ${Origin}`), detail)
      assert.ok(!origins.some((own) => own !== Origin && detail.includes(`${own};`)), detail)
      assertOpenTo(Origin, answer, Origin)
    }
  })

  it('answers no page that hides its origin, and no program', async () => {
    for (const Origin of ['null', '*', `${page}, ${elsewhere}`, `${page}/`]) {
      const answer = await from({ Origin })
      assert.match(assertProblem(answer, 403).detail, /hides its origin/)
      assertOpenTo(null, answer, Origin)
    }
    const answer = await from({})
    assert.match(assertProblem(answer, 403).detail, /programs use a secret key/)
    assertOpenTo(null, answer)
  })

  it('sees the free tier, whatever page asks', async () => {
    const [free, given] = [await server.ask(path, { key: 'free' }), await from({ Origin: page })]
    assert.equal(given.text, free.text)
    for (const paid of ['/v1/farms?zip=05828', '/v1/farms?open_at=now', '/v1/farms?fields=phone'])
      assertProblem(await from({ Origin: page }, {}, paid), 403)
  })

  it("opens neither members' files nor account endpoints", async () => {
    const asked: [path: string, asked: Asked][] = [
      ['/v1/snapshots/latest/files/members/farms.parquet', {}],
      ['/v1/keys', {}],
      ['/v1/keys', { method: 'POST', body: JSON.stringify({ name: 'n', email: 'a@example.org' }) }],
      ['/v1/sign-in', { method: 'POST', body: JSON.stringify({ email: 'a@example.org' }) }],
      ['/v1/sessions', { method: 'POST', body: JSON.stringify({ sign_in: 'a', token: 'b' }) }],
      ['/v1/session', {}],
    ]
    const json = { 'Content-Type': 'application/json' }
    for (const Origin of [page, elsewhere])
      for (const [at, how] of asked) {
        const headers = how.body === undefined ? {} : json
        assertProblem(await from({ Origin, ...headers }, how, at), 403)
      }
    const file = '/v1/snapshots/latest/files/public/farms.parquet'
    assert.equal((await from({ Origin: page }, {}, file)).status, 200)
    assertProblem(await from({ Origin: elsewhere }, {}, file), 403)
  })

  it('lets a page read every failure, redirect and 304', async () => {
    const asks: [path: string, headers: Record<string, string>, status: number][] = [
      ['/v1/farms?nonsense=1', {}, 400],
      ['/v1/farms/1', {}, 400],
      ['/v1/farms/00000000-0000-4000-8000-000000000000', {}, 404],
      ['/v1/farms?snapshot=20200101T000000Z-0badc0de', {}, 410],
      [path, { Accept: 'image/png' }, 406],
    ]
    for (const [at, headers, status] of asks) {
      const answer = await from({ Origin: page, ...headers }, {}, at)
      assertProblem(answer, status)
      assertOpenTo(page, answer, at)
    }
    const unknown = await from({ Origin: page }, { key: `svc_pub_${'0'.repeat(32)}` })
    assertProblem(unknown, 401)
    assertOpenTo(page, unknown)
    const tag = (await from({ Origin: page })).headers.get('ETag')!
    const again = await from({ Origin: page, 'If-None-Match': tag })
    assert.equal(again.status, 304)
    assertOpenTo(page, again)
    const wrongMethod = await from({ Origin: page }, { method: 'POST' })
    assertProblem(wrongMethod, 405)
    assertOpenTo(page, wrongMethod)
  })

  it('has no 304 for a page that is not its own', async () => {
    const tag = (await from({ Origin: page })).headers.get('ETag')!
    assertProblem(await from({ Origin: elsewhere, 'If-None-Match': tag }), 403)
  })

  it('is in no line of the log, as no key is', async () => {
    await from({ Origin: page }, { key: null }, `${path}&key=${key}`)
    await from({ Origin: page }, { key: null }, `/nothing/${key}`)
    const lines = server.log.text()
    assert.ok(!lines.includes(key))
    assert.match(lines, /svc_pub_…/)
  })
})

describe('a secret key in a page of another site', () => {
  it('is refused, and the page reads which kind of key belongs there', async () => {
    for (const tier of ['free', 'paid'] as const)
      for (const Origin of [elsewhere, 'null', `${server.url}.evil.example`]) {
        const answer = await from({ Origin }, { key: tier })
        assert.match(assertProblem(answer, 403).detail, /secret key.*browser key \(svc_pub_/)
        assertOpenTo(
          Origin === elsewhere ? Origin : answer.headers.get('Access-Control-Allow-Origin'),
          answer,
        )
      }
    const inQuery = await from(
      { Origin: elsewhere },
      { key: null },
      `${path}&key=${server.keys.free}`,
    )
    assertProblem(inQuery, 403)
  })

  it('answers pages of this service, by each of its names, and programs', async () => {
    const { host, port } = new URL(server.url)
    for (const headers of [
      { Origin: server.url },
      { Origin: `http://localhost:${port}`, 'Sec-Fetch-Site': 'same-origin' },
      { Referer: `${elsewhere}/` },
      { Host: host },
    ])
      assert.equal((await from(headers, { key: 'paid' })).status, 200, JSON.stringify(headers))
  })

  it('opens what is open to notebooks, where people type it in', async () => {
    const answer = await from({ Origin: elsewhere }, { key: 'paid' }, '/v1/snapshots')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*')
  })
})

describe('preflights', () => {
  const ask = {
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'x-api-key',
  }
  const preflight = (to: TestServer, at: string, Origin = page) =>
    to.ask(at, { method: 'OPTIONS', key: null, headers: { ...ask, Origin } })

  it('tell a page that it may ask with a key; an answer depends on the key', async () => {
    for (const Origin of [page, elsewhere]) {
      const answer = await preflight(server, path, Origin)
      assert.equal(answer.status, 200)
      assertOpenTo(Origin, answer)
      assert.equal(answer.headers.get('Access-Control-Allow-Methods'), 'GET, HEAD')
      assert.match(answer.headers.get('Access-Control-Allow-Headers')!, /X-API-Key.*If-None-Match/)
    }
    assertOpenTo(null, await preflight(server, path, 'null'))
    for (const at of ['/v1/keys', '/v1/session', '/healthz', '/explore/api/stats', '/nothing'])
      assert.equal(
        (await preflight(server, at)).headers.get('Access-Control-Allow-Origin'),
        null,
        at,
      )
  })

  it('are never a 429 and use up nothing; what does, closes neither /docs nor other keys', async (t) => {
    const own = await startServer(t, root, { settings: { ANONYMOUS_MINUTE_LIMIT: '2' } })
    for (let n = 0; n < 5; n++) {
      const answer = await preflight(own, path)
      assert.equal(answer.status, 200)
      assert.equal(assertRateHeaders(answer).remaining, 2)
    }
    for (const status of [401, 401, 429])
      assertProblem(await own.ask(path, { key: null, headers: { Origin: page } }), status)
    assert.equal((await preflight(own, path)).status, 200)
    for (const at of ['/docs', '/openapi.json', '/healthz'])
      assert.equal((await own.ask(at, { key: null })).status, 200, at)
    assert.equal((await own.ask(path, { key: 'free' })).status, 200)
    const plain = await own.ask(path, { method: 'OPTIONS', key: null })
    assertProblem(plain, 429)
  })
})

describe('the limits of a browser key', () => {
  const now = new Date('2026-06-15T18:00:00Z')
  const begin = async (
    t: { after(end: () => unknown): void },
    settings: Record<string, string>,
  ) => {
    const own = await startServer(t, root, {
      settings: { ...settings, TRUSTED_PROXIES: '1' },
      now,
    })
    const { key } = await own.newKey('free', [page])
    const ask = (address: string, Origin = page, more: Record<string, string> = {}) =>
      own.ask(path, { key, headers: { Origin, 'X-Forwarded-For': address, ...more } })
    return { own, ask }
  }

  it('are of the key, whoever asks', async (t) => {
    const { ask } = await begin(t, { BROWSER_DAILY_LIMIT: '3', FREE_DAILY_LIMIT: '1' })
    const answers = []
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
      answers.push(await ask(address))
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('RateLimit-Policy')]),
      [200, 200, 200, 429].map((status) => [status, '"daily";q=3;w=86400']),
    )
    assertOpenTo(page, answers[3]!)
    assert.match(assertProblem(answers[3]!, 429).detail, /daily limit of 3/)
  })

  it('are of each visitor, a minute and a day, who uses up nothing of the others', async (t) => {
    const limits = { VISITOR_MINUTE_LIMIT: '2', VISITOR_DAILY_LIMIT: '3', BROWSER_DAILY_LIMIT: '5' }
    const { own, ask } = await begin(t, limits)
    const statuses = async (address: string, times: number) => {
      const answers = []
      for (let n = 0; n < times; n++) answers.push(await ask(address))
      assertOpenTo(page, answers.at(-1)!)
      return answers.map(({ status }) => status)
    }
    assert.deepEqual(await statuses('192.0.2.1', 4), [200, 200, 429, 429])
    own.clock.now = new Date(now.getTime() + 60_000)
    assert.deepEqual(await statuses('192.0.2.1', 2), [200, 429], 'a day is over for this visitor')
    assert.match(assertProblem(await ask('192.0.2.1'), 429).detail, /visitor-daily limit of 3/)
    assert.deepEqual(await statuses('192.0.2.2', 2), [200, 200], 'and not for another')
    assert.equal((await own.ask(path, { key: 'free' })).status, 200)
  })

  it('are not used up by pages of other origins, nor by those without one', async (t) => {
    const settings = { BROWSER_DAILY_LIMIT: '1', ANONYMOUS_MINUTE_LIMIT: '3' }
    const { ask } = await begin(t, settings)
    for (const status of [403, 403, 403, 429])
      assertProblem(await ask('192.0.2.1', elsewhere), status)
    assert.equal((await ask('192.0.2.1')).status, 200)
  })

  it('count no answer that the visitor has already', async (t) => {
    const { ask } = await begin(t, { BROWSER_DAILY_LIMIT: '1', VISITOR_MINUTE_LIMIT: '1' })
    const tag = (await ask('192.0.2.1')).headers.get('ETag')!
    for (const address of ['192.0.2.1', '192.0.2.2'])
      assert.equal((await ask(address, page, { 'If-None-Match': tag })).status, 304)
    assertProblem(await ask('192.0.2.2', page, { 'If-None-Match': '"another"' }), 429)
  })
})
