import fc from 'fast-check'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listKeys } from '../../../../server/access/keys/key_list.ts'
import { createKey } from '../../../../server/access/keys/keys.ts'
import { peek } from '../../../../server/access/limits/charges.ts'
import { Limits, visitorSubject } from '../../../../server/access/limits/limits.ts'
import type { LimitEffects, LimitKind, RateState } from '../../../../server/access/limits/limits.ts'
import type { Store } from '../../../../server/access/store/store.ts'
import { scratchFolder, scratchStore } from '../store/scratch_store.ts'
import { noon, quotas, startProcess } from '../store/store_process.ts'

const second_ms = 1000
const minute_ms = 60 * second_ms
const day_ms = 24 * 60 * minute_ms

/** Limits whose clock stands at `time.now_ms`, and which flush when told to. */
async function openLimits(
  store: Store,
  effects: Partial<LimitEffects> = {},
  own = quotas,
  time = { now_ms: noon },
) {
  const timed = { ...store, now: () => new Date(time.now_ms) }
  return { time, limits: await Limits.open(timed, own, { every: () => () => {}, ...effects }) }
}

const atNoon = (store: Store): Store => ({ ...store, now: () => new Date(noon) })

async function newKeyId(store: Store): Promise<string> {
  return (await createKey(atNoon(store), { name: 'a', tier: 'free', email: null })).id
}

async function consumeTimes(limits: Limits, kind: LimitKind, id: string, times: number) {
  const states = Array.from({ length: times }, async () => limits.consume(kind, id))
  return Promise.all(states)
}

/** Makes every write of usage fail, in either database, and puts it right again. */
const breakUsage = (store: Store) =>
  sql`alter table usage rename column last_used_at to broken`.execute(store.db)
const mendUsage = (store: Store) =>
  sql`alter table usage rename column broken to last_used_at`.execute(store.db)

const allowedOf = (states: RateState[]) => states.filter((state) => state.allowed).length

describe('Limits.consume(kind, keyIdOrAddress)', () => {
  it('tells where a key stands in its UTC day', async (t) => {
    const store = await scratchStore(t)
    const { limits } = await openLimits(store)
    const id = await newKeyId(store)
    await limits.consume('free', id)
    assert.deepEqual(await limits.consume('free', id), {
      allowed: true,
      policy: 'daily',
      limit: 1000,
      window_s: 86400,
      remaining: 998,
      reset_s: 12 * 3600,
      reset_at_s: Date.UTC(2026, 0, 16) / 1000,
    })
  })

  it('allows the quota and no request more, however many come at once', async (t) => {
    const store = await scratchStore(t)
    const { limits } = await openLimits(store)
    const id = await newKeyId(store)
    const states = await consumeTimes(limits, 'free', id, 1500)
    assert.equal(allowedOf(states), 1000)
    const left = states.filter((state) => state.allowed).map((state) => state.remaining)
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      Array.from({ length: 1000 }, (_, i) => i),
    )
    assert.ok(states.every((state) => state.allowed || state.remaining === 0))
    await limits.flush()
    assert.equal((await listKeys(atNoon(store)))[0]?.requests_today, 1000)
  })

  it('starts anew at midnight UTC', async (t) => {
    const store = await scratchStore(t)
    const { limits, time } = await openLimits(store)
    const id = await newKeyId(store)
    time.now_ms = Date.UTC(2026, 0, 16) - 1
    const states = await consumeTimes(limits, 'free', id, 1001)
    assert.deepEqual([states.at(-1)?.allowed, states.at(-1)?.reset_s], [false, 1])
    time.now_ms += 1
    const { allowed, remaining, reset_s } = await limits.consume('free', id)
    assert.deepEqual(
      { allowed, remaining, reset_s },
      { allowed: true, remaining: 999, reset_s: 86400 },
    )
  })

  it('takes the count along to another tier, without what was refused', async (t) => {
    const store = await scratchStore(t)
    const { limits } = await openLimits(store)
    const id = await newKeyId(store)
    await consumeTimes(limits, 'free', id, 1234)
    assert.equal((await limits.consume('paid', id)).remaining, 98_999)
    const back = await limits.consume('free', id)
    assert.deepEqual([back.allowed, back.remaining], [false, 0])
  })

  it('counts keys apart', async (t) => {
    const store = await scratchStore(t)
    const { limits } = await openLimits(store)
    const [one, two] = [await newKeyId(store), await newKeyId(store)]
    await consumeTimes(limits, 'free', one, 1001)
    assert.equal((await limits.consume('free', two)).remaining, 999)
  })

  it('holds client addresses to the minute and creations to the day', async (t) => {
    const { limits, time } = await openLimits(await scratchStore(t))
    const client = '192.0.2.7'
    assert.equal(allowedOf(await consumeTimes(limits, 'anonymous', client, 200)), 120)
    assert.equal((await limits.consume('anonymous', '192.0.2.8')).remaining, 119)
    assert.equal(allowedOf(await consumeTimes(limits, 'creation', client, 200)), 100)
    time.now_ms += minute_ms
    const state = await limits.consume('anonymous', client)
    assert.deepEqual([state.policy, state.remaining, state.reset_s], ['anonymous', 119, 60])
    const creation = await limits.consume('creation', client)
    assert.deepEqual([creation.policy, creation.allowed], ['key-creation', false])
  })

  it('counts all points of an address or none: a refusal leaves the rest', async (t) => {
    const store = await scratchStore(t)
    const { limits } = await openLimits(store)
    const take = async (points: number) => {
      const { allowed, remaining } = await limits.consume('farmShown', '192.0.2.7', points)
      return [allowed, remaining]
    }
    assert.deepEqual(await take(299), [true, 1])
    assert.deepEqual(await take(100), [false, 1])
    await limits.flush()
    const { limits: reopened } = await openLimits(store)
    assert.equal((await reopened.peek('farmShown', '192.0.2.7')).remaining, 1)
    assert.deepEqual(await take(1), [true, 0])
    assert.deepEqual(await take(1), [false, 0])
  })

  it('takes the addresses of one IPv6 network for one client', async (t) => {
    const { limits } = await openLimits(await scratchStore(t))
    await limits.consume('anonymous', '2001:db8:1:2::1')
    assert.equal((await limits.consume('anonymous', '2001:db8:1:2:ffff::9')).remaining, 118)
    assert.equal((await limits.consume('anonymous', '2001:db8:1:3::1')).remaining, 119)
    const visitors = ['2001:db8:1:2::1', '2001:db8:1:2::9', '2001:db8:1:3::1'].map((address) =>
      visitorSubject('key', address),
    )
    assert.equal(new Set(visitors).size, 2, 'nor for a new visitor of a page')
  })
})

describe('Limits.peek(kind, keyIdOrAddress)', () => {
  it('tells the state and changes nothing', async (t) => {
    const { limits } = await openLimits(await scratchStore(t))
    assert.equal((await limits.peek('anonymous', '192.0.2.7')).remaining, 120)
    await consumeTimes(limits, 'anonymous', '192.0.2.7', 120)
    for (let i = 0; i < 2; i++) {
      const { allowed, remaining } = await limits.peek('anonymous', '192.0.2.7')
      assert.deepEqual({ allowed, remaining }, { allowed: false, remaining: 0 })
    }
    await consumeTimes(limits, 'creation', '192.0.2.7', 100)
    const { policy } = await peek(limits, [
      ['anonymous', '192.0.2.7'],
      ['creation', '192.0.2.7'],
    ])
    assert.equal(policy, 'key-creation', 'of two that refuse, the one with the longer wait')
  })
})

describe('the counts of Limits', () => {
  it('survive a clean restart whole', async (t) => {
    const store = await scratchStore(t)
    const id = await newKeyId(store)
    const { limits: first } = await openLimits(store)
    await consumeTimes(first, 'free', id, 10)
    await consumeTimes(first, 'anonymous', '192.0.2.7', 15)
    await first.flush()
    await consumeTimes(first, 'anonymous', '192.0.2.7', 5)
    await consumeTimes(first, 'creation', '2001:db8::1', 30)
    await consumeTimes(first, 'report', '2001:db8::1', 1)
    await first.close()
    const { limits } = await openLimits(store)
    assert.equal((await limits.peek('free', id)).remaining, 990)
    assert.equal((await limits.peek('anonymous', '192.0.2.7')).remaining, 100)
    assert.equal((await limits.peek('creation', '2001:db8::2')).remaining, 70)
    const { limit, remaining } = await limits.peek('report', '2001:db8::2')
    assert.equal(limit - remaining, 1)
  })

  it('are written every second', async (t) => {
    const store = await scratchStore(t)
    const id = await newKeyId(store)
    const scheduled: { period_ms: number; task: () => void }[] = []
    const every = (period_ms: number, task: () => void) => {
      scheduled.push({ period_ms, task })
      return () => scheduled.pop()
    }
    const { limits } = await openLimits(store, { every })
    await limits.consume('free', id)
    assert.equal(scheduled[0]?.period_ms, 1000)
    scheduled[0]?.task()
    await limits.flush()
    const [key] = await listKeys(atNoon(store))
    assert.deepEqual([key?.requests_today, key?.last_used_at], [1, '2026-01-15T12:00:00.000Z'])
    await limits.close()
    assert.equal(scheduled.length, 0)
  })

  it('lose after a kill what came after the last flush, and no more', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const id = await newKeyId(store)
    const other = await startProcess(t, folder)
    await other.ask('consume', { id, times: 70 })
    await other.ask('flush', undefined)
    await other.ask('consume', { id, times: 5 })
    await other.kill()
    const { limits } = await openLimits(store)
    assert.equal((await limits.peek('free', id)).remaining, 930)
  })

  it('add up with those of another process', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const id = await newKeyId(store)
    const { limits } = await openLimits(store)
    const other = await startProcess(t, folder)
    for (let i = 0; i < 3; i++) {
      await Promise.all([
        consumeTimes(limits, 'free', id, 7).then(() => limits.flush()),
        other.ask('consume', { id, times: 5 }).then(() => other.ask('flush', undefined)),
      ])
    }
    assert.equal((await listKeys(atNoon(store)))[0]?.requests_today, 36)
  })

  for (const later_s of [
    [5, 7],
    [5, 2],
  ]) {
    it(`keep the last use of those written after ${later_s.join(' s and ')} s`, async (t) => {
      const store = await scratchStore(t)
      const id = await newKeyId(store)
      for (const seconds of later_s) {
        const { limits, time } = await openLimits(store)
        time.now_ms += seconds * second_ms
        await limits.consume('free', id)
        await limits.close()
      }
      const [key] = await listKeys(atNoon(store))
      assert.equal(key?.last_used_at, new Date(noon + Math.max(...later_s) * 1000).toISOString())
    })
  }

  it('are kept and tried again when the store fails', async (t) => {
    const store = await scratchStore(t)
    const id = await newKeyId(store)
    const { limits } = await openLimits(store)
    await breakUsage(store)
    await limits.consume('free', id)
    await assert.rejects(limits.flush(), /last_used_at/)
    await limits.consume('free', id)
    await assert.rejects(limits.flush(), /last_used_at/)
    await mendUsage(store)
    await limits.close()
    assert.equal((await listKeys(atNoon(store)))[0]?.requests_today, 2)
  })

  it('are reported when the flush of the second fails, once until one succeeds', async (t) => {
    const store = await scratchStore(t)
    const id = await newKeyId(store)
    let task = () => {}
    const told: string[] = []
    const { limits } = await openLimits(store, {
      every: (_, scheduled) => {
        task = scheduled
        return () => {}
      },
      onFlushError: (error) => told.push(String(error)),
    })
    const second = async () => {
      task()
      await limits.flush().catch(() => {})
    }
    for (const times of [1, 2]) {
      await breakUsage(store)
      await limits.consume('free', id)
      await second()
      await second()
      assert.equal(told.length, times)
      await mendUsage(store)
      await second()
    }
    assert.match(told[1]!, /last_used_at/)
  })

  it('of addresses are deleted once their window has ended', async (t) => {
    const store = await scratchStore(t)
    const { limits, time } = await openLimits(store)
    await limits.consume('anonymous', '192.0.2.7')
    await limits.consume('creation', '192.0.2.7')
    await limits.flush()
    const policies = async () => {
      const rows = await store.db.selectFrom('address_counts').select('policy').execute()
      return rows.map((row) => row.policy).sort()
    }
    assert.deepEqual(await policies(), ['anonymous', 'key-creation'])
    time.now_ms += minute_ms
    await limits.flush()
    assert.deepEqual(await policies(), ['key-creation'])
    time.now_ms += day_ms
    await limits.flush()
    assert.deepEqual(await policies(), [])
  })

  it('of many keys are written whole', async (t) => {
    const store = await scratchStore(t)
    const { limits } = await openLimits(store)
    const key = { hash: '', prefix: '', name: '', tier: 'free', email: null } as const
    const rest = { created_at: '', revoked_at: null, revision: 1 }
    const ids = Array.from({ length: 2500 }, (_, i) => `key ${i}`)
    const rows = ids.map((id) => ({ ...key, ...rest, id, hash: id }))
    await store.db.insertInto('keys').values(rows).execute()
    for (const id of ids) await limits.consume('free', id)
    await limits.close()
    const { limits: reopened } = await openLimits(store)
    for (const id of ids) assert.equal((await reopened.peek('free', id)).remaining, 999)
  })

  it('are those of a plain tally, whatever happens in whatever order', async (t) => {
    const store = await scratchStore(t)
    const small = { ...quotas, free_per_day: 5, paid_per_day: 8 }
    const step = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          key: fc.nat(2),
          kind: fc.constantFrom('free', 'paid'),
          points: fc.constantFrom(1, 1, 2, 4),
        }),
      },
      fc.record({ later_ms: fc.integer({ min: 0, max: day_ms / 2 }) }),
      fc.constantFrom('flush' as const, 'restart' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const ids = [await newKeyId(store), await newKeyId(store), await newKeyId(store)]
        const tally = new Map<string, number>()
        const time = { now_ms: noon }
        const open = async () => (await openLimits(store, {}, small, time)).limits
        let limits = await open()
        for (const step of steps) {
          if (step === 'flush') {
            await limits.flush()
          } else if (step === 'restart') {
            await limits.close()
            limits = await open()
          } else if ('later_ms' in step) {
            time.now_ms += step.later_ms
          } else {
            const id = ids[step.key] ?? ''
            const day = `${id} ${new Date(time.now_ms).toISOString().slice(0, 10)}`
            const quota = step.kind === 'free' ? 5 : 8
            const used = tally.get(day) ?? 0
            const state = await limits.consume(step.kind, id, step.points)
            const now = used + step.points <= quota ? used + step.points : used
            assert.equal(state.allowed, now > used)
            assert.equal(state.remaining, Math.max(quota - now, 0))
            if (now > used) tally.set(day, now)
          }
        }
        await limits.close()
        const rows = await store.db.selectFrom('usage').selectAll().execute()
        for (const [day, count] of tally) {
          const row = rows.find((row) => `${row.key_id} ${row.day}` === day)
          assert.equal(row?.count, count)
        }
      }),
      { numRuns: 30 },
    )
  })
})
