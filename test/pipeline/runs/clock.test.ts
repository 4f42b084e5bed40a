import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Run } from '../../../data/schema/run.ts'
import { clockLine, judgeClock } from '../../../pipeline/runs/clock.ts'
import { entryOf } from '../../../pipeline/runs/ledger.ts'

const day = (text: string) => new Date(`${text}T04:00:00.000Z`)
const id = '20260101T040000Z-00000000'
const live = { id, built_at: '2026-01-01T04:00:00Z' }

/** Runs of these days, one after the other. */
const runs = (...entries: [text: string, more?: Partial<Run>][]): Run[] =>
  entries.map(([text, more], index) => {
    const [begun_at, ended_at] = [day(text).toISOString(), day(text).toISOString()]
    const known = { action: 'build', begun_at, ended_at, outcome: 'published', status: 0 } as const
    return { run: index + 1, ...entryOf(known), ...more }
  })
const state = (past: Run[], text: string) => {
  const { state, expiry } = judgeClock(past, live, day(text), 'nights')
  return [state, expiry.toISOString().slice(0, 10)]
}

describe('judgeClock(runs, live, now, root, set)', () => {
  it('is sound up to thirty days after the last run', () => {
    assert.deepEqual(state([], '2026-01-31'), ['sound', '2026-01-31'])
    assert.deepEqual(state(runs(['2026-02-01']), '2026-03-03'), ['sound', '2026-03-03'])
  })

  it('leaps after more, and nothing expires then or on later nights', () => {
    const past = runs(['2026-01-01'], ['2026-01-02'])
    assert.deepEqual(state(past, '2026-02-02'), ['leapt', '2026-01-02'])
    const after = [...past, ...runs(['2036-01-02', { clock: 'leapt' }])]
    assert.deepEqual(state(after, '2036-01-03'), ['unconfirmed', '2026-01-02'])
    const back = [...after, ...runs(['2036-01-03', { clock: 'unconfirmed' }])]
    assert.deepEqual(state(back, '2036-01-04'), ['unconfirmed', '2026-01-02'])
    assert.match(
      clockLine(judgeClock(back, live, day('2036-01-04'), 'nights'), 'nights')!,
      /as on 2026-01-02 until .* confirm-clock --by WHO --out "nights"\)/,
    )
  })

  it('is sound again once a person confirmed it', () => {
    const confirmed = runs(
      ['2026-01-02'],
      ['2026-03-02', { clock: 'leapt' }],
      ['2026-03-02', { action: 'confirm-clock' }],
    )
    assert.deepEqual(state(confirmed, '2026-03-03'), ['confirmed', '2026-03-03'])
    assert.equal(
      clockLine(judgeClock(confirmed, live, day('2026-03-03'), 'nights'), 'nights'),
      null,
    )
  })

  it('refuses a moment before the live snapshot, unless a person confirmed the clock since', () => {
    const made = runs(['2026-01-01', { snapshot: id }])
    assert.throws(() => judgeClock(made, live, day('2025-12-31'), 'nights'), {
      name: 'ClockBehind',
      message:
        /2025-12-31T04:00:00.000Z, and the live snapshot .* confirm-clock --by WHO --out "nights"/,
    })
    assert.throws(() => judgeClock(made, live, day('2025-12-31'), 'nights', true), {
      name: 'ClockBehind',
      message: /--at 2025-12-31T.* roll a copy of the build folder back/,
    })
    const confirmed = [...made, ...runs(['2025-12-30', { action: 'confirm-clock' }])]
    assert.deepEqual(state(confirmed, '2025-12-31'), ['confirmed', '2025-12-31'])
  })

  it('takes a given moment as it is', () => {
    const past = runs(['2026-01-02'])
    assert.equal(judgeClock(past, live, day('2036-01-01'), 'nights', true).state, 'set')
  })
})
