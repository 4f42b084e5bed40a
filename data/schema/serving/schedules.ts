import { isRecurring } from '../../calendar.ts'
import type { Columns } from './columns.ts'

/** The opening hours of all farms, compiled: see columns.ts. */
export type Schedules = Columns['schedules']

/** Minutes from one day to the next: room for two days, since an opening may end on the next. */
export const dayStride = 2 * 24 * 60

const oneYear = 10_000

/** No first day: before every date. And no last day: after every date. */
export const openBeginning = oneYear
export const openEnd = 0x7fffffff

/**
 * A day as a number that grows with it: of a year (`2017-06-14`) one of at least 10,101, of every
 * year (`06-14`) a lesser one. The year is `yearOf` the number.
 */
export function dayNumber(day: string): number {
  const monthDay = Number(day.slice(-5).replace('-', ''))
  return isRecurring(day) ? monthDay : oneYear * (Number(day.slice(0, 4)) + 1) + monthDay
}

export const yearOf = (day: number): number => Math.floor(day / oneYear)
export const monthDayOf = (day: number): number => day % oneYear
/** Whether the last day of a season is one of every year: its first day then is too. */
export const recursOn = (to: number): boolean => to < oneYear
