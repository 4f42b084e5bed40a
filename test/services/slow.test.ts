// Runs alone: it starts services and stops them.
import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createKey } from '../../server/access/keys/keys.ts'
import { openStore } from '../../server/access/store/open_store.ts'
import { assertProblem, assertRateHeaders } from '../support/problem_document.ts'
import { startServer, type TestServer } from '../support/running_server.ts'
import { databaseIn, onServices } from '../support/services.ts'
import { signIn, type Person } from '../support/signed_in.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { privatePostgres } from './private_postgres.ts'
import { privateRedis } from './private_redis.ts'
import { slowProxy } from './slow_proxy.ts'

const skip = onServices ? false : 'needs PostgreSQL and Redis: npm run test:services'
const root = await temporaryFolder({ after })
const now = new Date('2026-06-15T12:00:00Z')

/** 403 for a key that is valid, 401 for one that isn't; both count. */
const probe = async (server: TestServer, key: string) =>
  (await server.ask('/v1/keys', { key })).status

async function until(isRight: () => Promise<boolean>): Promise<void> {
  while (!(await isRight())) await nextTurn()
}

describe('while PostgreSQL', { skip }, () => {
  async function begin(t: TestContext) {
    const postgres = await privatePostgres(t)
    const proxy = await slowProxy(t, await databaseIn(postgres.url, 'slow'))
    const settings = { STORE_URL: proxy.url, LIMITS_URL: '' }
    const server = await startServer(t, root, { settings, now })
    return { proxy, server, ann: await signIn(server, 'ann@example.org') }
  }
  const names = async (ann: Person) => {
    const { body } = await ann.ask<{ data: { name: string }[] }>('/v1/keys')
    return body.data.map(({ name }) => name)
  }

  it('is slow, but answers in time, every answer is right', async (t) => {
    const { proxy, server, ann } = await begin(t)
    proxy.answersAfter(50)
    const made = await ann.post<{ key: string; id: string }>('/v1/keys', { name: 'a' })
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => probe(server, made.body.key)),
      ...Array.from({ length: 5 }, (_, n) => probe(server, `svc_live_${String(n).repeat(32)}`)),
    ])
    assert.deepEqual(all, [...Array(5).fill(403), ...Array(5).fill(401)])
    assert.deepEqual(await names(ann), ['a'])
    await ann.ask(`/v1/keys?id=${made.body.id}`, { method: 'DELETE' })
    assert.equal(await probe(server, made.body.key), 401)
  })

  it('answers too late, it is a 503 in time, and no late answer is taken for another', async (t) => {
    const { proxy, server, ann } = await begin(t)
    const { key } = (await ann.post<{ key: string }>('/v1/keys', { name: 'a' })).body
    assert.equal(await probe(server, key), 403)
    proxy.answersAfter(3_600_000)
    const changes = ['b', 'c', 'd'].map((name) => ann.post('/v1/keys', { name }))
    assert.equal(await probe(server, key), 403, 'a known key goes on')
    const unknown = await server.ask('/v1/keys', { key: `svc_live_${'0'.repeat(32)}` })
    for (const answer of [unknown, ...(await Promise.all(changes))]) {
      assert.match(assertProblem(answer, 503).detail, /store does not answer; try again/)
      assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/)
    }
    proxy.answersAfter(0)
    await until(async () => (await ann.ask('/v1/session')).status === 200)
    await until(async () => (await probe(server, `svc_live_${'0'.repeat(32)}`)) === 401)
    const known = await names(ann)
    assert.deepEqual(new Set(known).size, known.length, 'what was refused is done once or not')
    assert.ok(known.includes('a') && known.every((name) => 'abcd'.includes(name)), known.join())
    for (let nth = 0; nth < 20; nth++) {
      assert.equal(await probe(server, key), 403)
      assert.equal(await probe(server, `svc_live_${String(nth).padStart(32, '0')}`), 401)
    }
    assert.match(server.log.text(), /the store does not work: the store postgres:/)
  })

  it('answers late, a store takes no answer for that of another question', async (t) => {
    const postgres = await privatePostgres(t)
    const proxy = await slowProxy(t, await databaseIn(postgres.url, 'late'))
    const store = await openStore('', proxy.url)
    t.after(() => store.close())
    for (const name of ['a', 'b', 'c']) await createKey(store, { name, tier: 'free', email: null })
    const byName = async (name: string) => {
      const found = store.db.selectFrom('keys').select('name').where('name', '=', name)
      return (await found.execute()).map((row) => row.name).join()
    }
    proxy.answersAfter(3200) // just after the question is given up
    const asked = await Promise.allSettled(['a', 'b', 'c'].map(byName))
    for (const each of asked) assert.equal(each.status, 'rejected')
    proxy.answersAfter(0)
    for (let nth = 0; nth < 50; nth++)
      for (const name of ['a', 'b', 'c']) assert.equal(await byName(name), name)
  })
})

describe('while Redis', { skip }, () => {
  async function begin(t: TestContext) {
    const redis = await privateRedis(t)
    const proxy = await slowProxy(t, redis.url)
    const stateDir = await temporaryFolder(t)
    const settings = { STATE_DIR: stateDir, STORE_URL: '', FREE_DAILY_LIMIT: '10' }
    const start = (url: string) =>
      startServer(t, root, { settings: { ...settings, LIMITS_URL: url }, now })
    const [slow, quick] = [await start(proxy.url), await start(redis.url)]
    return { proxy, slow, quick, key: slow.keys.free, start }
  }
  /** The answers of two servers to thirty requests at once. */
  const answered = async (servers: TestServer[], key: string) => {
    const asked = Array.from({ length: 30 }, (_, n) => probe(servers[n % 2]!, key))
    return (await Promise.all(asked)).filter((status) => status === 403).length
  }
  const left = async (server: TestServer, key: string) =>
    assertRateHeaders(await server.ask('/v1/keys', { key })).remaining

  it('is slow, but answers in time, two servers hold the limit together', async (t) => {
    const { proxy, slow, quick, key } = await begin(t)
    proxy.answersAfter(50)
    assert.equal(await answered([slow, quick], key), 10)
  })

  it('is not asked by one of two servers, more answers are found: a planted fault', async (t) => {
    const { slow, key, start } = await begin(t)
    assert.ok((await answered([slow, await start('')], key)) > 10)
  })

  it('answers too late, the limit holds from the last known count on, and is shared again', async (t) => {
    const { proxy, slow, quick, key } = await begin(t)
    for (let n = 9; n > 6; n--) assert.equal(await left(slow, key), n)
    proxy.answersAfter(3_600_000)
    for (let n = 6; n > 3; n--) assert.equal(await left(slow, key), n)
    proxy.answersAfter(0)
    await until(async () => {
      await slow.ask('/healthz', { key })
      return slow.log.text().includes('Redis works again')
    })
    const shared = await left(quick, key)
    // Redis did what it was sent while its answer was late: that one counts twice.
    assert.ok(shared === 2 || shared === 3, String(shared))
    for (let n = shared - 1; n >= 0; n--) assert.equal(await left(n % 2 ? slow : quick, key), n)
    assert.equal(await probe(slow, key), 429)
    assert.equal(await probe(quick, key), 429)
  })
})
