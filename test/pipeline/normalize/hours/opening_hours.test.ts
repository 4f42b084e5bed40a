// Runs with files that set the time zone to UTC.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import OpeningHours from 'opening_hours'
import { days, type Season, type Weekly } from '../../../../data/schema/hours.ts'
import { openingHours } from '../../../../pipeline/normalize/hours/opening_hours.ts'
import { readOsmHours } from '../../../../pipeline/normalize/hours/osm_hours.ts'
import { hoursJson } from './arbitraries.ts'

// The oracle reads hours by the clock of this process.
process.env.TZ = 'UTC'

/** Evaluators differ on what began the evening before a holiday. */
const runsPastMidnight = (seasons: Season[]) =>
  seasons.some(({ weekly }) =>
    Object.values(weekly ?? {})
      .flat()
      .some(([opens, closes]) => closes <= opens),
  )

const hours = (...seasons: Season[]) => ({ timezone: 'America/Chicago', seasons, note: null })
const always = (weekly: Weekly | null): Season => ({ from: null, to: null, weekly })
const during = (from: string | null, to: string | null, weekly: Weekly | null = sat): Season => ({
  from,
  to,
  weekly,
})
const daily = (...openings: [string, string][]): Weekly =>
  Object.fromEntries(days.map((day) => [day, openings]))
const sat: Weekly = { sat: [['09:00', '13:00']] }

const rows: [Season[], string | null][] = [
  [[always(sat)], 'Sa 09:00-13:00'],
  [[always({ ...sat, sun: [['09:00', '13:00']] })], 'Sa,Su 09:00-13:00'],
  [[always(daily(['10:00', '18:00']))], 'Mo-Su 10:00-18:00'],
  [[always({ ...daily(['10:00', '18:00']), ...sat })], 'Mo-Fr,Su 10:00-18:00; Sa 09:00-13:00'],
  [
    [
      always({
        sat: [
          ['09:00', '12:00'],
          ['13:00', '17:00'],
        ],
      }),
    ],
    'Sa 09:00-12:00,13:00-17:00',
  ],
  [[always({ fri: [['18:00', '01:00']], ...sat })], 'Fr 18:00-01:00, Sa 09:00-13:00'],
  [[always({ fri: [['18:00', '24:00']] })], 'Fr 18:00-24:00'],
  [[always({ fri: [['09:00', '09:00']] })], 'Fr 09:00-33:00'],
  [[always(daily(['00:00', '24:00']))], '24/7'],
  [[during('05-01', '10-31', daily(['00:00', '24:00']))], 'May-Oct 00:00-24:00'],

  [[during('05-01', '10-31')], 'May-Oct Sa 09:00-13:00'],
  [[during('07-01', '07-31')], 'Jul Sa 09:00-13:00'],
  [[during('11-01', '02-29')], 'Nov-Feb Sa 09:00-13:00'],
  [[during('01-01', '12-31')], 'Sa 09:00-13:00'],
  [[during('06-14', '08-30')], 'Jun 14-Aug 30 Sa 09:00-13:00'],
  [[during('11-14', '03-10')], 'Nov 14-Mar 10 Sa 09:00-13:00'],
  [[during('03-30', '03-29')], 'Mar 30-Dec 31,Jan 01-Mar 29 Sa 09:00-13:00'],
  [[during('2017-06-14', '2017-08-30')], '2017 Jun 14-2017 Aug 30 Sa 09:00-13:00'],
  [[during('2017-06-17', '2017-06-17')], '2017 Jun 17 Sa 09:00-13:00'],
  [[during('2017-06-14', null)], '2017 Jun 14-2017 Dec 31 Sa 09:00-13:00; 2018+ Sa 09:00-13:00'],
  [[during(null, '2017-08-30')], '1970 Jan 01-2017 Aug 30 Sa 09:00-13:00'],
  [
    [during('05-01', '10-31'), during('07-01', '08-31', { wed: [['15:00', '18:00']] })],
    'May-Oct Sa 09:00-13:00, Jul-Aug We 15:00-18:00',
  ],

  [
    [during('05-01', '10-31'), during('11-01', '12-31', null)],
    'May-Oct Sa 09:00-13:00 || Nov-Dec unknown',
  ],
  [
    [during('2021-06-05', '2021-06-05'), during('2021-06-06', null, null)],
    '2021 Jun 05 Sa 09:00-13:00 || 2021 Jun 06-2021 Dec 31 unknown || 2022+ unknown',
  ],
  [
    [during('05-01', '05-31'), during('06-01', '04-30', null)],
    'May Sa 09:00-13:00 || Jun-Apr unknown',
  ],
  [[always(sat), always(null)], 'Sa 09:00-13:00 || unknown'],
  [[always(null)], null],
  [[], null],
  [[always({})], 'off'],
]

const onHolidays: [Season[], string | null][] = [
  [[always(daily(['08:00', '20:00']))], 'Mo-Su 08:00-20:00; PH off'],
  [[always(daily(['00:00', '24:00']))], '00:00-24:00; PH off'],
  [[always({ fri: [['18:00', '01:00']], ...sat })], 'Fr 18:00-01:00, Sa 09:00-13:00; PH off'],
  [
    [during('05-01', '10-31'), during('11-01', '12-31', null)],
    'May-Oct Sa 09:00-13:00; PH off || Nov-Dec unknown',
  ],
  [[always(null)], null],
]

describe('openingHours(hours_json)', () => {
  for (const [seasons, expected] of rows) {
    it(`writes ${expected}`, () => assert.equal(openingHours(hours(...seasons)), expected))
  }

  for (const [seasons, expected] of onHolidays) {
    it(`writes ${expected} of a place that closes on holidays, and not of another`, () => {
      const closing = { ...hours(...seasons), note: 'Closed in rain; PH off' }
      const other = openingHours(hours(...seasons))
      assert.equal(openingHours(closing), expected)
      assert.equal(openingHours(hours(...seasons)), other)
      assert.ok(!other?.includes('PH'))
      if (expected !== null) assert.equal(readOsmHours(expected)?.note, 'PH off')
    })
  }

  it('writes holidays so that the opening_hours package has them closed, and no other day', () => {
    const place = { lat: 40.7, lon: -74, address: { country_code: 'us', state: 'New York' } }
    const seen = { holiday: 0, open: 0 }
    fc.assert(
      fc.property(hoursJson, (given) => {
        const [without, text] = [null, 'PH off'].map((note) => openingHours({ ...given, note }))
        if (!without || !text || runsPastMidnight(given.seasons)) return
        const [before, after] = [without, text].map((one) => new OpeningHours(one, place, 0))
        for (let quarter = 0; quarter < 10 * 96; quarter += 5) {
          // From Friday, 30 June 2017 on: Independence Day is a Tuesday.
          const at = new Date(Date.UTC(2017, 5, 30) + quarter * 15 * 60_000)
          const isHoliday = at.toISOString().startsWith('2017-07-04')
          assert.equal(
            after!.getState(at),
            !isHoliday && before!.getState(at),
            `${text} at ${at.toISOString()}`,
          )
          if (before!.getState(at)) seen[isHoliday ? 'holiday' : 'open']++
        }
      }),
      { numRuns: 150 },
    )
    assert.ok(seen.holiday > 20 && seen.open > 200, JSON.stringify(seen))
  })

  it('writes nothing of unknown hours', () => assert.equal(openingHours(null), null))

  it('writes what the opening_hours package reads without a warning on meaning', () => {
    const harmless = new Set(['year_past', 'date_past', 'date_range_past', 'default_state'])
    fc.assert(
      fc.property(hoursJson, (given) => {
        const text = openingHours(given)
        if (text === null) return
        const warnings = new OpeningHours(text, null, 0).getStructuredWarnings()
        assert.deepEqual(
          warnings.filter(({ type }) => !harmless.has(type)),
          [],
        )
      }),
      { numRuns: 300 },
    )
  })
})
