// Runs alone: it sets the clock and timers of its process.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Problem } from '../../../server/http/problem.ts'
import { Line } from '../../../server/load/line.ts'
import { Overload } from '../../../server/load/overload.ts'

/** A line in which one goes each millisecond, on a clock that the test sets. */
function lineAt(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = { ms: 0 }
  const now = () => clock.ms
  const overload = new Overload({ now, random: () => 0 })
  const line = new Line(
    {
      what: 'a turn',
      patience: { calm_ms: 100, overload_ms: 20 },
      firstPatience: { calm_ms: 400, overload_ms: 20 },
    },
    overload,
    now,
  )
  const events: string[] = []
  const join = (caller: string, arrived_ms = clock.ms) =>
    line.join({ caller, arrived_ms }).then(
      () => void events.push(`${caller} went`),
      (error: unknown) => {
        assert.ok(error instanceof Problem)
        assert.equal(error.status, 503)
        assert.equal(error.headers['Retry-After'], '1')
        events.push(`${caller} refused`)
      },
    )
  const pass = (ms: number) => {
    clock.ms += ms
    t.mock.timers.tick(ms)
  }
  return { line, overload, clock, events, join, pass }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const counts = (events: string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(events, (event) => event)).map(([event, all]) => [
      event,
      all!.length,
    ]),
  )

describe('Line', () => {
  it('refuses at once what would wait longer than the patience', async (t) => {
    const { line, events, overload, join } = lineAt(t)
    for (let n = 0; n < 2000; n++) void join('greedy')
    await settled()
    assert.equal(line.length, 100)
    assert.deepEqual(counts(events), { 'greedy refused': 1900 })
    assert.equal(overload.count('queue'), 1900)
  })

  it('takes up other callers all the same, and lets them go in turns', async (t) => {
    const { line, events, join } = lineAt(t)
    for (let n = 0; n < 2000; n++) void join('greedy')
    for (const caller of ['a', 'b', 'a']) void join(caller)
    await settled()
    events.length = 0
    for (let n = 0; n < 5; n++) line.next()
    await settled()
    assert.deepEqual(
      events,
      ['greedy', 'a', 'b', 'greedy', 'a'].map((caller) => `${caller} went`),
    )
  })

  it('counts the wait from the arrival of the request', async (t) => {
    const { line, clock, events, join } = lineAt(t)
    clock.ms = 1000
    void join('other', 1000)
    void join('late', 1000 - 350)
    void join('late', 1000 - 120)
    void join('late', 1000 - 10)
    while (line.next() !== undefined);
    await settled()
    assert.deepEqual(events.toSorted(), ['late refused', 'late went', 'late went', 'other went'])
  })

  it('refuses what has waited too long though nothing moves', async (t) => {
    const { line, events, join, pass } = lineAt(t)
    for (let n = 0; n < 3; n++) void join('a')
    pass(101)
    await settled()
    assert.deepEqual([line.length, events], [1, ['a refused', 'a refused']])
    pass(300)
    await settled()
    assert.deepEqual([line.length, counts(events)], [0, { 'a refused': 3 }])
  })

  it('does not refuse those that it took up in calm for those that come after', async (t) => {
    const { line, clock, events, join } = lineAt(t)
    for (let n = 0; n < 150; n++) void join('a')
    await settled()
    events.length = 0
    clock.ms = 90
    while (line.next() !== undefined);
    await settled()
    assert.deepEqual(counts(events), { 'a went': 100 })
  })

  it('has less patience in an overload, and all of it again after a while', async (t) => {
    const { line, events, clock, join } = lineAt(t)
    const flood = async () => {
      events.length = 0
      for (let n = 0; n < 500; n++) void join('a')
      await settled()
      const waiting = line.length
      while (line.next() !== undefined) clock.ms += 1
      return waiting
    }
    assert.equal(await flood(), 100)
    clock.ms += 100
    assert.ok((await flood()) <= 25)
    clock.ms += 10_000
    assert.equal(await flood(), 100)
  })

  it('does not hold against a caller of one request that an overload let it be read late', async (t) => {
    const { line, events, join } = lineAt(t)
    line.expect(200)
    for (const late_ms of [300, 500]) void join(`only, ${late_ms} ms late`, -late_ms)
    await settled()
    assert.deepEqual([line.length, events], [1, ['only, 500 ms late refused']])
  })

  it('has less patience from the moment on that too many are known to come', async (t) => {
    const { line, events, join } = lineAt(t)
    line.expect(90)
    void join('a', -50)
    line.expect(200)
    void join('a', -50)
    await settled()
    assert.deepEqual([line.length, counts(events)], [1, { 'a refused': 1 }])
  })
})

describe('Overload', () => {
  it('draws Retry-After from the time that it takes to answer all that was refused', () => {
    let random = 0
    const overload = new Overload({ now: () => 0, random: () => random })
    const asked = Array.from({ length: 4000 }, () =>
      Number(overload.refuse('queue', '', 1).retryAfter),
    )
    assert.ok(asked.every((seconds) => seconds === 1))
    random = 0.999
    assert.equal(overload.refuse('queue', 'why', 1).retryAfter, '4')
    assert.equal(overload.refuse('queue', 'why', 1000).retryAfter, '30')
    assert.match(overload.refuse('queue', 'why', 1).detail, /^why; ask again in 4 s$/)
  })
})
