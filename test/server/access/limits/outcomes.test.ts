import fc from 'fast-check'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closeAccount, confirmAccount } from '../../../../server/access/accounts/accounts.ts'
import { createKey, createOwnKey } from '../../../../server/access/keys/keys.ts'
import { failuresOf, RecentFailures } from '../../../../server/access/limits/failures.ts'
import { Outcomes } from '../../../../server/access/limits/outcomes.ts'
import { outcomes, type Outcome } from '../../../../server/access/store/schema.ts'
import type { Store } from '../../../../server/access/store/store.ts'
import { scratchFolder, scratchStore } from '../store/scratch_store.ts'
import { noon } from '../store/store_process.ts'

const day_ms = 24 * 60 * 60 * 1000
const still = { every: () => () => {} }

function openOutcomes(store: Store) {
  const time = { now_ms: noon }
  const timed = { ...store, now: () => new Date(time.now_ms) }
  return { time, counts: new Outcomes(timed, still) }
}

const expected = (status: number): Outcome => {
  if (status === 304) return 'not_modified'
  if (status === 429) return 'limited'
  if (status < 400) return 'answered'
  return status < 500 ? 'client_error' : 'server_error'
}

describe('Outcomes', () => {
  it('count every request of every key once, over processes and flushes', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const both = [openOutcomes(store).counts, openOutcomes(await scratchStore(t, folder)).counts]
    const status = fc.constantFrom(200, 201, 301, 304, 400, 401, 403, 404, 410, 429, 500, 503)
    const request = fc.record({ status, process: fc.nat(1), flush: fc.boolean() })
    let n = 0
    await fc.assert(
      fc.asyncProperty(fc.array(request), async (requests) => {
        const key = `key ${(n += 1)}`
        for (const { status, process, flush } of requests) {
          both[process]!.note(key, status)
          if (flush) await both[process]!.flush()
        }
        await both[0]!.flush()
        const today = (await both[1]!.history(key)).at(-1)!
        for (const outcome of outcomes) {
          const wanted = requests.filter(({ status }) => expected(status) === outcome).length
          assert.equal(today[outcome], wanted, outcome)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('keep what could not be written for the next time', async (t) => {
    const store = await scratchStore(t)
    const { counts } = openOutcomes(store)
    await sql`alter table usage_outcomes rename column limited to broken`.execute(store.db)
    counts.note('a', 200)
    await assert.rejects(counts.flush(), /limited/)
    counts.note('a', 200)
    await assert.rejects(counts.flush(), /limited/)
    await sql`alter table usage_outcomes rename column broken to limited`.execute(store.db)
    assert.equal((await counts.history('a')).at(-1)?.answered, 2)
  })

  it('are kept for ninety days, of each endpoint for thirty', async (t) => {
    const store = await scratchStore(t)
    const { counts, time } = openOutcomes(store)
    const ask = (status: number, endpoint: string) =>
      counts.note('a', status, { request_id: '', method: 'GET', path: '/v1', endpoint, ms: 500 })
    const asked = async () =>
      (await counts.endpoints('a')).map((use) => [use.endpoint, use.status, use.within_500_ms])
    ask(404, 'GET /v1/b')
    ask(200, 'GET /v1/b')
    ask(404, 'GET /v1/a')
    counts.note('b', 200)
    time.now_ms = noon + day_ms / 2 // midnight
    counts.note('b', 429)
    const lastTwo = (await counts.history('b')).slice(-2)
    assert.deepEqual([lastTwo[0]!.answered, lastTwo[1]!.limited], [1, 1])
    time.now_ms = noon + 29 * day_ms
    assert.deepEqual(await asked(), [
      ['GET /v1/a', 404, 1],
      ['GET /v1/b', 200, 1],
      ['GET /v1/b', 404, 1],
    ])
    time.now_ms = noon + 30 * day_ms
    assert.deepEqual(await asked(), [])
    time.now_ms = noon + 89 * day_ms
    counts.note('a', 404)
    const days = await counts.history('a')
    assert.deepEqual([days[0]?.client_error, days[89]?.client_error], [2, 1])
    time.now_ms = noon + 90 * day_ms
    await counts.history('a')
    const kept = await store.db.selectFrom('usage_outcomes').select(['key_id', 'day']).execute()
    const days_kept = kept.map(({ key_id, day }) => `${key_id} ${day}`).toSorted()
    assert.deepEqual(days_kept, [`a ${days[89]!.day}`, `b ${days[1]!.day}`])
  })

  it('forget what a key asked for when its account closes, on every server', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const other = openOutcomes(await scratchStore(t, folder)).counts
    const limits = { active: 5, created_in_24_h: 5 }
    const account = await confirmAccount(store, 'ann@example.org')
    const owner = { account_id: account.id }
    const { id: gone } = await createOwnKey(store, owner, { name: 'gone' }, limits)
    const { id: stays } = await createKey(store, { name: 'stays', email: null, tier: 'free' })
    const fail = (key: string, request_id: string) =>
      other.note(key, 404, {
        request_id,
        method: 'GET',
        path: '/v1/nothing',
        endpoint: 'unknown path',
        ms: 1,
        detail: 'there is nothing at /v1/nothing; /docs lists all paths',
      })
    fail(gone, 'before')
    fail(stays, 'also')
    await closeAccount(store, { account: account.id })
    fail(gone, 'after')
    await other.flush()
    assert.deepEqual([await other.failures(gone), await other.endpoints(gone)], [[], []])
    assert.deepEqual((await other.failures(stays)).length, 1)
    assert.deepEqual((await other.endpoints(stays)).length, 1)
    assert.equal((await other.history(gone)).at(-1)!.client_error, 2, 'how many stays')
  })

  it('keep the last hundred failures of a key, over flushes that fail', async (t) => {
    const store = await scratchStore(t)
    const { counts, time } = openOutcomes(store)
    const note = (n: number, key = 'a') => {
      time.now_ms = noon + n
      const [request_id, detail] = [`${key} ${n}`, 'x'.repeat(1000)]
      const request = { request_id, method: 'GET', path: '/v1', endpoint: 'GET /v1', ms: n, detail }
      counts.note(key, 400, request)
    }
    for (let n = 0; n < 150; n++) note(n)
    await counts.flush()
    note(1000, 'b')
    await sql`alter table key_failures rename column detail to broken`.execute(store.db)
    for (let n = 150; n < 180; n++) note(n)
    await assert.rejects(counts.flush(), /detail/)
    note(180)
    await sql`alter table key_failures rename column broken to detail`.execute(store.db)
    const failures = await counts.failures('a')
    assert.deepEqual(
      failures.map(({ request_id }) => request_id),
      Array.from({ length: 100 }, (_, n) => `a ${180 - n}`),
    )
    assert.equal(failures[0]!.detail.length, 400)
    assert.equal((await counts.failures('b')).length, 1)
    const rows = await store.db.selectFrom('key_failures').select('key_id').execute()
    assert.equal(rows.length, 101)
    const [use] = await counts.endpoints('a')
    const { within_5_ms, within_25_ms, within_100_ms, within_500_ms, slower } = use!
    assert.deepEqual(
      [within_5_ms, within_25_ms, within_100_ms, within_500_ms, slower],
      [6, 20, 75, 80, 0],
    )
    time.now_ms = noon + 100 * day_ms
    counts.note('a', 200)
    await counts.flush()
    assert.deepEqual([await counts.failures('a'), await counts.endpoints('a')], [[], []])
  })
})

describe('RecentFailures', () => {
  const failure = (n: number) => ({
    request_id: `${n}`,
    at: new Date(noon + n).toISOString(),
    method: 'GET',
    path: '/v1',
    status: 400,
    detail: 'wrong',
  })
  const idsOf = async (store: Store, key: string) =>
    (await failuresOf(store, key)).map(({ request_id }) => request_id)

  it('keep what is noted during a write that fails', async (t) => {
    const store = await scratchStore(t)
    const failures = new RecentFailures()
    failures.note('a', { ...failure(1), detail: 'x'.repeat(400) })
    const execute = async () => {
      failures.note('a', failure(2))
      failures.note('b', failure(3))
      throw new Error('away')
    }
    const counts = { transaction: () => ({ execute }) } as unknown as Store['counts']
    await assert.rejects(failures.write({ ...store, counts }), /away/)
    await failures.write(store)
    assert.deepEqual(await idsOf(store, 'a'), ['2', '1'])
    assert.equal((await failuresOf(store, 'a'))[1]!.detail, 'x'.repeat(400))
    assert.deepEqual(await idsOf(store, 'b'), ['3'])
  })

  it('take at most ten thousand that are not written yet', async (t) => {
    const store = await scratchStore(t)
    const failures = new RecentFailures()
    for (let n = 0; n < 10_050; n++) failures.note(`key ${Math.floor(n / 100)}`, failure(n))
    await failures.write(store)
    assert.equal((await idsOf(store, 'key 99')).length, 100)
    assert.deepEqual(await idsOf(store, 'key 100'), [])
  })
})
