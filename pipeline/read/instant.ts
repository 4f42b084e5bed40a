import { calendarDay } from '../../data/calendar.ts'
import { datePattern } from '../../data/schema/input/date_format.ts'

const months =
  'january february march april may june july august september october november december'.split(' ')

type Part = 'year' | 'month' | 'day' | 'name' | 'hour' | 'minute' | 'second' | 'half' | 'zone'
type Parts = Partial<Record<Part, string>>

const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?(?:\s*(?<half>[ap]\.?m\.?))?`
const patterns = [
  String.raw`(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?:[T ]${time}(?:\s*(?<zone>Z|UTC|GMT|[-+]\d\d:?\d\d))?)?`,
  String.raw`(?<year>\d{4})`,
  String.raw`(?<month>\d\d?)\/(?<day>\d\d?)\/(?:(?<year>\d{4})|(?<shortYear>\d\d))(?:,? +${time})?`,
  String.raw`(?<name>[a-z]{3,9})\.? +(?<day>\d\d?)(?:st|nd|rd|th)?,? +(?<year>\d{4})(?:,? +${time})?`,
  String.raw`(?<day>\d\d?)(?:st|nd|rd|th)? +(?<name>[a-z]{3,9})\.?,? +(?<year>\d{4})(?:,? +${time})?`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'))

/**
 * Reads a date, with or without a time, in the notations of sources: RFC 3339, `6/20/2017 10:43:57 PM` or
 * `6/20/17` (month first), `2020-08-03 13:44:04`, `Apr 16 2010  9:57AM`, `Nov 28th, 2022`, or a year alone.
 * Missing parts become the first: January, the 1st, 00:00. Without a time zone it is UTC. Cuts fractions of a
 * second. Returns `YYYY-MM-DDTHH:MM:SSZ`, or null if the text is not a date from 1900 to 2099.
 */
export function parseInstant(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  for (const pattern of patterns) {
    const parts: (Parts & OtherParts) | undefined = pattern.exec(trimmed)?.groups
    if (parts) return toInstant(wholeYear(parts))
  }
  return null
}

/** Reads a date in a format of `datePattern`; other texts as `parseInstant` does. */
export function parseInstantAs(text: string, format: string): string | null {
  const groups: (Parts & OtherParts) | undefined = datePattern(format)?.exec(text.trim())?.groups
  if (!groups) return null
  const { seconds, milliseconds } = groups
  if (seconds === undefined && milliseconds === undefined) return toInstant(wholeYear(groups))
  const at = new Date(seconds === undefined ? Number(milliseconds) : Number(seconds) * 1000)
  const year = at.getUTCFullYear()
  return year >= 1990 && year <= 2099 ? wholeSeconds(at) : null // no row of a list is older
}
type OtherParts = { seconds?: string; milliseconds?: string; shortYear?: string }

/** Two-digit years 69 to 99 are of the last century, as in strptime. */
const wholeYear = (parts: Parts & OtherParts): Parts =>
  parts.shortYear === undefined
    ? parts
    : { ...parts, year: `${Number(parts.shortYear) < 69 ? 20 : 19}${parts.shortYear}` }

/** Writes an instant as `YYYY-MM-DDTHH:MM:SSZ`; cuts fractions of a second. */
export const wholeSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

function toInstant({ year, month, day, name, hour, minute, second, half, zone }: Parts) {
  const date = calendarDay(
    Number(year),
    name ? monthOf(name) : Number(month ?? 1),
    Number(day ?? 1),
  )
  const [h, min, s] = [hour24(Number(hour ?? 0), half), Number(minute ?? 0), Number(second ?? 0)]
  if (date === null || !(h <= 23 && min <= 59 && s <= 59)) return null
  const ms = Date.parse(date) + ((h * 60 + min) * 60 + s) * 1000
  return wholeSeconds(new Date(ms - offsetMs(zone)))
}

/** The number, 1 to 12, of a month's name or its beginning; 0 for other words. */
export const monthOf = (word: string) =>
  months.findIndex((month) => month.startsWith(word.toLowerCase())) + 1

/** The hour from 0 to 23; NaN if am or pm follows an hour outside 1 to 12. */
function hour24(hour: number, half: string | undefined): number {
  if (!half) return hour
  if (hour < 1 || hour > 12) return NaN
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

function offsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([-+])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -ms : ms
}

/** A whole date: `2020-01-31`, `2020_01_31` or `20200131`. */
const wholeDate = /(?<!\d)((?:19|20)\d\d)([-_]?)(\d\d)\2(\d\d)(?!\d)/
/** A month without a day: `2017-06` or `2017_06`. */
const monthAlone = /(?<!\d)((?:19|20)\d\d)[-_](\d\d)(?!\d|[-_]\d\d(?!\d))/

/** The date in a file name, `YYYY-MM-DD`; for a month, its first day; null = no date. */
export function dateInName(file: string): string | null {
  const [, year, , month, day] = wholeDate.exec(file) ?? []
  const [, yearOfMonth, inYear] = monthAlone.exec(file) ?? []
  return (
    calendarDay(Number(year), Number(month), Number(day)) ??
    calendarDay(Number(yearOfMonth), Number(inYear), 1)
  )
}
