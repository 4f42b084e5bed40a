import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { momentOf } from '../../../../../server/access/limits/counters/counter.ts'
import { SharedCounter } from '../../../../../server/access/limits/counters/shared_counter.ts'
import type { SharedCounts } from '../../../../../server/access/limits/counters/shared_counts.ts'

describe('SharedCounter', () => {
  it('counts all points or none while Redis is away', async () => {
    const away = { step: async () => undefined, count: async () => undefined }
    const at = momentOf(5000, 1000)
    const known = new Map([['a', 2]])
    const counter = new SharedCounter(away as unknown as SharedCounts, 'daily', at, known)
    assert.deepEqual(await counter.consume('a', at, 5, 4), { count: 2, allowed: false })
    assert.deepEqual(await counter.consume('a', at, 5, 3), { count: 5, allowed: true })
    assert.deepEqual(await counter.consume('a', at, 5), { count: 5, allowed: false })
    assert.equal(await counter.count('a', at), 5)
  })
})
