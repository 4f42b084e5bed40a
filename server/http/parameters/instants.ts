import { z } from 'zod'
import { described } from './described.ts'

const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)(Z|[-+ ](?:[01]\d|2[0-3]):[0-5]\d))?$/i

/** The instant of an RFC 3339 text, or of a date's beginning (UTC); null where it is neither. */
function readInstant(value: string): { instant: Date; isDate: boolean } | null {
  const [, date, time, offset] = rfc3339.exec(value) ?? []
  if (date === undefined || !isDay(date)) return null
  if (time === undefined || offset === undefined) return { instant: new Date(date), isDate: true }
  // A plus sign that is not percent-encoded arrives as a blank.
  return {
    instant: new Date(`${date}T${time}${offset.replace(' ', '+').toUpperCase()}`),
    isDate: false,
  }
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
export const instantOrNow = described(
  z.string().transform((value, context): Date | 'now' => {
    if (value.trim().toLowerCase() === 'now') return 'now'
    const read = readInstant(value.trim())
    if (read && !read.isDate && inYears(read.instant)) return read.instant
    context.addIssue({
      code: 'custom',
      message: `must be \`now\`, or an instant of the years ${firstYear} to ${lastYear} with its offset such as 2026-07-04T10:30:00-04:00`,
    })
    return z.NEVER
  }),
  {
    anyOf: [
      { type: 'string', const: 'now' },
      { type: 'string', format: 'date-time' },
    ],
  },
)

/** An RFC 3339 date, which stands for its beginning in UTC, or instant. */
export const dateOrInstant = described(
  z.string().transform((value, context): Date => {
    const read = readInstant(value.trim())
    if (read) return read.instant
    context.addIssue({
      code: 'custom',
      message:
        'must be a date such as 2026-01-31, or an instant with its offset such as 2026-01-31T10:30:00Z',
    })
    return z.NEVER
  }),
  {
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  },
)
