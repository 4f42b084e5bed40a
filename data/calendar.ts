/** A day is text: of one year `2017-06-14`, of every year `06-14`. */

const day_ms = 86_400_000

/** Whether a day is of every year. */
export const isRecurring = (day: string | null): boolean => day?.length === 'MM-DD'.length

/**
 * Whether a day of the year is between `from` and `to`, both included; over the turn of the year
 * where `from` is after `to`.
 */
export const isInYear = <Day extends string | number>(from: Day, to: Day, day: Day): boolean =>
  from <= to ? from <= day && day <= to : from <= day || day <= to

/** The date some days after (or, if negative, before) a date. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day_ms).toISOString().slice(0, 10)

/** Day of the week of a date, 0 = Monday. */
export const weekday = (date: string): number => (new Date(date).getUTCDay() + 6) % 7
