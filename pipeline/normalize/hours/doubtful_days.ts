import { addDays, calendarDay, isRecurring } from '../../../data/calendar.ts'
import type { SeasonDays } from './year_days.ts'

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
export function certainDays(span: Span, { toTheDay }: { toTheDay: boolean }): SeasonDays[] {
  const { from, to } = span
  if (from === to || (!toTheDay && sameMonth(from, to))) return [span, rest(span)]
  return !isRecurring(from) && to > inYear(from, yearOf(from) + 1) ? yearly(span) : [span]
}

/** True if two days, both `YYYY-MM-DD` or both `MM-DD`, are in one month. */
export const sameMonth = (a: string, b: string) => a.slice(0, -3) === b.slice(0, -3)

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
