// Runs with files that set the time zone to UTC.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import OpeningHours from 'opening_hours'
import type { HoursJson, Season } from '../../../../data/schema/hours.ts'
import { openingHours } from '../../../../pipeline/normalize/hours/opening_hours.ts'
import * as product from '../../../../server/query/open_hours/open_at.ts'
import { wallClock } from '../../../../server/query/open_hours/wall_clock.ts'
import { hoursJson, instant, quarterMs } from '../../../pipeline/normalize/hours/arbitraries.ts'
import * as oracle from '../../../support/open_hours.ts'
import {
  anyHours,
  anySaid,
  aroundTurns as aroundMinutes,
  compiled,
  instant as anyMinute,
} from './arbitraries.ts'

// The oracle reads hours by the clock of this process, which must not skip an hour.
process.env.TZ = 'UTC'

const sat = { sat: [['09:00', '13:00']] } satisfies Season['weekly']
const always = (weekly: Season['weekly']): Season => ({ from: null, to: null, weekly })

/** What the compiled schedule of these hours says. */
function openState(given: HoursJson | null, at: Date, said?: string | null) {
  const schedules = compiled([given], said === undefined ? undefined : [said])
  return product.openState(schedules, 0, at)
}

/** Hours in New York, where a table names no other zone. */
const hours = (seasons: Season[], timezone: string | null = 'America/New_York'): HoursJson => ({
  timezone,
  seasons,
  note: null,
})

type Row = [string, HoursJson | null, at: string, open: boolean | null, next: string | null]

const season2017: Season = { from: '2017-06-14', to: '2017-08-30', weekly: sat }
/** A market of one day, or the first of a season whose end is not known. */
const doubtful = hours([
  { from: '2021-06-05', to: '2021-06-05', weekly: sat },
  { from: '2021-06-06', to: null, weekly: null },
])
const fridayNight = always({ fri: [['18:00', '01:00']] })

const rows: Row[] = [
  ['no hours', null, '2026-07-04T14:00:00Z', null, null],
  ['no time zone', hours([always(sat)], null), '2026-07-04T14:00:00Z', null, null],
  ['no seasons', hours([]), '2026-07-04T14:00:00Z', null, null],
  ['open', hours([always(sat)]), '2026-07-04T14:00:00Z', true, '2026-07-04T13:00:00-04:00'],
  ['just opening', hours([always(sat)]), '2026-07-04T13:00:00Z', true, '2026-07-04T13:00:00-04:00'],
  ['just closed', hours([always(sat)]), '2026-07-04T17:00:00Z', false, '2026-07-11T09:00:00-04:00'],
  [
    'a second early',
    hours([always(sat)]),
    '2026-07-04T12:59:59Z',
    false,
    '2026-07-04T09:00:00-04:00',
  ],
  ['times unknown', hours([always(null)]), '2026-07-04T14:00:00Z', null, null],
  [
    'times unknown in another season',
    hours([
      { from: '05-01', to: '06-30', weekly: null },
      { from: '07-01', to: '10-31', weekly: sat },
    ]),
    '2026-07-04T14:00:00Z',
    true,
    '2026-07-04T13:00:00-04:00',
  ],
  [
    'times unknown in this season',
    hours([
      { from: '05-01', to: '07-31', weekly: null },
      { from: '08-01', to: '10-31', weekly: sat },
    ]),
    '2026-07-04T14:00:00Z',
    null,
    null,
  ],
  [
    'open in one season, unknown in another',
    hours([always(null), { from: '07-01', to: '10-31', weekly: sat }]),
    '2026-07-04T14:00:00Z',
    true,
    null,
  ],
  [
    'always open',
    hours([
      always(
        Object.fromEntries(
          ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [
            day,
            [['00:00', '24:00']],
          ]),
        ),
      ),
    ]),
    '2026-07-04T14:00:00Z',
    true,
    null,
  ],
  ['never open', hours([always({})]), '2026-07-04T14:00:00Z', false, null],

  [
    'in a stated season',
    hours([season2017]),
    '2017-07-01T14:00:00Z',
    true,
    '2017-07-01T13:00:00-04:00',
  ],
  [
    'before a stated season',
    hours([season2017]),
    '2017-03-01T14:00:00Z',
    false,
    '2017-06-17T09:00:00-04:00',
  ],
  ['after a stated season', hours([season2017]), '2017-09-02T14:00:00Z', false, null],
  [
    'on its last day',
    hours([{ ...season2017, to: '2017-08-26' }]),
    '2017-08-26T16:59:00Z',
    true,
    '2017-08-26T13:00:00-04:00',
  ],
  [
    'on the day after its last',
    hours([{ ...season2017, to: '2017-08-25' }]),
    '2017-08-26T16:59:00Z',
    false,
    null,
  ],
  ['years after a stated season', hours([season2017]), '2026-07-04T14:00:00Z', null, null],
  ['the year before a stated season', hours([season2017]), '2016-12-31T14:00:00Z', null, null],
  [
    'between seasons of two years',
    hours([season2017, { from: '2019-06-01', to: '2019-08-30', weekly: sat }]),
    '2018-07-07T14:00:00Z',
    null,
    null,
  ],
  [
    'a season over the turn of the year, in its second year',
    hours([{ from: '2017-11-01', to: '2018-03-31', weekly: sat }]),
    '2018-11-03T14:00:00Z',
    false,
    null,
  ],
  [
    'an open end',
    hours([{ from: '2014-10-25', to: null, weekly: sat }]),
    '2026-07-04T14:00:00Z',
    true,
    '2026-07-04T13:00:00-04:00',
  ],
  [
    'long before an open end',
    hours([{ from: '2014-10-25', to: null, weekly: sat }]),
    '2013-07-06T14:00:00Z',
    null,
    null,
  ],
  [
    'an open beginning',
    hours([{ from: null, to: '2016-07-02', weekly: sat }]),
    '2016-07-02T14:00:00Z',
    true,
    '2016-07-02T13:00:00-04:00',
  ],
  [
    'after an open beginning',
    hours([{ from: null, to: '2016-07-02', weekly: sat }]),
    '2016-07-09T14:00:00Z',
    false,
    null,
  ],

  [
    'in a season of every year',
    hours([{ from: '05-01', to: '10-31', weekly: sat }]),
    '2026-10-31T14:00:00Z',
    true,
    '2026-10-31T13:00:00-04:00',
  ],
  [
    'out of a season of every year',
    hours([{ from: '05-01', to: '10-31', weekly: sat }]),
    '2026-11-07T15:00:00Z',
    false,
    '2027-05-01T09:00:00-04:00',
  ],
  [
    'over the turn of the year',
    hours([{ from: '11-01', to: '02-29', weekly: sat }]),
    '2027-01-02T15:00:00Z',
    true,
    '2027-01-02T13:00:00-05:00',
  ],
  [
    'on a leap day',
    hours([{ from: '11-01', to: '02-29', weekly: sat }]),
    '2020-02-29T15:00:00Z',
    true,
    '2020-02-29T13:00:00-05:00',
  ],
  [
    'a season of every year beside a stated one, in another year',
    hours([
      { from: '05-01', to: '10-31', weekly: sat },
      { from: '2017-11-20', to: '2017-12-20', weekly: sat },
    ]),
    '2026-12-05T15:00:00Z',
    null,
    null,
  ],
  [
    'the same, while the first lasts',
    hours([
      { from: '05-01', to: '10-31', weekly: sat },
      { from: '2017-11-20', to: '2017-12-20', weekly: sat },
    ]),
    '2026-07-05T15:00:00Z',
    false,
    '2026-07-11T09:00:00-04:00',
  ],
  [
    'half a season',
    hours([{ from: '05-01', to: null, weekly: sat }]),
    '2026-07-04T14:00:00Z',
    null,
    null,
  ],
  [
    'a season with a year at one end',
    hours([{ from: '2017-06-14', to: '10-31', weekly: sat }]),
    '2017-07-01T14:00:00Z',
    null,
    null,
  ],

  [
    'on the day of a doubtful season',
    doubtful,
    '2021-06-05T14:00:00Z',
    true,
    '2021-06-05T13:00:00-04:00',
  ],
  ['earlier in its year', doubtful, '2021-05-29T14:00:00Z', false, '2021-06-05T09:00:00-04:00'],
  ['the week after', doubtful, '2021-06-12T14:00:00Z', null, null],
  ['years after', doubtful, '2026-06-06T14:00:00Z', null, null],
  ['the year before', doubtful, '2020-06-06T14:00:00Z', null, null],

  [
    'before midnight',
    hours([fridayNight]),
    '2026-07-04T03:59:00Z',
    true,
    '2026-07-04T01:00:00-04:00',
  ],
  [
    'after midnight',
    hours([fridayNight]),
    '2026-07-04T04:30:00Z',
    true,
    '2026-07-04T01:00:00-04:00',
  ],
  [
    'after its end past midnight',
    hours([fridayNight]),
    '2026-07-04T05:00:00Z',
    false,
    '2026-07-10T18:00:00-04:00',
  ],
  [
    'past midnight from Sunday to Monday',
    hours([always({ sun: [['20:00', '02:00']] })]),
    '2026-07-06T05:00:00Z',
    true,
    '2026-07-06T02:00:00-04:00',
  ],
  [
    'past midnight after the last day of a season',
    hours([{ from: '2026-06-01', to: '2026-07-03', weekly: fridayNight.weekly }]),
    '2026-07-04T04:30:00Z',
    true,
    '2026-07-04T01:00:00-04:00',
  ],
  [
    'past midnight of New Year with the year unspoken of',
    hours([{ from: '2027-01-01', to: '2027-03-01', weekly: fridayNight.weekly }]),
    '2027-01-01T05:30:00Z',
    false,
    '2027-01-01T18:00:00-05:00',
  ],
  [
    'openings that meet at midnight',
    hours([always({ fri: [['18:00', '24:00']], sat: [['00:00', '02:00']] })]),
    '2026-07-04T03:00:00Z',
    true,
    '2026-07-04T02:00:00-04:00',
  ],
  [
    'for a whole day from nine',
    hours([always({ fri: [['09:00', '09:00']] })]),
    '2026-07-04T12:59:00Z',
    true,
    '2026-07-04T09:00:00-04:00',
  ],

  [
    'next opening after the clock goes forward',
    hours([always({ sun: [['09:00', '13:00']] })]),
    '2026-03-08T04:00:00Z',
    false,
    '2026-03-08T09:00:00-04:00',
  ],
  [
    'next opening after the clock goes back',
    hours([always({ sun: [['09:00', '13:00']] })]),
    '2026-11-01T04:30:00Z',
    false,
    '2026-11-01T09:00:00-05:00',
  ],
  [
    'opening in the hour that is left out',
    hours([always({ sun: [['02:30', '04:00']] })]),
    '2026-03-08T06:59:00Z',
    false,
    '2026-03-08T03:00:00-04:00',
  ],
  [
    'closing in the hour that comes twice, the first time',
    hours([always({ sat: [['18:00', '01:30']] })]),
    '2026-11-01T05:00:00Z',
    true,
    '2026-11-01T01:30:00-04:00',
  ],
  [
    'in the hour that comes twice, the second time',
    hours([always({ sat: [['18:00', '01:30']] })]),
    '2026-11-01T06:10:00Z',
    true,
    '2026-11-01T01:30:00-05:00',
  ],
  [
    'the zone without summer time',
    hours([always(sat)], 'America/Phoenix'),
    '2026-07-04T16:00:00Z',
    true,
    '2026-07-04T13:00:00-07:00',
  ],
  [
    'the same instant in Hawaii',
    hours([always(sat)], 'Pacific/Honolulu'),
    '2026-07-04T16:00:00Z',
    false,
    '2026-07-04T09:00:00-10:00',
  ],
  [
    'a date that is tomorrow in UTC',
    hours([always({ fri: [['17:00', '23:00']] })], 'Pacific/Guam'),
    '2026-07-03T12:59:00Z',
    true,
    '2026-07-03T23:00:00+10:00',
  ],
]

const nothing = { open: null, next_change: null }

/** Open from ten until two every night; 4 July 2023 is a Tuesday. */
const nightly = always(
  Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['22:00', '02:00']]]),
  ),
)
const closing = (...seasons: Season[]) => ({ ...hours(seasons), note: 'Bring bags; PH off' })
const weekdays = always({ mon: [['09:00', '17:00']], tue: [['09:00', '17:00']] })

const holidayRows: Row[] = [
  ['on a holiday', closing(weekdays), '2023-07-04T14:00:00Z', null, null],
  ['at night on a holiday', closing(weekdays), '2023-07-05T03:59:00Z', null, null],
  ['observed', closing(weekdays), '2021-07-05T14:00:00Z', null, null],
  [
    'a change before a holiday',
    closing(weekdays),
    '2023-07-03T14:00:00Z',
    true,
    '2023-07-03T17:00:00-04:00',
  ],
  ['no change known before a holiday', closing(weekdays), '2023-07-03T22:00:00Z', false, null],
  [
    'after a holiday',
    closing(weekdays),
    '2023-07-05T04:00:00Z',
    false,
    '2023-07-10T09:00:00-04:00',
  ],
  ['the evening before', closing(nightly), '2023-07-04T03:00:00Z', true, null],
  ['past midnight into a holiday', closing(nightly), '2023-07-04T05:59:00Z', true, null],
  ['after that', closing(nightly), '2023-07-04T06:00:00Z', null, null],
  ['the evening of a holiday', closing(nightly), '2023-07-05T03:00:00Z', null, null],
  ['past midnight out of a holiday', closing(nightly), '2023-07-05T05:59:00Z', null, null],
  ['after that too', closing(nightly), '2023-07-05T06:00:00Z', false, '2023-07-05T22:00:00-04:00'],
  [
    'what opens the morning after, beside what may run past midnight',
    closing(nightly, always({ wed: [['01:00', '03:00']] })),
    '2023-07-05T05:30:00Z',
    true,
    '2023-07-05T03:00:00-04:00',
  ],
]

describe('openState(hours, at)', () => {
  for (const [name, given, at, open, next] of [...rows, ...holidayRows]) {
    it(`${name}: ${open}`, () => {
      assert.deepEqual(openState(given, new Date(at)), { open, next_change: next })
    })
  }

  it('is unknown more than three years after the hours were said, and so is a change then', () => {
    const [at, said] = [new Date('2026-07-04T14:00:00Z'), '2023-07-04T14:00:00Z']
    const one = '2026-07-04T13:00:00-04:00'
    assert.deepEqual(openState(hours([always(sat)]), at, '2023-07-04T13:59:59Z'), nothing)
    assert.deepEqual(openState(hours([always(sat)]), at, said), { open: true, next_change: null })
    const until = openState(hours([always(sat)]), at, '2023-07-04T17:00:00Z')
    assert.deepEqual(until, { open: true, next_change: one })
  })

  it('refuses a time zone that does not exist', () => {
    const nowhere = hours([always(sat)], 'America/Nowhere')
    assert.throws(() => openState(nowhere, new Date(0)), /America\/Nowhere/)
  })
})

/** The same of hours that were said at a moment: unknown where they are old, then and at the change. */
function withAge(state: product.OpenState, said: string | null, at: Date): product.OpenState {
  if (oracle.areOld(said, at)) return nothing
  const { next_change } = state
  const isOld = next_change !== null && oracle.areOld(said, new Date(next_change))
  return { ...state, next_change: isOld ? null : next_change }
}

describe('openState and the oracle', () => {
  const seen = { open: 0, closed: 0, unknown: 0, changes: 0 }
  const agreeOn = (instants: fc.Arbitrary<Date>, numRuns: number) =>
    fc.assert(
      fc.property(
        anyHours,
        anySaid,
        fc.array(instants, { minLength: 4, maxLength: 4 }),
        (given, said, instants) => {
          for (const at of instants) {
            const expected = withAge(oracle.openState(given, at), said, at)
            seen[expected.open === null ? 'unknown' : expected.open ? 'open' : 'closed']++
            if (expected.next_change !== null) seen.changes++
            assert.deepEqual(openState(given, at, said), expected, at.toISOString())
          }
        },
      ),
      { numRuns },
    )

  it('agree on open and on the next change', () => agreeOn(anyMinute, 400))

  it('agree around midnights, changes of the clock and holidays', () => agreeOn(aroundMinutes, 400))

  it('agree of all that there is to say', () => {
    for (const [what, times] of Object.entries(seen)) assert.ok(times > 300, `${what}: ${times}`)
  })
})

describe('openState and the opening_hours package', () => {
  const agreeOn = (instants: fc.Arbitrary<(given: HoursJson) => Date>) => {
    const seen = { open: 0, closed: 0 }
    fc.assert(
      fc.property(
        hoursJson,
        fc.array(instants, { minLength: 20, maxLength: 20 }),
        (given, instants) => {
          // Evaluators differ on holidays' midnights: what is known is as if there were no holidays.
          const text = openingHours({ ...given, note: null })
          if (text === null) return
          const oracle = new OpeningHours(text, null, 0)
          for (const at of instants.map((instantOf) => instantOf(given))) {
            const { open } = openState(given, at)
            if (open === null || isLeapDayToOracle(given, at)) continue
            seen[open ? 'open' : 'closed']++
            const local = inOracleTime(given.timezone!, at)
            assert.equal(oracle.getState(local), open, `${text} at ${at.toISOString()}`)
          }
        },
      ),
      { numRuns: 250 },
    )
    assert.ok(seen.open > 300 && seen.closed > 300, JSON.stringify(seen))
  }

  it('agree on open and closed', () => agreeOn(instant.map((at) => () => at)))

  it('agree around the changes of the clock and of the year, and around holidays', () =>
    agreeOn(aroundTurns.map((at) => () => at)))

  it('agree at the edges of seasons, the midnights among them', () =>
    agreeOn(
      fc.tuple(fc.nat(), fc.integer({ min: -200, max: 300 })).map(
        ([pick, quarters]) =>
          ({ seasons }) =>
            new Date(edgeOf(seasons, pick) + quarters * quarterMs),
      ),
    ))
})

/** Midnight, UTC, of the first or last day of one of the seasons; of those of every year, in 2017. */
function edgeOf(seasons: Season[], pick: number): number {
  const days = seasons.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null)
  const day = days[pick % Math.max(days.length, 1)] ?? '2017-01-01'
  return Date.parse(day.length === 5 ? `2017-${day.replace('02-29', '02-28')}` : day)
}

/** To the package a season that ends on February 29 ends on March 1 in a common year. */
function isLeapDayToOracle({ seasons, timezone }: HoursJson, at: Date): boolean {
  const { date } = wallClock(timezone!, at)
  const isLeap = Number(date.slice(0, 4)) % 4 === 0
  const isAfter = date.endsWith('-03-01') || date.endsWith('-03-02')
  return !isLeap && isAfter && seasons.some(({ to }) => to === '02-29')
}

/** The instant at which the clock of this process shows what the farm's shows at another. */
function inOracleTime(timezone: string, at: Date): Date {
  const { date, minute } = wallClock(timezone, at)
  const [year, month, day] = date.split('-').map(Number)
  return new Date(year!, month! - 1, day, 0, minute)
}

/** The days around changes of the clock, of the year, and around holidays. */
const aroundTurns = fc
  .tuple(
    fc.constantFrom(
      '2016-03-12',
      '2016-11-05',
      '2017-03-11',
      '2018-11-03',
      '2017-12-30',
      '2017-07-03',
      '2016-11-23',
    ),
    fc.nat(95),
  )
  .map(([date, quarter]) => new Date(Date.parse(date) + quarter * quarterMs))

describe('next_change', () => {
  it('is the first quarter of an hour at which open is the opposite', () => {
    fc.assert(
      fc.property(hoursJson, aroundTurns, (given, start) => {
        let { open, next_change: next } = openState(given, start)
        for (let i = 1; i <= 4 * 24 * 3; i++) {
          const at = new Date(start.getTime() + i * quarterMs)
          const now = openState(given, at)
          if (now.open !== open && open !== null) {
            assert.equal(
              next && Date.parse(next),
              now.open === null ? null : at.getTime(),
              given.timezone!,
            )
          }
          ;({ open, next_change: next } = now)
        }
      }),
      { numRuns: 40 },
    )
  })
})
