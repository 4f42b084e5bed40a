/** A day is text: `2017-06-14` in one year, `06-14` in every year. */

export const hour_ms = 3_600_000
export const day_ms = 24 * hour_ms

/** Returns true if a day recurs every year. */
export const isRecurring = (day: string | null): boolean => day?.length === 'MM-DD'.length

/**
 * Returns true if a day of the year is between `from` and `to`, inclusive; across New Year if `from` is
 * after `to`.
 */
export const isInYear = <Day extends string | number>(from: Day, to: Day, day: Day): boolean =>
  from <= to ? from <= day && day <= to : from <= day || day <= to

/** The UTC day of a time, `YYYY-MM-DD`. */
export const utcDay = (at: Date | number | string): string =>
  new Date(at).toISOString().slice(0, 10)

/** The date some days after (if negative, before) a date. */
export const addDays = (date: string, days: number): string =>
  utcDay(Date.parse(date) + days * day_ms)

/** Days since 1970 (UTC) of an instant. */
export const epochDay = (at: Date | number): number => Math.floor(Number(at) / day_ms)

/** The date, `YYYY-MM-DD`, of a day since 1970. */
export const dateOfDay = (day: number): string => utcDay(day * day_ms)

/** The instant some years (UTC) before another; February 29 becomes February 28 if the year has none. */
export function yearsBefore(at: Date, years: number): Date {
  const then = new Date(at)
  then.setUTCFullYear(at.getUTCFullYear() - years)
  if (then.getUTCMonth() !== at.getUTCMonth()) then.setUTCDate(0)
  return then
}

/** Day of the week of a date, 0 = Monday. */
export const weekday = (date: string): number => (new Date(date).getUTCDay() + 6) % 7

export const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Number of days in a month, 1–12; 29 for February without a year. */
export const daysInMonth = (month: number, year: number | null = null): number =>
  new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate()

/** A day as `YYYY-MM-DD` (1900 to 2099), or as `MM-DD` without a year; null if there is no such day. */
export function calendarDay(year: number | null, month: number, day: number): string | null {
  const possible = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(month, year)
  if (!possible || (year !== null && (year < 1900 || year > 2099))) return null
  return year === null ? recurringDay(month, day) : `${year}-${recurringDay(month, day)}`
}

/** A day of every year as `MM-DD`. */
export const recurringDay = (month: number, day: number): string =>
  [month, day].map((part) => String(part).padStart(2, '0')).join('-')
