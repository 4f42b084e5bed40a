import { holidayRule } from '../hours.ts'

/**
 * The name of a time zone (IANA) among those of the schedules: for places that close on public
 * holidays `America/New_York; PH off`, whose clock knows holidays too.
 */
export const zoneName = (timezone: string, closesOnHolidays: boolean): string =>
  closesOnHolidays ? `${timezone}; ${holidayRule}` : timezone

/** What `zoneName` was given. */
export function readZoneName(name: string): { timezone: string; closesOnHolidays: boolean } {
  const [timezone, rule] = name.split('; ')
  return { timezone: timezone!, closesOnHolidays: rule === holidayRule }
}

/** Whether a text is such a name, of a zone that this machine knows. */
export function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: readZoneName(name).timezone }).format()
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
