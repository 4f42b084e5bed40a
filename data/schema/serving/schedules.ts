import { isRecurring } from '../../calendar.ts'
import type { Columns } from './columns.ts'

/** The compiled opening hours of all farms: see columns.ts. */
export type Schedules = Columns['schedules']

/** Minutes from one day to the next: room for two days, since an opening may end on the next. */
export const dayStride = 2 * 24 * 60

const oneYear = 10_000

/** No first day: before every date. And no last day: after every date. */
export const openBeginning = oneYear
export const openEnd = 0x7fffffff

/**
 * A day as a number in date order: 10,101 or more for a day of one year (`2017-06-14`), less for every year
 * (`06-14`). The year is `yearOf` the number.
 */
export function dayNumber(day: string): number {
  const monthDay = Number(day.slice(-5).replace('-', ''))
  return isRecurring(day) ? monthDay : oneYear * (Number(day.slice(0, 4)) + 1) + monthDay
}

export const yearOf = (day: number): number => Math.floor(day / oneYear)
export const monthDayOf = (day: number): number => day % oneYear
/** Returns true if a season's last day recurs every year: then its first day does too. */
export const recursOn = (to: number): boolean => to < oneYear
