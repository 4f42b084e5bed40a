// Runs with files that set the time zone to UTC.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import OpeningHours from 'opening_hours'
import type { HoursJson } from '../../../../data/schema/hours.ts'
import { openingHours } from '../../../../pipeline/normalize/hours/opening_hours.ts'
import { openAt } from '../../../../server/query/open_hours/open_at.ts'
import { wallClock } from '../../../../server/query/open_hours/wall_clock.ts'
import type { Schedules } from '../../../../data/schema/serving/schedules.ts'
import { noHours, silentSchedules } from '../../../../data/schema/serving/silent_schedules.ts'
import { hoursJson } from '../../../pipeline/normalize/hours/arbitraries.ts'
import { areOld, openState } from '../../../support/open_hours.ts'
import { anyHours, anySaid, aroundTurns, compiled, instant } from './arbitraries.ts'

// The oracle reads hours by the clock of this process, which must not skip an hour.
process.env.TZ = 'UTC'

/** What each row's schedule says: open, closed, or null for unknown. */
async function states(schedules: Schedules, at: Date): Promise<(boolean | null)[]> {
  const [open, maybe] = await Promise.all(
    [false, true].map(async (orUnknown) => {
      const condition = openAt(schedules, at, orUnknown)
      assert.ok('rows' in condition)
      return new Set(await condition.rows())
    }),
  )
  return [...schedules.ofRow.keys()].map((row) =>
    open!.has(row) ? true : maybe!.has(row) ? null : false,
  )
}

/** The beginning of a minute: what is asked of one instant of it is answered for all. */
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

describe('openAt(schedules, at, orUnknown) for every schedule', () => {
  it('says of every schedule at every instant what the oracle says', async () => {
    const seen = new Map<boolean | null | 'holiday' | 'old', number>()
    const count = (state: boolean | null | 'holiday' | 'old') =>
      seen.set(state, (seen.get(state) ?? 0) + 1)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyHours, anySaid), { minLength: 1, maxLength: 12 }),
        fc.array(fc.oneof(instant, aroundTurns), { minLength: 8, maxLength: 8 }),
        async (all, instants) => {
          const schedules = compiled(
            all.map(([hours]) => hours),
            all.map(([, said]) => said),
          )
          for (const at of instants) {
            const whenever = all.map(([hours]) => openState(hours, at).open)
            const isOld = all.map(([, said]) => areOld(said, minuteOf(at)))
            const expected = whenever.map((open, row) => (isOld[row] ? null : open))
            assert.deepEqual(await states(schedules, at), expected, at.toISOString())
            for (const [row, [hours]] of all.entries()) {
              count(expected[row]!)
              const other = hours && openState({ ...hours, note: null }, at).open
              if (other !== whenever[row]) count('holiday')
              if (isOld[row] && whenever[row]) count('old')
            }
          }
        },
      ),
      { numRuns: 400 },
    )
    for (const state of [true, false, null, 'holiday', 'old'] as const)
      assert.ok(seen.get(state)! > 500, `${state}: ${seen.get(state)}`)
  })

  it('agrees with the opening_hours package on open and closed', async () => {
    const seen = { open: 0, closed: 0 }
    await fc.assert(
      fc.asyncProperty(
        hoursJson,
        fc.array(aroundTurns, { minLength: 10 }),
        async (hours, instants) => {
          // Evaluators differ on holidays' midnights: what is known is as if there were no holidays.
          const text = openingHours({ ...hours, note: null })
          if (text === null) return
          const oracle = new OpeningHours(text, null, 0)
          const schedules = compiled([hours])
          for (const at of instants) {
            const [open] = await states(schedules, at)
            if (open === null) continue
            seen[open ? 'open' : 'closed']++
            const { date, minute } = wallClock(hours.timezone!, at)
            const [year, month, day] = date.split('-').map(Number)
            const local = new Date(year!, month! - 1, day, 0, minute)
            assert.equal(oracle.getState(local), open, `${text} at ${at.toISOString()}`)
          }
        },
      ),
      { numRuns: 200 },
    )
    assert.ok(seen.open > 200 && seen.closed > 200, JSON.stringify(seen))
  })
})

describe('openAt(schedules, at, orUnknown)', () => {
  const saturdays = (timezone: string): HoursJson => ({
    timezone,
    seasons: [{ from: null, to: null, weekly: { sat: [['09:00', '13:00']] } }],
    note: null,
  })
  const schedules = compiled([saturdays('America/New_York'), null, saturdays('Pacific/Honolulu')])
  const rows = async (at: string, orUnknown = false) => {
    const condition = openAt(schedules, new Date(at), orUnknown)
    assert.ok('rows' in condition)
    return [...(await condition.rows())]
  }

  it('has the farms known to be open, each by its own clock', async () => {
    assert.deepEqual(await rows('2026-07-04T16:59:59Z'), [0])
    assert.deepEqual(await rows('2026-07-04T17:00:00Z'), [])
    assert.deepEqual(await rows('2026-07-04T19:00:00Z'), [2])
  })

  it('adds those whose hours are unknown where that is asked for', async () => {
    assert.deepEqual(await rows('2026-07-04T16:59:59Z', true), [0, 1])
    assert.deepEqual(await rows('2026-07-05T12:00:00Z', true), [1])
  })

  it('takes hours for unknown that were said more than three years before the instant', async () => {
    const saidAt = ['2023-07-04T16:30:00Z', '2023-07-04T16:30:01Z', '2026-08-01T00:00:00Z', null]
    const old = compiled(
      saidAt.map(() => saturdays('America/New_York')),
      saidAt,
    )
    const at = async (instant: string, orUnknown: boolean) => {
      const condition = openAt(old, new Date(instant), orUnknown)
      assert.ok('rows' in condition)
      return [...(await condition.rows())]
    }
    assert.deepEqual(await at('2026-07-04T16:30:00Z', false), [0, 1, 2])
    assert.deepEqual(await at('2026-07-04T16:31:00Z', false), [2])
    assert.deepEqual(await at('2026-07-04T16:31:00Z', true), [0, 1, 2, 3])
    assert.deepEqual(
      await at('2026-07-05T16:31:00Z', true),
      [0, 1, 3],
      'closed, or too old to tell',
    )
    assert.deepEqual(await at('1973-07-07T16:31:00Z', false), [0, 1, 2], 'never is never recent')
  })

  it('has one key for a minute, another for the next, and for other unknowns', () => {
    const key = (at: string, orUnknown = false) => openAt(schedules, new Date(at), orUnknown).key
    assert.equal(key('2026-07-04T16:59:00Z'), key('2026-07-04T16:59:59.999Z'))
    assert.notEqual(key('2026-07-04T16:59:00Z'), key('2026-07-04T17:00:00Z'))
    assert.notEqual(key('2026-07-04T16:59:00Z'), key('2026-07-04T16:59:00Z', true))
  })
})

describe('ScheduleCompiler', () => {
  it('lays equal schedules out once, whatever their notes, but for holidays', () => {
    const hours = (note: string | null): HoursJson => ({
      timezone: 'America/Chicago',
      seasons: [{ from: '05-01', to: '10-31', weekly: { sat: [['09:00', '13:00']] } }],
      note,
    })
    const { ofRow, zone, week, openings, timeZones } = compiled([
      hours(null),
      null,
      hours('bring bags'),
      hours('bring bags; PH off'),
      hours('PH off'),
    ])
    const [first, next] = [silentSchedules, silentSchedules + 1]
    assert.deepEqual([...ofRow], [first, noHours, first, next, next])
    assert.deepEqual([zone.length, week.length, openings.length], [silentSchedules + 2, 2, 3])
    assert.deepEqual(timeZones, ['America/Chicago', 'America/Chicago; PH off'])
  })
})
