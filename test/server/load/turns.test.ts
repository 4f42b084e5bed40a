import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Overload } from '../../../server/load/overload.ts'
import { Turns } from '../../../server/load/turns.ts'

/** Turns of an event loop that the test takes; each request takes `work_ms` when it begins. */
function loop({ work_ms = 1, patience_ms = 10_000 } = {}) {
  const clock = { ms: 0 }
  let planned: (() => void)[] = []
  const effects = { now: () => clock.ms, later: (work: () => void) => void planned.push(work) }
  const turns = new Turns(patience_ms, new Overload(effects), effects)
  const begun: string[] = []
  const enter = (caller: string): void => {
    const turn = turns.enter({ caller, arrived_ms: turns.arrival() })
    const begin = () => {
      begun.push(caller)
      clock.ms += work_ms
    }
    if (turn) turn.then(begin, () => {})
    else begin()
  }
  /** Goes through what is planned, as the loop does: with what each leads to, but not what it plans. */
  const goRound = async () => {
    const due = planned
    planned = []
    for (const work of due) {
      work()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { turns, clock, begun, enter, goRound, planned: () => planned.length }
}

describe('Turns', () => {
  it('let a request that is alone begin at once', async () => {
    const { turns, begun, enter, goRound, planned } = loop()
    for (let n = 0; n < 100; n++) {
      enter('a')
      assert.equal(turns.waiting, 0)
      await goRound()
    }
    assert.equal(begun.length, 100)
    assert.equal(planned(), 0)
  })

  it('let others wait for the next turn of the loop, of each caller one in a round', async () => {
    const { turns, begun, enter, goRound } = loop()
    for (let n = 0; n < 50; n++) enter('greedy')
    enter('other')
    const early = begun.length
    assert.ok(early <= 6 && turns.waiting === 51 - early)
    while (!begun.includes('other')) await goRound()
    assert.ok(begun.length <= early + 12, `other is number ${begun.length}`)
    while (turns.waiting > 0) await goRound()
    assert.equal(begun.length, 51)
  })

  it('begin about as much in a turn as was read in it, and two milliseconds at least', async () => {
    const { turns, clock, begun, enter, goRound } = loop()
    for (let n = 0; n < 300; n++) enter('a')
    await goRound()
    for (let turn = 0; turn < 30; turn++) await goRound() // nothing is read any more
    let before = begun.length
    await goRound()
    assert.equal(begun.length - before, 2)
    turns.arrival()
    clock.ms += 20 // other requests are read, and refused
    before = begun.length
    await goRound()
    const some = begun.length - before
    assert.ok(some >= 8 && some <= 12, `${some} begin`)
  })

  it('put aside what is read late, and handle the latest and the earliest of it in turn', async () => {
    const { turns, clock, goRound } = loop()
    const handled: [read: number, arrived_ms: number][] = []
    for (let read = 0; read < 40; read++) {
      turns.read(() => {
        handled.push([read, turns.arrival()])
        clock.ms += 2
      })
    }
    const early = handled.length
    assert.ok(early >= 2 && early <= 4)
    assert.equal(turns.waiting, 40 - early)
    await goRound()
    const now = handled.slice(early)
    assert.ok(now.length >= 4 && now.length <= 6, `${now.length} in a turn`)
    assert.deepEqual(
      now.slice(0, 4).map(([read]) => read),
      [39, early, 38, early + 1],
    )
    while (turns.waiting > 0) await goRound()
    assert.deepEqual(
      handled.map(([read]) => read).toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, read) => read),
    )
    assert.ok(handled.every(([, arrived_ms]) => arrived_ms === 0))
  })

  it('take an arrival for no later than the first of its turn', async () => {
    const { turns, clock, goRound } = loop()
    assert.equal(turns.arrival(), 0)
    clock.ms = 50
    assert.equal(turns.arrival(), 0)
    await goRound()
    assert.equal(turns.arrival(), 50)
  })

  it('begin nothing while the thread pool has enough to do', async () => {
    const { turns, begun, enter, goRound } = loop()
    const jobs = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
    const done = jobs.map(({ promise }) => turns.job(() => promise))
    enter('a')
    for (let turn = 0; turn < 5; turn++) await goRound()
    assert.deepEqual(begun, [])
    jobs[0]!.resolve()
    await done[0]
    await goRound()
    assert.deepEqual(begun, ['a'])
    for (const job of jobs) job.resolve()
    await Promise.all(done)
  })
})
