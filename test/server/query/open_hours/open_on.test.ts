import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openingsOn, openOn } from '../../../../server/query/open_hours/open_at.ts'
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

describe('openingsOn(schedules, row, date)', () => {
  it('is empty, null or has openings where the oracle has a day closed, unknown or open', () => {
    const seen = new Map<boolean | null, number>()
    fc.assert(
      fc.property(anyHours, anySaid, date, (hours, said, date) => {
        const expected = areOld(said, new Date(date)) ? null : expectedOn(hours, date, [0, 1440])
        seen.set(expected, (seen.get(expected) ?? 0) + 1)
        const openings = openingsOn(compiled([hours], [said]), 0, date)
        assert.equal(openings && openings.length > 0, expected)
        for (const [from, until] of openings ?? [])
          for (const minute of [from, Math.min(until, 1440) - 1])
            assert.equal(expectedOn(hours, date, [minute, minute + 1]), true, `${minute}`)
      }),
      { numRuns: 1000 },
    )
    for (const state of [true, false, null])
      assert.ok(seen.get(state)! > 50, `${state}: ${seen.get(state)}`)
  })

  it('has openings in order; those past midnight are of the day that they begin on, if it has any', () => {
    const openings = (weekly: object, date: string) => {
      const seasons = [{ from: '11-01', to: '03-31', weekly }]
      const hours = { timezone: 'America/New_York', note: null, seasons }
      return openingsOn(compiled([hours]), 0, date)
    }
    const nights = [['20:00', '02:00'], ['09:00', '13:00']] // prettier-ignore
    assert.deepEqual(openings({ sat: nights }, '2026-11-28'), [[540, 780], [1200, 1560]]) // prettier-ignore
    assert.deepEqual(openings({ sat: nights }, '2026-11-29'), [[0, 120]])
    assert.deepEqual(openings({ sat: nights, sun: [['10:00', '12:00']] }, '2026-11-29'), [[600, 720]]) // prettier-ignore
    assert.deepEqual(openings({ sat: nights }, '2026-11-30'), [])
    assert.deepEqual(openings({ sat: nights }, '2026-06-20'), [], 'out of season')
  })
})
