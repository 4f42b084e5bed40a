import { z } from 'zod'
import { epochDay, yearsBefore } from '../../../data/calendar.ts'
import { days, timeOfDay, type Day } from '../../../data/schema/hours.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { parsed } from './described.ts'
import { snapshotPattern } from '../../../data/schema/manifest.ts'

const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)(Z|[-+ ](?:[01]\d|2[0-3]):[0-5]\d))?$/i

/** The instant of an RFC 3339 text, or of a date's start (UTC); null for other texts. */
function readInstant(value: string): { instant: Date; isDate: boolean } | null {
  const [, date, time, offset] = rfc3339.exec(value) ?? []
  if (date === undefined || !isDay(date)) return null
  if (time === undefined || offset === undefined) return { instant: new Date(date), isDate: true }
  // An unencoded plus sign arrives as a blank.
  const instant = Date.parse(`${date}T${time}${offset.replace(' ', '+').toUpperCase()}`)
  return { instant: new Date(Math.max(first_ms, Math.min(instant, last_ms))), isDate: false }
}

/** An offset may lead outside the years that dates are written with. */
const [first_ms, last_ms] = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'].map(
  Date.parse,
) as [number, number]

/** `Date` reads February 30 as a day in March, so such a date comes back changed. */
function isDay(date: string): boolean {
  const day = new Date(date)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** In these years every time zone is whole minutes from UTC, and calendars agree. */
const [firstYear, lastYear] = [1973, 2999]
const inYears = (instant: Date) =>
  instant.getUTCFullYear() >= firstYear && instant.getUTCFullYear() <= lastYear

/** The instant of an RFC 3339 text with its offset, within the years above; null for other texts. */
function exactInstant(text: string): Date | null {
  const read = readInstant(text)
  return read && !read.isDate && inYears(read.instant) ? read.instant : null
}

/** A text that is a date within the years above; null for other texts. */
function dateText(text: string): string | null {
  const read = readInstant(text)
  return read?.isDate && inYears(read.instant) ? text : null
}

const date = { type: 'string', format: 'date' } as const
const dateTime = { type: 'string', format: 'date-time' } as const

/** An RFC 3339 instant, or `now`. */
export const instantOrNow = parsed<Date | 'now'>(
  z.string(),
  (value) => {
    const text = value.trim()
    return text.toLowerCase() === 'now' ? 'now' : exactInstant(text)
  },
  () => ({
    message: `must be \`now\`, or an instant of the years ${firstYear} to ${lastYear} with its offset such as 2026-07-04T10:30:00-04:00`,
  }),
  { anyOf: [{ type: 'string', const: 'now' }, dateTime] },
)

const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
/** A day of the week, or a date, `YYYY-MM-DD`. */
export type DayAsked = Day | (string & {})
/** The number of a weekday, 0 = Monday; -1 for a date. */
export const weekdayOf = (day: DayAsked): number => days.indexOf(day as Day)

/** A day of the week by its name or first letters, or a date. */
export const day = parsed<DayAsked>(
  z.string(),
  (value) => {
    const text = value.trim().toLowerCase()
    const place = weekdayNames.findIndex((name) => text.length >= 3 && name.startsWith(text))
    if (place !== -1) return days[place]
    return dateText(text)
  },
  (value) => {
    const suggestion = nearestOf(value.trim().toLowerCase(), [...days, ...weekdayNames])
    const hint = suggestion === null ? '' : `; did you mean \`${suggestion}\`?`
    return {
      message: `must be a day of the week such as sat, or a date of the years ${firstYear} to ${lastYear} such as 2026-07-04${hint}`,
      params: { suggestion },
    }
  },
  { anyOf: [{ type: 'string', enum: [...days] }, date] },
)

/** A time span of a day, `from` to `until` in minutes after midnight, `until` exclusive: at most 24:00. */
export type DayTime = { from: number; until: number }

/** Reads `8:00-12:00`; null for other texts. */
export function readDayTime(text: string): DayTime | null {
  const read = /^(\d\d?):([0-5]\d) ?[-–] ?(\d\d?):([0-5]\d)$/.exec(text)
  if (!read) return null
  const [hour, minute, lastHour, lastMinute] = read.slice(1).map(Number)
  const [from, until] = [60 * hour! + minute!, 60 * lastHour! + lastMinute!]
  return from < until && until <= 24 * 60 ? { from, until } : null
}

/** A time span of a day; returned as `08:00-12:00`. */
export const dayTime = parsed(
  z.string(),
  (value) => {
    const time = readDayTime(value.trim())
    return time && `${timeOfDay(time.from)}-${timeOfDay(time.until)}`
  },
  () => ({
    message:
      'must be a time of one day such as 08:00-12:00: from 00:00 to 24:00, and the end after the beginning',
  }),
  { type: 'string', pattern: '^\\d\\d?:[0-5]\\d ?[-–] ?\\d\\d?:[0-5]\\d$' },
)

/** An RFC 3339 instant, a date, which means its start in UTC, or the id of a snapshot. */
export const since = parsed<Date | string>(
  z.string(),
  (value) => {
    const text = value.trim()
    return snapshotPattern.test(text) ? text : readInstant(text)?.instant
  },
  () => ({
    message:
      'must be a date such as 2026-01-31, an instant with its offset such as 2026-01-31T10:30:00Z, or the id of a snapshot',
  }),
  { anyOf: [date, dateTime, { type: 'string', pattern: snapshotPattern.source }] },
)

/** An RFC 3339 instant. */
export const moment = parsed(
  z.string(),
  (value) => exactInstant(value.trim()),
  () => ({ message: 'must be an instant with its offset such as 2026-07-04T10:30:00-04:00' }),
  dateTime,
)

/** An RFC 3339 instant, or a date, which means its start in UTC. */
export const dateOrInstant = parsed(
  z.string(),
  (value) => readInstant(value.trim())?.instant,
  () => ({
    message:
      'must be a date such as 2026-01-31, or an instant with its offset such as 2026-01-31T10:30:00Z',
  }),
  { anyOf: [date, dateTime] },
)

/** A date, or a number of years before the request: `3y`. */
export const dateOrYears = parsed(
  z.string(),
  (value) => {
    const text = value.trim().toLowerCase()
    return /^[1-9]\d?y$/.test(text) ? text : dateText(text)
  },
  () => ({
    message: `must be a date of the years ${firstYear} to ${lastYear} such as 2022-06-01, or a number of years before today such as 3y`,
  }),
  { anyOf: [date, { type: 'string', pattern: '^[1-9]\\d?y$' }] },
)

/** Returns true if what a text means depends on the day of the request. */
export const isYears = (text: string): boolean => text.endsWith('y')

/** The day (since 1970, UTC) that such a text means at an instant. */
export const firstDayOf = (text: string, now: Date): number =>
  epochDay(isYears(text) ? yearsBefore(now, parseInt(text, 10)) : new Date(text))
