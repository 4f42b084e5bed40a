import {
  calendarDay,
  daysInMonth,
  recurringDay,
  addDays,
  isRecurring,
} from '../../../data/calendar.ts'
import { correctMonths, monthNumber, monthPattern } from './calendar.ts'
import type { SeasonDays } from './year_days.ts'
import { plainWording, readAll } from './wording.ts'

/**
 * Reads the part of the year in which a place is open: `06/14/2017 to 08/30/2017`, `May to October`,
 * `Year-round`, `July 17-August 21; Oct 2-October 23`, … A year at one end counts for both. Returns null
 * unless the whole text is understood: nothing is guessed.
 */
export function parseSeason(text: string): SeasonDays[] | null {
  const plain = correctMonths(plainWording(text).replace(/(?<![ ;,.])[ ;,.]+$/, ''))
  if (yearRound.test(plain)) return [{ from: null, to: null }]
  return (
    readMonths(plain.split(/ ?[;,/&] ?/)) ?? readAll(plain.split(/ ?; ?/), readSpan)?.flat() ?? null
  )
}

const day = String.raw`\d{1,2}(?:st|nd|rd|th)?(?!\d|[:/]\d|\s?[ap]\.?m|[ap]\b)`
const year = String.raw`(?:19|20)\d\d(?!\d)`
const until = String.raw` ?(?:-|\b(?:to|thru|through|until|till)\b) ?`
const yearRoundWords = String.raw`(?:open )?(?:all )?year[- ]?(?:round|long)|all year`
const yearRound = new RegExp(`^(?:${yearRoundWords})$`)

/** Notations of one end of a season; groups: see `readEnd`. */
const end = [
  String.raw`\d{1,2}/\d{1,2}(?:/(?:\d{4}|[0-4]\d)(?!\d))?`,
  String.raw`\d{4}-\d{1,2}(?:-\d{1,2})?(?!\d)`,
  String.raw`${monthPattern}(?: ?${day})?(?: ?,? ?${year})?`,
].join('|')
const numeric = /^(?<month>\d+)\/(?<day>\d+)(?:\/(?<year>\d+))?$/
const iso = /^(?<year>\d+)-(?<month>\d+)(?:-(?<day>\d+))?$/
const named = new RegExp(
  String.raw`^(?<name>${monthPattern})(?: ?(?<day>${day}))?(?: ?,? ?(?<year>${year}))?$`,
)
const label = String.raw`(?:(?:start|end) date:? )?`
const span = new RegExp(
  `^(?:from )?${label}(?<from>${end})? ?(?:(?<until>${until})${label}(?<to>${end})?)?$`,
)

/** A thirteenth month would repeat one. */
const months = `${monthPattern}(?:/${monthPattern}){0,11}`

/**
 * Source of a pattern that finds a season of two ends, whole months, or the whole year, inside plain text.
 */
export const seasonInText = [
  String.raw`(?:${yearRoundWords})\b`,
  `(?:${end})${until}(?:${end})`,
  String.raw`${months}(?! ?(?:${day}|-|/))`,
].join('|')

type End = { year: number | null; month: number; day: number | null }

/** Reads a list of months without days, `may; june; july`, as runs of whole months. */
function readMonths(parts: string[]): SeasonDays[] | null {
  const months = readAll(parts, monthNumber)
  if (months === null) return null
  const open = new Set(months)
  if (open.size === 12) return [{ from: null, to: null }]
  const starts = [...open].filter((month) => !open.has(((month + 10) % 12) + 1))
  return starts.map((first) => {
    let last = first
    while (open.has((last % 12) + 1)) last = (last % 12) + 1
    return wholeMonths(first, last)
  })
}

const wholeMonths = (first: number, last: number): SeasonDays => ({
  from: recurringDay(first, 1),
  to: recurringDay(last, daysInMonth(last)),
})

function readSpan(text: string): SeasonDays[] | null {
  const groups = span.exec(text)?.groups
  if (!groups) return null
  const [from, to] = [groups.from, groups.to].map((end) => (end ? readEnd(end) : undefined))
  if (from === null || to === null) return null
  if (from && to) return closed(from, to)
  if (from && !groups.until) return onlyDays(from)
  const open = openEnded(from, to)
  return open && [open]
}

function readEnd(text: string): End | null {
  const groups = (numeric.exec(text) ?? iso.exec(text) ?? named.exec(text))?.groups
  const month = groups?.name ? monthNumber(groups.name) : Number(groups?.month)
  if (!groups || !month || month > 12) return null
  const { day, year } = groups
  const century = year?.length === 2 ? 2000 : 0
  return {
    year: year ? century + Number(year) : null,
    month,
    day: day ? Number.parseInt(day, 10) : null,
  }
}

/** One date, or one month, of a stated year. Without a year, a month is a season; a date is not. */
function onlyDays(date: End): SeasonDays[] | null {
  if (date.year !== null) return closed(date, date)
  return date.day === null ? [wholeMonths(date.month, date.month)] : null
}

/** A season with one end. A yearly season needs two. */
function openEnded(first: End | undefined, last: End | undefined): SeasonDays | null {
  const [from, to] = [
    first?.year && firstDay(first, first.year),
    last?.year && lastDay(last, last.year),
  ]
  return from || to ? { from: from || null, to: to || null } : null
}

function closed(first: End, last: End): SeasonDays[] | null {
  const from = firstDay(first, first.year ?? last.year)
  const to = lastDay(last, last.year ?? first.year)
  if (from === null || to === null) return null
  const recurring = (first.year ?? last.year) === null
  if (recurring ? from === to || (from > to && sameMonth(from, to)) : from > to) return null
  const hasDays = first.day !== null && last.day !== null
  return certainDays({ from, to }, { toTheDay: hasDays })
}

const firstDay = (end: End, year: number | null) => calendarDay(year, end.month, end.day ?? 1)
const lastDay = (end: End, year: number | null) =>
  calendarDay(year, end.month, end.day ?? daysInMonth(end.month, year))

type Span = { from: string; to: string }

/**
 * Splits a span of days into certain and doubtful days, since forms send unintended spans:
 *
 * - One date, alone or as both ends, is a one-day market. It may also be the first day of a season whose end
 *   was not entered, or was lost (half of USDA's listings of 2021). Before it the place is closed; later days
 *   are doubtful. The same applies to one month as both ends.
 * - A span of more than a year is a season of each of these years, or all their days. Days outside these
 *   seasons are doubtful.
 *
 * `toTheDay`: both ends state a day, so that two days of one month are exactly those.
 */
function certainDays(span: Span, { toTheDay }: { toTheDay: boolean }): SeasonDays[] {
  const { from, to } = span
  if (from === to || (!toTheDay && sameMonth(from, to))) return [span, rest(span)]
  return !isRecurring(from) && to > inYear(from, yearOf(from) + 1) ? yearly(span) : [span]
}

/** True if two days, both `YYYY-MM-DD` or both `MM-DD`, are in one month. */
const sameMonth = (a: string, b: string) => a.slice(0, -3) === b.slice(0, -3)

function rest({ from, to }: Span): SeasonDays {
  const until = isRecurring(from) ? dayAfter(from, -1) : null
  return { from: dayAfter(to, 1), to: until, doubtful: true }
}

/** `05/02/2015 to 09/24/2016`: both summers; the winter between them is doubtful. */
function yearly({ from, to }: Span): SeasonDays[] {
  const overNewYear = from.slice(5) > to.slice(5) ? 1 : 0
  const years = yearOf(to) - yearOf(from) - overNewYear
  const seasons = Array.from({ length: years + 1 }, (_, year) => ({
    from: inYear(from, yearOf(from) + year),
    to: inYear(to, yearOf(from) + year + overNewYear),
  }))
  const gaps = seasons
    .slice(1)
    .map((season, i) => ({ from: dayAfter(seasons[i]!.to, 1), to: dayAfter(season.from, -1) }))
    .filter((gap) => gap.from <= gap.to)
    .map((gap) => ({ ...gap, doubtful: true as const }))
  // `08/01/2014 to 08/01/2020` cannot mean only the first of August of seven years.
  const isWholeYear = gaps.length === 0 || from.slice(5) === to.slice(5)
  return isWholeYear ? [{ from, to }] : [...seasons, ...gaps]
}

const yearOf = (day: string) => Number(day.slice(0, 4))

/** The same day of another year; February 28 if that year has no such day. */
function inYear(day: string, year: number): string {
  const [month, dayOfMonth] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  return calendarDay(year, month, dayOfMonth) ?? `${year}-02-28`
}

/** The day N days later. A day without a year counts in a year of 366 days. */
function dayAfter(day: string, days: number): string {
  return isRecurring(day) ? addDays(`2000-${day}`, days).slice(5) : addDays(day, days)
}
