import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { days as week, type Day, type Weekly } from '../../../../data/schema/hours.ts'
import { parseWeekly } from '../../../../pipeline/normalize/hours/weekly.ts'
import { clockTime } from './arbitraries.ts'

/** The same hours on each of these days. */
const on = (days: string, ...openings: [string, string][]): Weekly =>
  Object.fromEntries(days.split(' ').map((day) => [day, openings]))
const daily = week.join(' ')
const unread: Weekly | null = null

const rows: [text: string, weekly: Weekly | null][] = [
  ['Sat: 8:15 AM-12:45 PM;', on('sat', ['08:15', '12:45'])],
  ['Sat:8:15 AM - 3:00 PM;sun:8:15 AM - 3:00 PM;', on('sat sun', ['08:15', '15:00'])],
  [
    'Wed: 3:15 PM-6:45 PM;Sat: 8:15 AM-12:00 PM;',
    { ...on('wed', ['15:15', '18:45']), ...on('sat', ['08:15', '12:00']) },
  ],
  ['Tue: 2pm-6pm', on('tue', ['14:00', '18:00'])],
  ['Tuesday 2 p.m. to 6 p.m.', on('tue', ['14:00', '18:00'])],
  ['Wednesdays 9.30am until noon', on('wed', ['09:30', '12:00'])],
  ['Every Sunday from 10:00 am - 4:00 pm', on('sun', ['10:00', '16:00'])],
  ['Saturdays only, 9am-noon', on('sat', ['09:00', '12:00'])],
  ['Thu  12:15p-1p', on('thu', ['12:15', '13:00'])],

  ['Sat/Tue  8am-4pm', on('tue sat', ['08:00', '16:00'])],
  ['Thu-Mon 10am-6pm', on('thu fri sat sun mon', ['10:00', '18:00'])],
  ['Tues Thurs  2pm-6pm', on('tue thu', ['14:00', '18:00'])],
  ['Sun-Sat 8am-6pm', on(daily, ['08:00', '18:00'])],
  [
    'Mon, Tu, Th, Fri  11am-7pm, Sat/Sun  10am-3pm',
    { ...on('mon tue thu fri', ['11:00', '19:00']), ...on('sat sun', ['10:00', '15:00']) },
  ],
  ['M/W/F 8am-6pm', on('mon wed fri', ['08:00', '18:00'])],
  ['M/T/Th/Sa 8am-6pm', on('mon tue thu sat', ['08:00', '18:00'])],
  ['Mon-Wed & Sat 8am-6pm', on('mon tue wed sat', ['08:00', '18:00'])],
  [
    'Tue-Fri  9am-7pm , Saturday  9am-5pm, Sun-Mon  9am-4pm',
    {
      ...on('tue wed thu fri', ['09:00', '19:00']),
      ...on('sat', ['09:00', '17:00']),
      ...on('sun mon', ['09:00', '16:00']),
    },
  ],
  ['Daily 9am-6pm', on(daily, ['09:00', '18:00'])],
  ['7 days a week 8am-8pm', on(daily, ['08:00', '20:00'])],
  ['9am-6pm daily', on(daily, ['09:00', '18:00'])],
  [
    '9am-1pm Sat; 3pm-6pm Wed',
    { ...on('sat', ['09:00', '13:00']), ...on('wed', ['15:00', '18:00']) },
  ],
  [
    'Weekdays 9am-6pm\nWeekends 10am-2pm',
    { ...on('mon tue wed thu fri', ['09:00', '18:00']), ...on('sat sun', ['10:00', '14:00']) },
  ],
  ['Mon/Thu/Sun , 10am-5pm', on('mon thu sun', ['10:00', '17:00'])],
  ['Mon-Sat 8 a.m. to 6 p.m.; Sun: closed', on('mon tue wed thu fri sat', ['08:00', '18:00'])],
  ['Daily 9am-6pm, closed Mondays and Tuesdays', on('wed thu fri sat sun', ['09:00', '18:00'])],

  ['Mon–Fri 09:00–17:30', on('mon tue wed thu fri', ['09:00', '17:30'])],
  ['Sat 9:00-13:00', on('sat', ['09:00', '13:00'])],
  ['Sat 10:00-12:00, 14:00-18:00', on('sat', ['10:00', '12:00'], ['14:00', '18:00'])],
  ['Sat 18:00-24:00', on('sat', ['18:00', '24:00'])],
  ['Sat noon to midnight', on('sat', ['12:00', '24:00'])],
  ['Fri 6pm-1am', on('fri', ['18:00', '01:00'])],
  ['Fri 18:00-00:00', on('fri', ['18:00', '24:00'])],
  ['Fri: 4:00 PM-12:00 AM;', on('fri', ['16:00', '24:00'])],
  ['24/7', on(daily, ['00:00', '24:00'])],
  ['Daily 0:00-midnight', on(daily, ['00:00', '24:00'])],
  ['Open 24 hours daily', on(daily, ['00:00', '24:00'])],
  ['Mon-Thu 7am-9pm', on('mon tue wed thu', ['07:00', '21:00'])],
  ['Daily 6:00 AM - 10:00 PM', on(daily, ['06:00', '22:00'])],

  // One am or pm for both times, where the other choice makes no sense.
  ['Sat 9-1pm', on('sat', ['09:00', '13:00'])],
  ['Sat 3-6pm', on('sat', ['15:00', '18:00'])],
  ['Sat 9-11am', on('sat', ['09:00', '11:00'])],
  ['Sat 9am-1', on('sat', ['09:00', '13:00'])],
  ['Sat 8am-12', on('sat', ['08:00', '12:00'])],
  ['Sat 9-noon', on('sat', ['09:00', '12:00'])],
  ['Sat 9-1', on('sat', ['09:00', '13:00'])],
  ['Wed 2-6:30', on('wed', ['14:00', '18:30'])],
  ['Fri 5-8', on('fri', ['17:00', '20:00'])],
  ['Sat 9-12, rain or shine', on('sat', ['09:00', '12:00'])],
  ['Sat 7-9', unread],
  ['Sat 7:00 PM-11:30 PM', unread],
  ['Sat 8-11', unread],
  ['Sat 10:00-2:00', on('sat', ['10:00', '14:00'])],
  ['Sat 8am-11', unread],
  ['Sat 7-9pm', unread],
  ['Sat 8-12am', unread],
  ['Sat 8-midnight', unread],

  // Several openings of a day.
  ['Thu:3:15 PM - 5:00 PM;Thu:3:15 PM - 5:00 PM;', on('thu', ['15:15', '17:00'])],
  [
    'Thu: 2:00 PM-4:00 PM;Thu: 9:00 AM-11:00 AM;',
    on('thu', ['09:00', '11:00'], ['14:00', '16:00']),
  ],
  ['Thu: 2:00 PM-4:00 PM;Thu: 3:00 PM-5:00 PM;', on('thu', ['14:00', '17:00'])],
  ['Thu 9am-noon, 1pm-5pm', on('thu', ['09:00', '12:00'], ['13:00', '17:00'])],
  ['Mon-Sat 9am-6pm, Sat 9am-1pm', unread],
  ['Daily 8am-noon, Sun 1pm-4pm', unread],
  ['Sat 9am-1pm, closed Sat', unread],

  // An end is missing, or is not a time.
  ['Wed: 3:15 PM-;', unread],
  ['Wed: -12:00 PM;Sun: 5:00 PM-;', unread],
  ['Wed: 3:15 PM-6:00 PM;Sat: 8:00 AM-;', unread],
  ['Wed: 3:15 PM', unread],
  ['Wed', unread],
  ['Wed:TBD - TBD;', unread],
  ['Wed 3:30pm-dusk', unread],
  ['Wed 3:61pm-6pm', unread],
  ['Wed 13:00 PM-3:00 PM', unread],
  ['Wed:12:00 pm - 0:00 pm;', unread],
  ['Wed 09:00-25:00', unread],
  ['9am-6pm', unread],
  ['9am-6pm Sat, Sun 10am-2pm', unread],

  // More likely a slip of am and pm than the truth.
  ['Sun: 9:15 AM-0:00 AM;', unread],
  ['Sat:8:15 am - 12:00 am;', unread],
  ['Sat:9:15 PM - 4:00 PM', unread],
  ['Fri:7:00 PM - 6:00 PM;', unread],
  ['Thu:3:15 PM - 3:15 PM;', unread],
  ['Mon: 2:45 AM-5:45 AM;', unread],
  ['Wed: 3:15 AM-6:15 PM;', unread],
  ['Wed: 5:00 AM-8:15 PM;', unread],
  ['Sat: 9:15 PM-11:00 PM;', unread],
  ['Sat: 7:15 PM-11:15 PM;', unread],
  ['Sat: 8:15 AM-11:15 PM;', unread],
  ['Mon-Wed 7am-9pm', unread],
  ['Mon-Thu 9am-6pm; Sat 8:15am-11:15pm', unread],
  ['Daily 00:00-00:00', unread],
  ['Fri 18:00-02:15', unread],

  // Not every week, or not only hours.
  ['1st & 3rd Sat 9am-12pm', unread],
  ['Every other Sat, 10am-11am', unread],
  ['Alt. Saturdays 9am-1pm', unread],
  ['Tue & Fri  2pm-6pm, Tue only Dec-June 14', unread],
  ['Mon-Sat  10am-6pm, Sunday  12pm-6pm, Hours change Nov 1', unread],
  ['By appointment', unread],
  ['closed Mondays', unread],
  ['Sun-Sun 9am-1pm', unread],
  ['S 9am-1pm', unread],
  [';', unread],
  ['', unread],
]

describe('parseWeekly(text)', () => {
  for (const [text, expected] of rows) {
    it(`${expected ? 'reads' : 'leaves'} ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseWeekly(text), expected)
    })
  }

  it('reads a week however it is written', () => {
    fc.assert(
      fc.property(credibleWeek, style, (weekly, style) => {
        const text = write(weekly, style)
        assert.deepEqual(parseWeekly(text), weekly, text)
      }),
      { numRuns: 1000 },
    )
  })

  it('never reads a part of a week that has an unread day', () => {
    const spoilt = fc.constantFrom('Sun: 5:00 PM-;', 'Sun: TBD;', 'Sun 9-;', 'Sun;', 'call us')
    fc.assert(
      fc.property(credibleWeek, style, spoilt, (weekly, style, spoil) => {
        assert.equal(parseWeekly(`${write(weekly, style)}; ${spoil}`), null)
      }),
    )
  })
})

type Minutes = [opens: number, closes: number]

/** Morning, afternoon and night openings that no rule on slips doubts, in minutes. */
const opening = (opens: number[], lengths: number[]) =>
  fc
    .tuple(fc.constantFrom(...opens), fc.constantFrom(...lengths), fc.constantFrom(0, 15, 30, 45))
    .map(([opens, length, past]): Minutes => [opens * 60 + past, (opens + length) * 60 + past])
const morning = opening([6, 7, 8, 9, 10], [1, 2])
const afternoon = opening([13, 14, 15, 16], [1, 2, 4, 7])
const night = opening([18], [3, 6, 8])
const openings = fc.oneof(
  fc.tuple(morning),
  fc.tuple(afternoon),
  fc.tuple(night),
  fc.tuple(morning, afternoon),
)
const credibleWeek: fc.Arbitrary<Weekly> = fc
  .record(Object.fromEntries(week.map((day) => [day, openings])), { requiredKeys: [] })
  .filter((weekly) => Object.keys(weekly).length > 0)
  .map((weekly) =>
    Object.fromEntries(
      Object.entries(weekly).map(([day, openings]) => [day, openings!.map(toInterval)]),
    ),
  )
const toInterval = ([opens, closes]: Minutes): [string, string] => [
  clockTime(opens),
  clockTime(closes > 1440 ? closes - 1440 : closes),
]

type Style = {
  day: (day: Day) => string
  time: (time: string) => string
  dash: string
  end: string
}

const style: fc.Arbitrary<Style> = fc.record({
  day: fc.constantFrom(
    (day: Day) => `${day[0]!.toUpperCase()}${day.slice(1)}:`,
    (day: Day) => day,
    (day: Day) => dayName(day),
    (day: Day) => `${dayName(day)}s`,
    (day: Day) => `${day.slice(0, 2)}.`,
  ),
  time: fc.constantFrom(
    (time: string) => time,
    (time: string) => twelveHours(time, ' AM', ' PM'),
    (time: string) => twelveHours(time, 'am', 'pm'),
    (time: string) => twelveHours(time, ' a.m.', ' p.m.'),
    (time: string) => twelveHours(time, 'a', 'p'),
  ),
  dash: fc.constantFrom('-', ' - ', '–', ' — ', ' to ', ' until '),
  end: fc.constantFrom(';', '; ', ', ', '\n'),
})

function write(weekly: Weekly, { day, time, dash, end }: Style): string {
  return Object.entries(weekly)
    .map(([name, openings]) => {
      const times = openings.map(([opens, closes]) => `${time(opens)}${dash}${time(closes)}`)
      return `${day(name as Day)} ${times.join(', ')}`
    })
    .join(end)
}

function dayName(day: Day): string {
  const monday = Date.UTC(2024, 0, 1)
  const date = new Date(monday + week.indexOf(day) * 86_400_000)
  return date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
}

/** `13:05` as `1:05 PM`, `13:00` as `1 PM`. */
function twelveHours(time: string, am: string, pm: string): string {
  const [hour, minute] = time.split(':').map(Number)
  const number = hour! % 12 === 0 ? 12 : hour! % 12
  const past = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${number}${past}${hour! % 24 < 12 ? am : pm}`
}
