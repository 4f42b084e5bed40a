import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventLoop, takeSteps } from '../../../server/load/event_loop.ts'

/** What follows from a step without waiting: many promises, one after the other. */
async function follow(done: () => void): Promise<void> {
  for (let n = 0; n < 100; n++) await null
  done()
}

describe('steps of the event loop', () => {
  it('have done all that follows from each before the next, and before they end', async () => {
    const { promise: turn, resolve } = Promise.withResolvers<number[]>()
    eventLoop.later(async () => {
      const done: number[] = []
      let step = 0
      const next = () => {
        if (step === 3) return false
        const number = ++step
        assert.deepEqual(
          done,
          Array.from({ length: number - 1 }, (_, before) => before + 1),
        )
        void follow(() => done.push(number))
        return true
      }
      await takeSteps(Infinity, next, eventLoop)
      resolve(done)
    })
    assert.deepEqual(await turn, [1, 2, 3])
  })

  it('count the time of what follows from the first', async () => {
    const { promise: turn, resolve } = Promise.withResolvers<number>()
    let steps = 0
    const next = () => {
      steps++
      void follow(() => {
        const end_ms = performance.now() + 5
        while (performance.now() < end_ms);
      })
      return steps < 2
    }
    eventLoop.later(async () => {
      await takeSteps(2, next, eventLoop)
      resolve(steps)
    })
    assert.equal(await turn, 1)
  })
})
