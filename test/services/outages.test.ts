// Runs alone: it starts services and stops them.
import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openStore } from '../../server/access/store/open_store.ts'
import { migrationLock } from '../../server/access/store/postgres_store.ts'
import { assertProblem, assertRateHeaders } from '../support/problem_document.ts'
import { startServer, type TestServer } from '../support/running_server.ts'
import { databaseIn, onServices } from '../support/services.ts'
import { postJson, signIn } from '../support/signed_in.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import type { Daemon } from './daemon.ts'
import { privatePostgres } from './private_postgres.ts'
import { privateRedis } from './private_redis.ts'

const skip = onServices ? false : 'needs PostgreSQL and Redis: npm run test:services'
const root = await temporaryFolder({ after })
const noon = new Date('2026-06-15T12:00:00Z')
const minute_ms = 60_000
let databases = 0

/** The services are this file's own, since they are killed. */
const services = skip
  ? undefined
  : { postgres: await privatePostgres({ after }), redis: await privateRedis({ after }) }

async function onPostgres(t: TestContext, own: Record<string, string> = {}) {
  const postgres = services!.postgres
  const url = await databaseIn(postgres.url, `outage_${(databases += 1)}`)
  const settings = { STORE_URL: url, LIMITS_URL: '', ...own }
  return { postgres, server: await startServer(t, root, { settings, now: noon }) }
}

async function onRedis(t: TestContext, own: Record<string, string> = {}) {
  const redis = services!.redis
  const settings = { STORE_URL: '', LIMITS_URL: redis.url, ...own }
  return { redis, server: await startServer(t, root, { settings, now: noon }) }
}

/** 403 for a key that is valid, 401 for one that isn't; both count. */
const probe = async (server: TestServer, key: string) =>
  (await server.ask('/v1/keys', { key })).status

/** Asks until the answer is as it should be; how long that takes is the machine's matter. */
async function until(isRight: () => Promise<boolean>): Promise<void> {
  while (!(await isRight())) await nextTurn()
}

/** What an outage is to a server: gone, or standing still with open connections. */
const outages: [string, (daemon: Daemon) => Promise<void>, (daemon: Daemon) => Promise<void>][] = [
  ['is gone', (daemon) => daemon.kill(), (daemon) => daemon.start()],
  ['stands still', async (daemon) => daemon.hold(), async (daemon) => daemon.goOn()],
]

describe('while PostgreSQL', { skip }, () => {
  for (const [how, begin, end] of outages)
    it(`${how}, known keys go on, all else is a 503, and it recovers by itself`, async (t) => {
      const { postgres, server } = await onPostgres(t)
      const ann = await signIn(server, 'ann@example.org')
      const made = await ann.post<{ key: string; id: string }>('/v1/keys', { name: 'a' })
      const { key, id } = made.body
      assert.equal(await probe(server, key), 403)
      await begin(postgres)
      for (let n = 0; n < 5; n++) assert.equal(await probe(server, key), 403)
      const unknown = await server.ask('/v1/keys', { key: `svc_live_${'0'.repeat(32)}` })
      assert.match(assertProblem(unknown, 503).detail, /store does not answer/)
      assert.match(unknown.headers.get('Retry-After') ?? '', /^\d+$/)
      assertRateHeaders(unknown)
      assertProblem(await ann.ask('/v1/session'), 503)
      assertProblem(await ann.post('/v1/keys', { name: 'b' }), 503)
      const byEmail = { name: 'b', email: 'bo@example.org' }
      assertProblem(await postJson(server, '/v1/keys', byEmail), 503)
      assertProblem(await postJson(server, '/v1/sign-in', { email: 'bo@example.org' }), 503)
      assert.equal((await server.ask('/healthz', { key: null })).status, 200)
      await end(postgres)
      await until(async () => (await ann.ask('/v1/session')).status === 200)
      await until(async () => (await probe(server, `svc_live_${'0'.repeat(32)}`)) === 401)
      assert.equal((await ann.ask(`/v1/keys?id=${id}`, { method: 'DELETE' })).status, 200)
      assert.equal(await probe(server, key), 401)
      await until(async () => server.log.text().includes('the store works again'))
      const about = server.log.lines().filter(({ msg }) => /^the (store|request)/.test(String(msg)))
      const [away, back, ...more] = about.map(({ msg }) => String(msg))
      assert.match(away!, /^the store does not work: the store postgres:.*known keys keep working/)
      assert.equal(back, 'the store works again')
      assert.ok(Number(about[1]!['failures']) > 5, 'each is counted, none has a line of its own')
      assert.deepEqual(more, [])
    })

  it('is gone, known keys go on for the stated time and no longer', async (t) => {
    const { postgres, server } = await onPostgres(t, { STORE_GRACE_SECONDS: '300' })
    assert.equal(await probe(server, 'free'), 403)
    await postgres.kill()
    server.clock.now = new Date(noon.getTime() + 5 * minute_ms)
    assert.equal(await probe(server, 'free'), 403)
    server.clock.now = new Date(noon.getTime() + 5 * minute_ms + 1)
    assert.equal(await probe(server, 'free'), 503)
    await postgres.start()
    await until(async () => (await probe(server, 'free')) === 403)
  })

  it('is gone, requests go on counting, and the counts are written when it is back', async (t) => {
    const { postgres, server } = await onPostgres(t, { FREE_DAILY_LIMIT: '10' })
    await probe(server, 'free')
    await postgres.kill()
    for (let n = 0; n < 12; n++) await probe(server, 'free')
    assert.equal(await probe(server, 'free'), 429)
    await postgres.start()
    await until(async () => (await probe(server, 'paid')) === 403)
    await server.close()
    const store = await openStore(
      '',
      services!.postgres.url.replace('/postgres', `/outage_${databases}`),
    )
    t.after(() => store.close())
    const rows = await store.db.selectFrom('usage').select(['key_id', 'count']).execute()
    assert.equal(rows.find(({ key_id }) => key_id === server.keyIds.free)?.count, 10)
  })

  it('goes while a connection is in use, the statement fails, not the process', async (t) => {
    const postgres = services!.postgres
    const store = await openStore('', await databaseIn(postgres.url, 'in_use'))
    t.after(() => store.close())
    await assert.rejects(
      store.db.transaction().execute(async (trx) => {
        await postgres.kill()
        await trx.selectFrom('keys').select('id').execute()
      }),
      { name: 'StoreUnavailable' },
    )
    await postgres.start()
    assert.deepEqual(await store.db.selectFrom('keys').select('id').execute(), [])
  })

  it('is away, a server does not start, and says what to do without the password', async () => {
    await assert.rejects(
      openStore('', 'postgres://tests:secret@127.0.0.1:1/farms'),
      (error: Error) => {
        assert.equal(error.name, 'StoreError')
        assert.match(error.message, /postgres:\/\/127\.0\.0\.1:1\/farms.*ECONNREFUSED.*STORE_URL/)
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
    )
  })

  it('holds a store of a newer version, a server refuses it', async (t) => {
    const url = await databaseIn(services!.postgres.url, 'newer')
    const store = await openStore('', url)
    t.after(() => store.close())
    const future = { name: '9999_things_to_come', timestamp: '2999-01-01' }
    await store.db
      .insertInto('kysely_migration' as never)
      .values(future)
      .execute()
    await assert.rejects(openStore('', url), /newer version.*9999_things_to_come.*run that version/)
  })

  it('is new, several servers may start on it at once', async () => {
    const url = await databaseIn(services!.postgres.url, 'at_once')
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore('', url)))
    await Promise.all(stores.map((store) => store.close()))
  })

  it('is busy with an update of its schema, a server waits longer than for a statement', async () => {
    const url = await databaseIn(services!.postgres.url, 'updated')
    const other = new pg.Client(url)
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [migrationLock])
    const opening = openStore('', url)
    await Promise.race([opening, delay(3500)]) // a statement is given 3 s
    await other.end()
    await (await opening).close()
  })
})

describe('while Redis', { skip }, () => {
  for (const [how, begin, end] of outages)
    it(`${how}, the limit holds from the last known count on, and is shared again after`, async (t) => {
      const own = { FREE_DAILY_LIMIT: '10' }
      const { redis, server } = await onRedis(t, own)
      const left = async (one: TestServer) =>
        assertRateHeaders(await one.ask('/v1/keys', { key: server.keys.free })).remaining
      for (let n = 9; n > 5; n--) assert.equal(await left(server), n)
      await begin(redis)
      for (let n = 5; n > 2; n--) assert.equal(await left(server), n)
      await end(redis)
      await until(async () => {
        await server.ask('/healthz', { key: 'free' })
        return server.log.text().includes('Redis works again')
      })
      const now = await left(server)
      // What Redis had been sent when it fell silent, it did when it went on: that one counts twice.
      assert.ok(how === 'is gone' ? now === 2 : now === 1 || now === 2, String(now))
      const other = await startServer(t, root, {
        settings: { STATE_DIR: server.stateDir, STORE_URL: '', LIMITS_URL: redis.url, ...own },
        now: noon,
      })
      for (let n = now - 1; n >= 0; n--) assert.equal(await left(n % 2 ? server : other), n)
      for (const one of [server, other]) assert.equal(await probe(one, server.keys.free), 429)
    })

  it('is gone, the limit refuses what is over it', async (t) => {
    const { redis, server } = await onRedis(t, { FREE_DAILY_LIMIT: '10' })
    await probe(server, 'free')
    await redis.kill()
    const statuses = await Promise.all(Array.from({ length: 20 }, () => probe(server, 'free')))
    assert.equal(statuses.filter((status) => status === 403).length, 9)
    await redis.start()
    await until(async () => {
      await server.ask('/healthz', { key: 'free' })
      return server.log.text().includes('Redis works again')
    })
    assert.equal(await probe(server, 'free'), 429)
  })

  it('is not there yet, a server starts, and shares its counts once it is', async (t) => {
    const { redis } = services!
    await redis.kill()
    const { server } = await onRedis(t, { FREE_DAILY_LIMIT: '3' })
    assert.equal(await probe(server, 'free'), 403)
    await redis.start()
    await until(async () => {
      await server.ask('/healthz', { key: 'free' })
      return server.log.text().includes('Redis works again')
    })
    assert.deepEqual(
      [await probe(server, 'free'), await probe(server, 'free'), await probe(server, 'free')],
      [403, 403, 429],
    )
  })
})
