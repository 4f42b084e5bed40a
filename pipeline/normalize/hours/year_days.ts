import { daysInMonth, isInYear, isRecurring, recurringDay } from '../../../data/calendar.ts'

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
