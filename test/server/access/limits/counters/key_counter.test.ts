import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeyCounter, momentOf } from '../../../../../server/access/limits/counters/counter.ts'

const at = (now_ms: number) => momentOf(now_ms, 1000)

describe('KeyCounter.consume(key_id, moment, quota)', () => {
  it('goes on from the counts that it is given, and answers without a promise', () => {
    const counter = new KeyCounter(at(5000), new Map([['a', 2]]))
    assert.deepEqual(counter.consume('a', at(5000), 3), { count: 3, allowed: true })
    assert.deepEqual(counter.consume('a', at(5999), 3), { count: 3, allowed: false })
    assert.deepEqual(counter.consume('a', at(6000), 3), { count: 1, allowed: true })
  })

  it('keeps the counts of the last window for a clock that is set back', () => {
    const counter = new KeyCounter(at(5000), new Map())
    for (const now_ms of [5999, 6000, 5998]) counter.consume('a', at(now_ms), 9)
    assert.deepEqual([counter.count('a', at(5000)), counter.count('a', at(6000))], [2, 1])
    counter.consume('a', at(7000), 9)
    assert.deepEqual([counter.count('a', at(5000)), counter.count('a', at(6000))], [0, 1])
    for (let n = 1; n <= 3; n++) assert.equal(counter.consume('a', at(3000), 9).count, n)
  })
})
