import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newAttempts } from '../../../server/snapshot/failures.ts'

describe('Attempts', () => {
  it('wait a second, twice as long each time, and five minutes at most', () => {
    let now = 5000
    const attempts = newAttempts(() => now)
    const pauses = Array.from({ length: 12 }, () => {
      attempts.failed('a')
      let pause_s = 0
      for (; !attempts.isDue('a'); now += 1000) pause_s++
      return pause_s
    })
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  })

  it('begin anew for another thing, and after a success', () => {
    let now = 0
    const attempts = newAttempts(() => now)
    assert.ok(attempts.isDue('a'))
    for (let n = 0; n < 5; n++) attempts.failed('a')
    assert.ok(!attempts.isDue('a') && attempts.isDue('b'))
    attempts.failed('b')
    now = 1000
    assert.ok(attempts.isDue('b'))
    attempts.succeeded()
    attempts.failed('b')
    now = 2000
    assert.ok(attempts.isDue('b'))
  })

  it('do not wait for a clock that was put back', () => {
    let now = 1e9
    const attempts = newAttempts(() => now)
    attempts.failed('a')
    now = 0
    assert.ok(attempts.isDue('a'))
  })
})
