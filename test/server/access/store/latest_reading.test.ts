import fc from 'fast-check'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LatestReading } from '../../../../server/access/store/latest_reading.ts'

const quiet = { clock: () => 0, pause_ms: 1000, onAway: () => {}, onBack: () => {} }

describe('LatestReading.get()', () => {
  it('gives every caller a reading begun after its call, in whatever order things happen', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat(30), async (scheduler, callers) => {
        let now = 0
        const reading = new LatestReading(async () => {
          const begun = (now += 1)
          await scheduler.schedule(Promise.resolve(), 'answer')
          return begun
        }, quiet)
        const calls = Array.from({ length: callers }, async () => {
          await scheduler.schedule(Promise.resolve(), 'call')
          const called = now
          assert.ok((await reading.get()) > called)
        })
        const all = Promise.all(calls)
        await scheduler.waitFor(all)
      }),
    )
  })

  it('asks once for all who call while it asks', async () => {
    const answers: ((value: number) => void)[] = []
    const reading = new LatestReading(
      () => new Promise<number>((resolve) => answers.push(resolve)),
      quiet,
    )
    const first = reading.get()
    const others = Array.from({ length: 100 }, () => reading.get())
    assert.equal(answers.length, 1)
    answers[0]!(1)
    assert.equal(await first, 1)
    await nextTurn()
    assert.equal(answers.length, 2)
    answers[1]!(2)
    assert.deepEqual(new Set(await Promise.all(others)), new Set([2]))
    assert.equal(answers.length, 2)
  })

  it('fails at once for a moment after a failure, then asks anew, and tells of both', async () => {
    const told: string[] = []
    const time = { now_ms: 0 }
    let asked = 0
    let broken = true
    const reading = new LatestReading(
      async () => {
        asked += 1
        if (broken) throw new Error('away')
        return asked
      },
      {
        clock: () => time.now_ms,
        pause_ms: 1000,
        onAway: (error) => told.push(`away: ${String(error)}`),
        onBack: () => told.push('back'),
      },
    )
    await assert.rejects(reading.get(), /away/)
    broken = false
    time.now_ms = 999
    await assert.rejects(reading.get(), /away/)
    assert.equal(asked, 1)
    time.now_ms = 1000
    assert.equal(await reading.get(), 2)
    assert.deepEqual(told, ['away: Error: away', 'back'])
  })
})
