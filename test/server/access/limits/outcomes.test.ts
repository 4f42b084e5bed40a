import fc from 'fast-check'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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

  it('are kept for ninety days', async (t) => {
    const store = await scratchStore(t)
    const { counts, time } = openOutcomes(store)
    counts.note('a', 200)
    time.now_ms = noon + 89 * day_ms
    counts.note('a', 404)
    const days = await counts.history('a')
    assert.deepEqual([days[0]?.answered, days[89]?.client_error], [1, 1])
    time.now_ms = noon + 90 * day_ms
    await counts.history('a')
    const kept = await store.db.selectFrom('usage_outcomes').select('client_error').execute()
    assert.deepEqual(kept, [{ client_error: 1 }])
  })
})
