/** Days are text: of one year `2017-06-14`, of every year `06-14`. */

const day_ms = 86_400_000

/** Whether a day is one of every year. */
export const isRecurring = (day: string | null): boolean => day?.length === 'MM-DD'.length

/**
 * Whether a day of the year is one of those from `from` to `to`, both included; over the turn of the
 * year where `from` is after `to`. All three as text or as numbers.
 */
export const isInYear = <Day extends string | number>(from: Day, to: Day, day: Day): boolean =>
  from <= to ? from <= day && day <= to : from <= day || day <= to

/** The date some days after (or, if negative, before) a date of a stated year. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day_ms).toISOString().slice(0, 10)

/** Day of the week of a date of a stated year, 0 = Monday. */
export const weekday = (date: string): number => (new Date(date).getUTCDay() + 6) % 7
