import { addDays, calendarDay, isRecurring } from '../../../data/calendar.ts'
import type { SeasonDays } from './year_days.ts'

type Span = { from: string; to: string }

/**
 * Parts a span of days into those that it means for certain and those that it may mean. What a form
 * sends is not always what was meant:
 *
 * - One date, alone or as both ends, is a market of one day, or the first day of a season whose end
 *   was not entered (or lost: half of USDA's listings of 2021). Before it the place is closed; what
 *   follows is doubtful. The same holds of one month as both ends.
 * - A span of more than a year is a season of every one of these years, or all of their days. The
 *   days that are of no such season are doubtful.
 *
 * `toTheDay`: both ends are stated to the day, so that two days of one month are just that.
 */
export function certainDays(span: Span, { toTheDay }: { toTheDay: boolean }): SeasonDays[] {
  const { from, to } = span
  if (from === to || (!toTheDay && sameMonth(from, to))) return [span, rest(span)]
  return !isRecurring(from) && to > inYear(from, yearOf(from) + 1) ? yearly(span) : [span]
}

/** Whether two days, both `YYYY-MM-DD` or both `MM-DD`, are of one month. */
export const sameMonth = (a: string, b: string) => a.slice(0, -3) === b.slice(0, -3)

function rest({ from, to }: Span): SeasonDays {
  const until = isRecurring(from) ? dayAfter(from, -1) : null
  return { from: dayAfter(to, 1), to: until, doubtful: true }
}

/** `05/02/2015 to 09/24/2016`: both summers, and in doubt the winter between them. */
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
  // `08/01/2014 to 08/01/2020`: nobody means the first of August of seven years.
  const isWholeYear = gaps.length === 0 || from.slice(5) === to.slice(5)
  return isWholeYear ? [{ from, to }] : [...seasons, ...gaps]
}

const yearOf = (day: string) => Number(day.slice(0, 4))

/** The same day of another year, where there is one: otherwise the last of February. */
function inYear(day: string, year: number): string {
  const [month, dayOfMonth] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  return calendarDay(year, month, dayOfMonth) ?? `${year}-02-28`
}

/** The day some days later, of a year of 366 days where the day has no year. */
function dayAfter(day: string, days: number): string {
  return isRecurring(day) ? addDays(`2000-${day}`, days).slice(5) : addDays(day, days)
}
