import { daysInMonth, isInYear, isRecurring, recurringDay } from '../../../data/calendar.ts'
import { type Season, days as week } from '../../../data/schema/hours.ts'

/**
 * The days from `from` to `to`, both included: `YYYY-MM-DD` in a stated year, or `MM-DD` in every year; then
 * `from` after `to` crosses the turn of the year. null = open-ended. `doubtful`: the source may or may not
 * mean these days (see `doubtful_days`).
 */
export type SeasonDays = { from: string | null; to: string | null; doubtful?: true }

/** The days of every year, `01-01` to `12-31`, with `02-29`. */
export const yearDays: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  Array.from({ length: daysInMonth(month + 1) }, (_, day) => recurringDay(month + 1, day + 1)),
).flat()

/** The days of a season, certain or doubtful. */
export type YearSpan = Pick<SeasonDays, 'from' | 'to'>

export const isYearly = ({ from, to }: YearSpan) =>
  (from === null && to === null) || (isRecurring(from) && isRecurring(to))

/** True if a day of the year, `MM-DD`, is in a yearly span. */
export const isWithin = ({ from, to }: YearSpan, day: string): boolean =>
  from === null || to === null || isInYear(from, to, day)

export const spansOf = (isMarked: (day: string) => boolean): YearSpan[] =>
  spansBy((day) => isMarked(day) || null).get(true) ?? []

/** The spans of days with each value, by value; days without a value are left out. */
export function spansBy<V>(valueOf: (day: string) => V | null): Map<V, YearSpan[]> {
  const values = yearDays.map(valueOf)
  const spans = new Map<V, YearSpan[]>()
  // Start at the end of a span, so that the last span does not continue into the first.
  const start = values.findIndex((value, i) => value !== values.at(i - 1))
  if (start < 0)
    return new Map(values[0] === null ? [] : [[values[0]!, [{ from: null, to: null }]]])
  for (let n = 0; n < values.length;) {
    const first = (start + n) % values.length
    const value = values[first]!
    let length = 1
    while (n + length < values.length && values[(first + length) % values.length] === value)
      length++
    n += length
    if (value === null) continue
    const span = { from: yearDays[first]!, to: yearDays[(first + length - 1) % values.length]! }
    spans.set(value, [...(spans.get(value) ?? []), span])
  }
  return spans
}

/**
 * The parts of seasons within the days that a listing states for all of them: `June 21 to November 15` with
 * `Jun-Sept: Tues 4p-7p, Oct-Nov: Tues 3p-6p`. Null if they do not fit: some stated days are in no season, a
 * season is on none of them, or they are not yearly.
 */
export function within(stated: SeasonDays[], seasons: Season[]): Season[] | null {
  if (stated.some(({ doubtful }) => doubtful) || ![...stated, ...seasons].every(isYearly)) {
    return null
  }
  const isStated = (day: string) => stated.some((span) => isWithin(span, day))
  const isInSeason = (day: string) => seasons.some((season) => isWithin(season, day))
  if (!yearDays.every((day) => isInSeason(day) || !isStated(day))) return null
  const parts = seasons.map((season) =>
    spansOf((day) => isStated(day) && isWithin(season, day)).map((span) => ({
      ...span,
      weekly: season.weekly,
    })),
  )
  return parts.every((part) => part.length > 0) ? parts.flat() : null
}

/**
 * Returns true if seasons that should follow each other have different hours on one weekday, and overlap by
 * more than one day. Then neither is certain.
 */
export function contradict(some: Season[], others: Season[]): boolean {
  return some.some((one) =>
    others.some((other) => hasOtherHours(one, other) && shareDays(one, other)),
  )
}

function hasOtherHours({ weekly: one }: Season, { weekly: other }: Season): boolean {
  if (one === null || other === null) return false
  return week.some((day) => one[day] && other[day] && one[day].join() !== other[day].join())
}

function shareDays(one: YearSpan, other: YearSpan): boolean {
  if (isYearly(one) && isYearly(other)) {
    return yearDays.filter((day) => isWithin(one, day) && isWithin(other, day)).length > 1
  }
  if (isYearly(one)) return shareDays(other, one)
  if (!isYearly(other)) {
    const [from, to] = [later(one.from, other.from), earlier(one.to, other.to)]
    return from === null || to === null || from < to
  }
  const years = [one.from ?? one.to, one.to ?? one.from].map((day) => day!.slice(0, 4))
  const shared = years.flatMap((year) =>
    yearDays.filter((day) => isWithin(other, day) && isIn(one, `${year}-${day}`)),
  )
  return shared.length > 1
}

const isIn = ({ from, to }: YearSpan, date: string) =>
  (from === null || from <= date) && (to === null || date <= to)
const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
const earlier = (a: string | null, b: string | null) =>
  a === null || (b !== null && b < a) ? b : a
