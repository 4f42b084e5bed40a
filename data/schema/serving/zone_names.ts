import { holidayRule, isTimeZone } from '../hours.ts'

/**
 * The name of a time zone (IANA) in the schedules; for places that close on public holidays
 * `America/New_York; PH off`, whose clock includes holidays.
 */
export const zoneName = (timezone: string, closesOnHolidays: boolean): string =>
  closesOnHolidays ? `${timezone}; ${holidayRule}` : timezone

/** The arguments of `zoneName` for a name. */
export function readZoneName(name: string): { timezone: string; closesOnHolidays: boolean } {
  const [timezone, rule] = name.split('; ')
  return { timezone: timezone!, closesOnHolidays: rule === holidayRule }
}

/** Returns true for such a name, with a zone that this machine has. */
export const isZoneName = (name: string): boolean => isTimeZone(readZoneName(name).timezone)
