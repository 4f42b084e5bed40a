// Runs with files that set the time zone to UTC.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import OpeningHours from 'opening_hours'
import { days, type Season, type Weekly } from '../../../../data/schema/hours.ts'
import { openingHours } from '../../../../pipeline/normalize/hours/opening_hours.ts'
import { readOsmHours } from '../../../../pipeline/normalize/hours/osm_hours.ts'
import { openState } from '../../../support/open_hours.ts'
import { hoursJson, instant } from './arbitraries.ts'

// The oracle reads hours by the clock of this process.
process.env.TZ = 'UTC'

const on = (names: string, ...openings: [string, string][]): Weekly =>
  Object.fromEntries(names.split(' ').map((day) => [day, openings]))
const always = (weekly: Weekly | null): Season => ({ from: null, to: null, weekly })
const during = (from: string | null, to: string | null, weekly: Weekly | null): Season => ({
  from,
  to,
  weekly,
})
const weekdays = 'mon tue wed thu fri'
const daily = days.join(' ')

const rows: [text: string, seasons: Season[], note?: string][] = [
  ['24/7', [always(on(daily, ['00:00', '24:00']))]],
  ['Mo-Fr 09:00-17:00', [always(on(weekdays, ['09:00', '17:00']))]],
  ['09:00-17:00', [always(on(daily, ['09:00', '17:00']))]],
  [
    'Mo-Fr 09:00-12:00,13:00-17:00; Sa 10:00-14:00',
    [
      always({
        ...on(weekdays, ['09:00', '12:00'], ['13:00', '17:00']),
        ...on('sat', ['10:00', '14:00']),
      }),
    ],
  ],
  ['Mo,We,Fr-Su 10:00-18:00', [always(on('mon wed fri sat sun', ['10:00', '18:00']))]],
  ['Sa-Mo 10:00-18:00', [always(on('mon sat sun', ['10:00', '18:00']))]],
  ['Fr 18:00-02:00', [always(on('fri', ['18:00', '02:00']))]],
  ['Fr 14:00-14:00', [always(on('fri', ['14:00', '14:00']))]],
  ['Fr 09:00-17:00;', [always(on('fri', ['09:00', '17:00']))]],
  ['Fr 18:00-26:00', [always(on('fri', ['18:00', '02:00']))]],
  [
    'Th 11:00-22:00; Sa 11:00-02:00',
    [always({ ...on('thu', ['11:00', '22:00']), ...on('sat', ['11:00', '02:00']) })],
  ],
  ['Fr 18:00-24:00', [always(on('fri', ['18:00', '24:00']))]],
  // A later rule takes the place of an earlier one on its days, or adds to it.
  [
    'Mo-Su 09:00-18:00; We 12:00-15:00',
    [always({ ...on(daily, ['09:00', '18:00']), ...on('wed', ['12:00', '15:00']) })],
  ],
  [
    'Mo-Fr 09:00-12:00, We 14:00-18:00',
    [
      always({
        ...on(weekdays, ['09:00', '12:00']),
        ...on('wed', ['09:00', '12:00'], ['14:00', '18:00']),
      }),
    ],
  ],
  ['Mo-Su 09:00-18:00; Sa,Su off', [always(on(weekdays, ['09:00', '18:00']))]],
  ['Mo-Su 09:00-18:00; Sa-Su closed;', [always(on(weekdays, ['09:00', '18:00']))]],
  ['Apr-Oct Sa 09:00-13:00', [during('04-01', '10-31', on('sat', ['09:00', '13:00']))]],
  ['Apr-Oct: Sa 09:00-13:00', [during('04-01', '10-31', on('sat', ['09:00', '13:00']))]],
  ['Nov-Feb Sa 09:00-13:00', [during('11-01', '02-29', on('sat', ['09:00', '13:00']))]],
  ['Jun 14-Aug 30 Sa 09:00-13:00', [during('06-14', '08-30', on('sat', ['09:00', '13:00']))]],
  ['Dec 24-26 10:00-12:00', [during('12-24', '12-26', on(daily, ['10:00', '12:00']))]],
  [
    'Apr-May,Sep Sa 09:00-13:00',
    [
      during('04-01', '05-31', on('sat', ['09:00', '13:00'])),
      during('09-01', '09-30', on('sat', ['09:00', '13:00'])),
    ],
  ],
  [
    'Sa 09:00-13:00; Jan-Mar Sa 10:00-12:00; Dec 25 off',
    [
      during('01-01', '03-31', on('sat', ['10:00', '12:00'])),
      during('04-01', '12-24', on('sat', ['09:00', '13:00'])),
      during('12-26', '12-31', on('sat', ['09:00', '13:00'])),
    ],
  ],
  [
    '2017 Jun 14-2017 Aug 30 Sa 09:00-13:00',
    [during('2017-06-14', '2017-08-30', on('sat', ['09:00', '13:00']))],
  ],
  [
    '2017 Jun-Aug Sa 09:00-13:00',
    [during('2017-06-01', '2017-08-31', on('sat', ['09:00', '13:00']))],
  ],
  ['2018+ Sa 09:00-13:00', [during('2018-01-01', null, on('sat', ['09:00', '13:00']))]],
  // Holidays are no day of the week.
  ['Mo-Fr 09:00-17:00; PH off', [always(on(weekdays, ['09:00', '17:00']))], 'PH off'],
  ['Mo-Sa 09:00-17:00; Su,PH off', [always(on(`${weekdays} sat`, ['09:00', '17:00']))], 'PH off'],
  ['Mo-Su,PH 09:00-17:00', [always(on(daily, ['09:00', '17:00']))]],
  // What is not known.
  ['May-Oct', [during('05-01', '10-31', null)]],
  [
    'May-Oct Sa 09:00-13:00 || Nov-Dec unknown',
    [during('05-01', '10-31', on('sat', ['09:00', '13:00'])), during('11-01', '12-31', null)],
  ],
]

const unread = [
  'Mo-Fr sunrise-sunset',
  'Mo-Fr 09:00-sunset',
  'Sa[1] 09:00-13:00',
  'week 1-53/2 Sa 09:00-13:00',
  'SH off',
  'PH 10:00-12:00',
  'Mo-Fr 09:00-17:00; PH 10:00-12:00',
  'Mo-Fr,PH 09:00-17:00',
  'Mo-Fr 09:00+',
  'Mo-Fr 09:00-17:00+',
  'Mo-Fr 09:00-17:00,',
  'Mo-Fr 09:00-17:00 ||',
  'Mo-Fr 09:00',
  'Mo-Fr',
  'Mo-Fr open',
  'Mo-Fr 09:00-17:00 "by appointment"',
  '"by appointment"',
  'Mo-Fr 12:00-13:00 off',
  'Mo-Fr 09:00-17:00 || "on call"',
  'Mo-Fr 09:00-17:00; unknown',
  'easter -2 days off',
  'Jun 31 09:00-17:00',
  'Jun-2018 Aug Sa 09:00-17:00',
  '2018 Aug-2017 Jul Sa 09:00-17:00',
  'Mo-Fr 25:00-26:00',
  'Mo-Fr 09:00-50:00',
  'off',
  'Mo-Fr 09:00-17:00, We off',
  // Of a clock of 24 hours, or of twelve?
  'Mo 9:00-1:00',
  'Sa 11:00-02:00',
  'Sa 10:00-10:00',
  'Sa 02:00-05:00',
  // Evaluators differ: is it closed at one on Saturday night, and open at two in the afternoon?
  'Fr 18:00-02:00; Sa 10:00-12:00',
  'Mo-Su 18:00-02:00; Mo off',
  'Sa 10:00-12:00; 09:00-17:00',
  // A stated year's exception to every year.
  'Sa 09:00-13:00; 2017 Dec 23 off',
  '',
]

describe('readOsmHours(text)', () => {
  for (const [text, seasons, note = null] of rows) {
    it(`reads ${text}`, () => assert.deepEqual(readOsmHours(text), { seasons, note }))
  }
  for (const text of unread) {
    it(`leaves ${JSON.stringify(text)}`, () => assert.equal(readOsmHours(text), null))
  }

  it('agrees with the opening_hours package on open and closed', () => {
    const seen = { read: 0, unread: 0, open: 0, closed: 0 }
    fc.assert(
      fc.property(
        osmText,
        fc.array(instant, { minLength: 40, maxLength: 40 }),
        (text, instants) => {
          const read = readOsmHours(text)
          seen[read ? 'read' : 'unread']++
          if (!read) return
          const oracle = new OpeningHours(text, null, 0)
          const hours = { timezone: 'UTC', seasons: read.seasons, note: null }
          for (const at of instants) {
            const { open } = openState(hours, at)
            if (open === null) continue
            seen[open ? 'open' : 'closed']++
            assert.equal(oracle.getState(at), open, `${text} at ${at.toISOString()}`)
          }
        },
      ),
      { numRuns: 600 },
    )
    assert.ok(seen.read > 300 && seen.open > 1000 && seen.closed > 5000, JSON.stringify(seen))
  })

  it('reads back what openingHours writes', () => {
    const seen = { read: 0, all: 0 }
    fc.assert(
      fc.property(
        hoursJson,
        fc.array(instant, { minLength: 40, maxLength: 40 }),
        (given, instants) => {
          const text = openingHours(given)
          if (text === null) return
          seen.all++
          const read = readOsmHours(text)
          if (!read) return
          seen.read++
          const back = { timezone: given.timezone, ...read }
          for (const at of instants) {
            const expected = openState(given, at).open
            if (expected === null) continue
            assert.equal(openState(back, at).open, expected, `${text} at ${at.toISOString()}`)
          }
        },
      ),
      { numRuns: 300 },
    )
    assert.ok(seen.read > seen.all * 0.7, JSON.stringify(seen))
  })
})

const weekday = fc.constantFrom('Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su')
const daySelector = fc
  .array(
    fc.oneof(
      weekday,
      fc.tuple(weekday, weekday).map((pair) => pair.join('-')),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .filter((parts) => parts.every((part) => part.slice(0, 2) !== part.slice(3)))
  .map((parts) => parts.join(','))
const month = fc.constantFrom(...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '))
const date = fc
  .tuple(month, fc.integer({ min: 1, max: 28 }))
  .map(([name, day]) => `${name} ${String(day).padStart(2, '0')}`)
const dateSelector = fc.oneof(
  month,
  fc
    .tuple(month, month)
    .filter(([a, b]) => a !== b)
    .map((pair) => pair.join('-')),
  fc
    .tuple(date, date)
    .filter(([a, b]) => a.slice(0, 3) !== b.slice(0, 3))
    .map((pair) => pair.join('-')),
  date,
)
const hour = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.constantFrom('00', '15', '30'))
    .map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`)
const timeSelector = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(hour(6, 11), hour(12, 20)).map((pair) => pair.join('-')) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(hour(6, 8), hour(9, 11), hour(12, 14), hour(15, 20))
      .map(([a, b, c, d]) => `${a}-${b},${c}-${d}`),
  },
  { weight: 1, arbitrary: fc.tuple(hour(17, 22), hour(0, 4)).map((pair) => pair.join('-')) },
  { weight: 2, arbitrary: fc.constant('off') },
)
const osmRule = fc
  .tuple(fc.option(dateSelector), fc.option(daySelector), timeSelector)
  .map((parts) => parts.filter((part) => part !== null).join(' '))

/** Strings of one to four rules of the kinds that mappers write. */
const osmText = fc
  .array(fc.tuple(fc.constantFrom('; ', '; ', ', '), osmRule), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([join, rule], i) => (i === 0 ? rule : join + rule)).join(''))
