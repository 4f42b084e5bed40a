import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openOn } from '../../../../server/query/open_hours/open_at.ts'
import { areOld, openOn as expectedOn } from '../../../support/open_hours.ts'
import { anyHours, anySaid, aroundTurns, compiled, instant } from './arbitraries.ts'

const date = fc.oneof(instant, aroundTurns).map((moment) => moment.toISOString().slice(0, 10))
const time = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .map(([from, length]) => ({ from, until: Math.min(1440, from + length) }))

describe('openOn(schedules, date, { time, orUnknown })', () => {
  it('has the farms that the oracle has open at some minute of the time', async () => {
    const seen = new Map<boolean | null, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyHours, anySaid), { minLength: 1, maxLength: 12 }),
        date,
        fc.option(time, { nil: undefined }),
        async (all, date, time) => {
          const schedules = compiled(
            all.map(([hours]) => hours),
            all.map(([, said]) => said),
          )
          const { from, until } = time ?? { from: 0, until: 1440 }
          const expected = all.map(([hours, said]) =>
            areOld(said, new Date(date)) ? null : expectedOn(hours, date, [from, until]),
          )
          for (const state of expected) seen.set(state, (seen.get(state) ?? 0) + 1)
          for (const orUnknown of [false, true]) {
            const condition = openOn(schedules, date, { time, now: new Date(0), orUnknown })
            assert.ok('rows' in condition)
            assert.deepEqual(
              [...(await condition.rows())],
              [...all.keys()].filter((row) => expected[row] ?? orUnknown),
            )
          }
        },
      ),
      { numRuns: 300 },
    )
    for (const state of [true, false, null])
      assert.ok(seen.get(state)! > 100, `${state}: ${seen.get(state)}`)
  })

  it('has one key for a day, whenever it is asked, and another for another time', () => {
    const schedules = compiled([null])
    const key = (day: string, now: string, time?: { from: number; until: number }) =>
      openOn(schedules, day, { time, now: new Date(now), orUnknown: false }).key
    assert.equal(key('2026-07-04', '2026-01-01'), key('2026-07-04', '2026-02-01'))
    assert.equal(key('sat', '2026-07-04T10:00:00Z'), key('sat', '2026-07-04T10:14:59Z'))
    assert.notEqual(key('sat', '2026-07-04T10:00:00Z'), key('sat', '2026-07-04T10:15:00Z'))
    assert.notEqual(key('sat', '2026-07-04'), key('sun', '2026-07-04'))
    assert.notEqual(key('sat', '2026-07-04'), key('sat', '2026-07-04', { from: 0, until: 60 }))
  })
})
