import fc from 'fast-check'
import { days, type HoursJson, type Season, type Weekly } from '../../../../data/schema/hours.ts'

/** A time of day on the quarter of an hour: `HH:MM` of minutes after midnight, 0–1440. */
export const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

type Interval = [opens: string, closes: string]
const quarters = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * 15)

/** Openings within a day, sorted, that neither overlap nor touch. */
const withinDay = fc
  .uniqueArray(quarters(0, 96), { minLength: 2, maxLength: 4 })
  .map((ends) => ends.toSorted((a, b) => a - b))
  .map((ends) =>
    ends.flatMap((end, i): Interval[] =>
      i % 2 === 1 ? [[clockTime(ends[i - 1]!), clockTime(end)]] : [],
    ),
  )
const pastMidnight = fc
  .tuple(quarters(1, 95), quarters(0, 95))
  .map(([opens, closes]): Interval[] => [
    [clockTime(Math.max(opens, closes)), clockTime(Math.min(opens, closes))],
  ])
const wholeDay = fc.constant<Interval[]>([['00:00', '24:00']])
const openings = fc.oneof(
  { weight: 6, arbitrary: withinDay },
  { weight: 2, arbitrary: pastMidnight },
  { weight: 1, arbitrary: wholeDay },
)

/** Any week that the schema allows, a closed one among them. */
export const weekly: fc.Arbitrary<Weekly> = fc.record(
  Object.fromEntries(days.map((day) => [day, openings])),
  { requiredKeys: [] },
)

const iso = (date: Date) => date.toISOString().slice(0, 10)
const date = fc
  .date({ min: new Date('2016-01-01'), max: new Date('2019-12-31'), noInvalidDate: true })
  .map(iso)
const dayOfYear = date.map((day) => day.slice(5))
const inOrder = (a: string, b: string): [string, string] => (a <= b ? [a, b] : [b, a])

/** Every form of season: without bounds, of every year, of stated years, open at one end. */
const seasonDays: fc.Arbitrary<[string | null, string | null]> = fc.oneof(
  fc.constant<[null, null]>([null, null]),
  fc.tuple(dayOfYear, dayOfYear),
  fc.constantFrom<[string, string]>(['05-01', '10-31'], ['11-01', '02-29'], ['07-01', '07-31']),
  fc.tuple(date, date).map(([a, b]) => inOrder(a, b)),
  fc.tuple(date, fc.constant(null)),
  fc.tuple(fc.constant(null), date),
)

export const season: fc.Arbitrary<Season> = fc
  .tuple(seasonDays, fc.option(weekly, { freq: 5 }))
  .map(([[from, to], weekly]) => ({ from, to, weekly }))

/** Hours of one to three seasons, in zones with and without summer time; some close on holidays. */
export const hoursJson: fc.Arbitrary<HoursJson> = fc.record({
  timezone: fc.constantFrom(
    'America/New_York',
    'America/Phoenix',
    'America/St_Johns',
    'Pacific/Guam',
  ),
  seasons: fc.array(season, { minLength: 1, maxLength: 3 }),
  note: fc.constantFrom(null, null, 'Closed in rain', 'PH off', 'Closed in rain; PH off'),
})

export const quarterMs = 15 * 60_000

/** Quarters of an hour, where openings begin and end, around the years that the seasons of `hoursJson` touch. */
export const instant = fc
  .date({
    min: new Date('2015-06-01T00:00:00Z'),
    max: new Date('2020-06-01T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => new Date(Math.floor(date.getTime() / quarterMs) * quarterMs))
