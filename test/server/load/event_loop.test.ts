import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventLoop, takeSteps } from '../../../server/load/event_loop.ts'

/** What follows from a step without waiting: many promises, one after the other. */
async function follow(done: () => void): Promise<void> {
  for (let n = 0; n < 100; n++) await Promise.resolve()
  done()
}

const inItsTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    eventLoop.later(() => void work().then(resolve, reject))
  })

describe('steps of the event loop', () => {
  it('have done all that follows from each before the next, and before they end', async () => {
    const done: number[] = []
    const step = () => {
      if (done.length === 3) return false
      const before = done.length
      void follow(() => done.push(before))
      return true
    }
    const seen = await inItsTurn(async () => {
      await takeSteps(Infinity, step, eventLoop)
      return [...done]
    })
    assert.deepEqual(seen, [0, 1, 2])
  })

  it('count the time of what follows from the first', async () => {
    let steps = 0
    const step = () => {
      steps++
      void follow(() => {
        const end_ms = performance.now() + 5
        while (performance.now() < end_ms);
      })
      return steps < 2
    }
    await inItsTurn(() => takeSteps(2, step, eventLoop))
    assert.equal(steps, 1)
  })
})
