// Runs alone: it sets the timers of its process.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Problem } from '../../../server/http/problem.ts'
import { Line } from '../../../server/load/line.ts'
import { Overload } from '../../../server/load/overload.ts'
import { steppedLoop } from '../../support/stepped_loop.ts'

const patience_ms = 100

/** A line on a clock that the test sets. A refusal takes `refusal_ms`. */
function lineAt(t: TestContext, { refusal_ms = 0 } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { loop, clock, turn } = steppedLoop()
  const overload = new Overload({ now: loop.now, random: () => 0 })
  const line = new Line({ what: 'a turn', patience_ms }, overload, loop)
  const events: string[] = []
  const join = (caller: string, hasLeft = false) =>
    void line.join({ caller, arrived_ms: clock.ms, hasLeft: () => hasLeft }).then(
      () => events.push(`${caller} went`),
      (error: unknown) => {
        clock.ms += refusal_ms
        assert.ok(error instanceof Problem)
        assert.equal(error.status, 503)
        assert.equal(error.headers['Retry-After'], '1')
        events.push(`${caller} refused`)
      },
    )
  const pass = async (ms: number) => {
    clock.ms += ms
    t.mock.timers.tick(ms)
    await turn()
  }
  /** The events since it was called last, each with its count. */
  const counts = () => {
    const some = Object.groupBy(events.splice(0), (event) => event)
    return Object.fromEntries(Object.entries(some).map(([event, all]) => [event, all!.length]))
  }
  /** Keeps a request waiting for so long that what comes then is no burst. */
  const makeBusy = async () => {
    join('first')
    for (let n = 0; n < 8; n++) {
      await pass(50)
      join('first')
      line.next()
    }
    await pass(0)
    counts()
  }
  return { line, overload, clock, events, join, pass, turn, counts, makeBusy }
}

describe('Line', () => {
  it('lets callers go in turns, whatever each has waiting', async (t) => {
    const { line, events, join, pass } = lineAt(t)
    for (let n = 0; n < 2000; n++) join('greedy')
    for (const caller of ['a', 'b', 'a']) join(caller)
    for (let n = 0; n < 5; n++) line.next()
    await pass(0)
    const order = ['greedy', 'a', 'b', 'greedy', 'a']
    assert.deepEqual(
      events,
      order.map((caller) => `${caller} went`),
    )
  })

  it('refuses nothing of a burst that is over within four times the patience', async (t) => {
    const { line, join, pass, counts } = lineAt(t)
    for (let n = 0; n < 399; n++) join('a')
    for (let n = 0; n < 399; n++) {
      await pass(1)
      line.next()
    }
    await pass(0)
    assert.deepEqual([line.length, counts()], [0, { 'a went': 399 }])
  })

  it('has no opinion of how long requests take: slow ones refuse none that come after', async (t) => {
    const { line, join, pass, counts } = lineAt(t)
    join('a')
    await pass(399)
    line.next()
    for (let n = 0; n < 200; n++) join('a')
    await pass(99)
    while (line.next() !== undefined);
    await pass(0)
    assert.deepEqual(counts(), { 'a went': 201 })
  })

  it('refuses when the patience is over, and not before, where a line is never empty', async (t) => {
    const { line, join, pass, counts, makeBusy, overload } = lineAt(t)
    await makeBusy()
    for (let n = 0; n < 300; n++) join('a')
    await pass(patience_ms - 1)
    for (let n = 0; n < 4; n++) line.next()
    await pass(0)
    assert.deepEqual([line.length, counts()], [297, { 'first went': 1, 'a went': 3 }])
    await pass(1)
    assert.deepEqual([line.length, counts()], [0, { 'a refused': 297 }])
    assert.equal(overload.count('wait'), 297)
  })

  it('lets none go whose patience is over, though no timer saw it yet', async (t) => {
    const { line, clock, join, pass, counts, makeBusy } = lineAt(t)
    await makeBusy()
    for (let n = 0; n < 3; n++) join('a')
    clock.ms += patience_ms
    join('b')
    assert.equal(line.next(), 'b')
    assert.equal(line.next(), undefined)
    await pass(0)
    assert.equal(counts()['b went'], 1)
  })

  it('goes on at once after an overload', async (t) => {
    const { line, join, pass, counts, makeBusy } = lineAt(t)
    await makeBusy()
    for (let n = 0; n < 500; n++) join('a')
    await pass(patience_ms)
    counts()
    for (let n = 0; n < 300; n++) join('a')
    await pass(patience_ms * 4 - 1)
    while (line.next() !== undefined);
    await pass(0)
    assert.deepEqual(counts(), { 'a went': 300 })
  })

  it('refuses for a millisecond, and then not for nineteen', async (t) => {
    const { clock, join, turn, counts, makeBusy } = lineAt(t, { refusal_ms: 0.25 })
    await makeBusy()
    for (let n = 0; n < 50; n++) join('a')
    clock.ms += patience_ms
    t.mock.timers.tick(patience_ms)
    for (let round = 0; round < 5; round++) {
      await turn()
      assert.equal(counts()['a refused'], round === 0 ? 3 : 4) // and one that was there before
      t.mock.timers.tick(18)
      await turn()
      assert.deepEqual(counts(), {})
      t.mock.timers.tick(1)
    }
  })

  it('passes over requests whose client has left', async (t) => {
    const { line, overload, join, pass, events } = lineAt(t)
    for (const hasLeft of [true, true, false]) join('a', hasLeft)
    join('b')
    for (let n = 0; n < 2; n++) line.next()
    assert.equal(line.next(), undefined)
    await pass(0)
    assert.deepEqual(
      events.filter((event) => event.endsWith('went')),
      ['b went', 'a went'],
    )
    await pass(patience_ms * 4)
    assert.equal(overload.count('left'), 2)
  })
})

describe('Overload', () => {
  it('draws Retry-After from the time that it takes to answer all that was refused', () => {
    let random = 0
    const overload = new Overload({ now: () => 0, random: () => random })
    const asked = (spacing_ms: number) => overload.refuse('wait', 'why', spacing_ms)
    for (let n = 0; n < 4000; n++) assert.equal(asked(1).headers['Retry-After'], '1')
    random = 0.999
    assert.equal(asked(1).headers['Retry-After'], '4')
    assert.equal(asked(1000).headers['Retry-After'], '30')
    assert.match(asked(1).message, /^why; try again in 4 s$/)
  })
})
