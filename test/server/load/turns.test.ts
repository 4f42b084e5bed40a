import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Overload } from '../../../server/load/overload.ts'
import { Turns } from '../../../server/load/turns.ts'
import { steppedLoop } from '../../support/stepped_loop.ts'

/** Turns of an event loop that the test takes; each request takes `work_ms` when it begins. */
function turnsOf({ work_ms = 1 } = {}) {
  const { loop, clock, turn, planned } = steppedLoop()
  const turns = new Turns(10_000, new Overload({ now: loop.now }), loop)
  const begun: string[] = []
  const begin = (caller: string) => {
    begun.push(caller)
    clock.ms += work_ms
  }
  const enter = (caller: string): void => {
    const waits = turns.enter({ caller, arrived_ms: turns.arrival() })
    if (waits) void waits.then(() => begin(caller))
    else begin(caller)
  }
  return { turns, clock, begun, enter, turn, planned }
}

describe('Turns', () => {
  it('let a request that is alone begin at once', async () => {
    const { turns, begun, enter, turn, planned } = turnsOf()
    for (let n = 0; n < 100; n++) {
      enter('a')
      assert.equal(turns.waiting, 0)
      await turn()
    }
    assert.equal(begun.length, 100)
    assert.equal(planned(), 0)
  })

  it('let others wait for the next turn of the loop, of each caller one in a round', async () => {
    const { turns, begun, enter, turn } = turnsOf()
    for (let n = 0; n < 50; n++) enter('greedy')
    enter('other')
    const early = begun.length
    assert.equal(early, 5, 'those of the first four milliseconds')
    assert.equal(turns.waiting, 51 - early)
    await turn()
    assert.deepEqual(begun.slice(early), ['greedy', 'other', 'greedy', 'greedy', 'greedy'])
    while (turns.waiting > 0) await turn()
    assert.equal(begun.length, 51)
  })

  it('begin one request in a turn at least, however long it takes', async () => {
    const { begun, enter, turn } = turnsOf({ work_ms: 80 })
    for (let n = 0; n < 4; n++) enter('a')
    await turn()
    assert.equal(begun.length, 2)
  })

  it('begin one request in a turn while connections come, as the loop accepts one', async () => {
    const { turns, begun, enter, turn, clock } = turnsOf({ work_ms: 0 })
    clock.ms = 10
    enter('a')
    clock.ms += 5
    for (let n = 0; n < 50; n++) enter('a')
    for (let connection = 0; connection < 20; connection++) {
      turns.accepted()
      await turn()
      assert.equal(begun.length, 2 + connection)
    }
    await turn()
    assert.equal(begun.length, 51)
  })

  it('leave three quarters of the time to connections that come', async () => {
    const { turns, begun, enter, turn, clock } = turnsOf({ work_ms: 10 })
    for (let n = 0; n < 50; n++) enter('a')
    await turn()
    const [before, start_ms] = [begun.length, clock.ms]
    let connections = 0
    while (clock.ms - start_ms < 300) {
      turns.accepted()
      clock.ms += 0.1
      connections++
      await turn()
    }
    assert.ok([7, 8].includes(begun.length - before), `${begun.length - before}`)
    assert.ok(connections >= 2150 && connections <= 2350, `${connections}`)
  })

  it('take an arrival for no later than the first of its turn', async () => {
    const { turns, clock, turn } = turnsOf()
    assert.equal(turns.arrival(), 0)
    clock.ms = 50
    assert.equal(turns.arrival(), 0)
    await turn()
    assert.equal(turns.arrival(), 50)
  })

  it('begin nothing while the thread pool has enough to do', async () => {
    const { turns, begun, enter, turn } = turnsOf()
    const jobs = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
    const done = jobs.map(({ promise }) => turns.job(() => promise))
    enter('a')
    for (let n = 0; n < 5; n++) await turn()
    assert.deepEqual(begun, [])
    jobs[0]!.resolve()
    await done[0]
    await turn()
    assert.deepEqual(begun, ['a'])
    for (const job of jobs) job.resolve()
    await Promise.all(done)
  })
})
