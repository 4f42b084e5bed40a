import { calendarDay, daysInMonth, recurringDay } from '../../../data/calendar.ts'
import { correctMonths, monthNumber, monthPattern } from './calendar.ts'
import { certainDays, sameMonth } from './doubtful_days.ts'
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
