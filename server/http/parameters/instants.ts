import { z } from 'zod'
import { parsed } from './described.ts'

const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)(Z|[-+ ](?:[01]\d|2[0-3]):[0-5]\d))?$/i

/** The instant of an RFC 3339 text, or of a date's beginning (UTC); null where it is neither. */
function readInstant(value: string): { instant: Date; isDate: boolean } | null {
  const [, date, time, offset] = rfc3339.exec(value) ?? []
  if (date === undefined || !isDay(date)) return null
  if (time === undefined || offset === undefined) return { instant: new Date(date), isDate: true }
  // A plus sign that is not percent-encoded arrives as a blank.
  const instant = new Date(`${date}T${time}${offset.replace(' ', '+').toUpperCase()}`)
  return { instant, isDate: false }
}

/** Dates such as February 30 are read as days of the next month, and so come back changed. */
function isDay(date: string): boolean {
  const day = new Date(date)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** The years in which every time zone is whole minutes from UTC, and that calendars agree on. */
const [firstYear, lastYear] = [1973, 2999]
const inYears = (instant: Date) =>
  instant.getUTCFullYear() >= firstYear && instant.getUTCFullYear() <= lastYear

/** An RFC 3339 instant, or `now`. */
export const instantOrNow = parsed<Date | 'now'>(
  z.string(),
  (value) => {
    if (value.trim().toLowerCase() === 'now') return 'now'
    const read = readInstant(value.trim())
    return read && !read.isDate && inYears(read.instant) ? read.instant : null
  },
  () => ({
    message: `must be \`now\`, or an instant of the years ${firstYear} to ${lastYear} with its offset such as 2026-07-04T10:30:00-04:00`,
  }),
  {
    anyOf: [
      { type: 'string', const: 'now' },
      { type: 'string', format: 'date-time' },
    ],
  },
)

/** An RFC 3339 instant, or a date, whose beginning in UTC is meant. */
export const dateOrInstant = parsed(
  z.string(),
  (value) => readInstant(value.trim())?.instant,
  () => ({
    message:
      'must be a date such as 2026-01-31, or an instant with its offset such as 2026-01-31T10:30:00Z',
  }),
  {
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  },
)
