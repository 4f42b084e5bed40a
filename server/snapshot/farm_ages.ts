import { dateOfDay, epochDay } from '../../data/calendar.ts'
import { firstDayOf } from '../http/parameters/instants.ts'

/** Farms by the age of `updated_at` on a day. */
export type Ages = {
  within_1_year: number
  '1_to_3_years': number
  over_3_years: number
  never_dated: number
  /** The day by which half of the farms were last updated, `YYYY-MM-DD`; null if half or more lack a date. */
  median: string | null
}

/** The number of farms last updated on a day. */
type DayCount = { day: string | null; farms: number }

/**
 * Counts the farms by day, ascending; farms without a date come first. `updatedAt`: milliseconds since 1970;
 * NaN = unknown.
 */
export function countByDay(updatedAt: Float64Array): DayCount[] {
  const farms = new Map<number, number>()
  for (const ms of updatedAt) {
    const day = Number.isNaN(ms) ? -Infinity : epochDay(ms)
    farms.set(day, (farms.get(day) ?? 0) + 1)
  }
  return [...farms]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, farms]) => ({ day: day === -Infinity ? null : dateOfDay(day), farms }))
}

/** Returns the ages on an instant's UTC day. A farm updated exactly a year earlier is within 1 year. */
export function agesOn(days: readonly DayCount[], now: Date): Ages {
  const yearAgo = dateOfDay(firstDayOf('1y', now))
  const threeYearsAgo = dateOfDay(firstDayOf('3y', now))
  const ages = { within_1_year: 0, '1_to_3_years': 0, over_3_years: 0, never_dated: 0 }
  for (const { day, farms } of days) {
    if (day === null) ages.never_dated += farms
    else if (day >= yearAgo) ages.within_1_year += farms
    else if (day >= threeYearsAgo) ages['1_to_3_years'] += farms
    else ages.over_3_years += farms
  }
  const half = days.reduce((sum, { farms }) => sum + farms, 0) / 2
  let sum = 0
  const median = days.find(({ farms }) => (sum += farms) >= half)?.day ?? null
  return { ...ages, median }
}
