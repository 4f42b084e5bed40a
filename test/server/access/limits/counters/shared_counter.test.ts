import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { momentOf } from '../../../../../server/access/limits/counters/counter.ts'
import { SharedCounter } from '../../../../../server/access/limits/counters/shared_counter.ts'
import type { SharedCounts } from '../../../../../server/access/limits/counters/shared_counts.ts'

/** Redis that never answers. */
const away = {
  step: async () => undefined,
  count: async () => undefined,
} as unknown as SharedCounts

describe('SharedCounter', () => {
  it('counts all points or none while Redis is away', async () => {
    const at = momentOf(5000, 1000)
    const known = new Map([['a', 2]])
    const counter = new SharedCounter(away, 'daily', at, known)
    assert.deepEqual(await counter.consume('a', at, 5, 4), { count: 2, allowed: false })
    assert.deepEqual(await counter.consume('a', at, 5, 3), { count: 5, allowed: true })
    assert.deepEqual(await counter.consume('a', at, 5), { count: 5, allowed: false })
    assert.equal(await counter.count('a', at), 5)
  })

  it('starts a window at zero and keeps its counts until the next one', async () => {
    const counter = new SharedCounter(away, 'daily', momentOf(5000, 1000), new Map([['a', 2]]))
    const next = momentOf(6000, 1000)
    assert.deepEqual(await counter.consume('a', next, 2), { count: 1, allowed: true })
    assert.deepEqual(await counter.consume('a', next, 2), { count: 2, allowed: true })
    assert.deepEqual(await counter.consume('a', next, 2), { count: 2, allowed: false })
  })
})
