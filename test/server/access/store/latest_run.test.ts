// Runs alone: it measures time.
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LatestRun } from '../../../../server/access/store/latest_run.ts'

describe('LatestRun.get()', () => {
  it('gives every caller a reading begun after its call, in whatever order things happen', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat(30), async (scheduler, callers) => {
        let now = 0
        const reading = new LatestRun(async () => {
          const begun = (now += 1)
          await scheduler.schedule(Promise.resolve(), 'answer')
          return begun
        })
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
    const reading = new LatestRun(() => new Promise<number>((resolve) => answers.push(resolve)))
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
})
