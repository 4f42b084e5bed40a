import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeyCounter } from '../../../../server/access/limits/key_counter.ts'
import type { Increment } from '../../../../server/access/limits/ledger.ts'

const length_ms = 1000

/** A counter whose ledger remembers what it was given. */
function openCounter(counts: [string, number][] = []) {
  const written: Increment[] = []
  const ledger = {
    load: async () => new Map<string, number>(),
    add: async (increments: Increment[]) => void written.push(...increments),
    dropBefore: async () => {},
  }
  const beginning = { ledger, length_ms, start_ms: 5000, counts: new Map(counts) }
  return { written, counter: new KeyCounter(beginning) }
}

describe('KeyCounter.consume(key_id, now_ms, quota)', () => {
  it('goes on from the ledger, and answers without a promise', () => {
    const { counter } = openCounter([['a', 2]])
    assert.deepEqual(counter.consume('a', 5000, 3), { count: 3, allowed: true })
    assert.deepEqual(counter.consume('a', 5999, 3), { count: 3, allowed: false })
    assert.deepEqual(counter.consume('a', 6000, 3), { count: 1, allowed: true })
  })

  it('keeps the counts of the last window for a clock that is set back', async () => {
    const { counter, written } = openCounter()
    for (const now_ms of [5999, 6000, 5998]) counter.consume('a', now_ms, 9)
    assert.deepEqual([counter.count('a', 5000), counter.count('a', 6000)], [2, 1])
    await counter.flush(6000)
    assert.deepEqual(written, [
      { subject: 'a', start_ms: 5000, count: 2, last_ms: 5999 },
      { subject: 'a', start_ms: 6000, count: 1, last_ms: 6000 },
    ])
  })
})
