import { isRecurring } from '../../calendar.ts'
import { holidayRule } from '../hours.ts'

/**
 * Opening hours made ready to be evaluated for every farm at once, as they lie in `serving/`: each
 * different schedule once, and the schedule of each row.
 *
 * A schedule is a time zone and some seasons; a season is its first and last day and a week of
 * openings. What they mean is told in data/schema/hours.ts. Places that close on public holidays have
 * their time zone under a name of its own: see `zoneName`.
 */
export type ScheduleArrays = {
  /** The schedule of each row; 0 = hours or time zone unknown. */
  ofRow: Uint32Array
  /** The time zone of each schedule: its place in `timeZonesFile`. That of schedule 0 says nothing. */
  zone: Uint16Array
  /** Where the seasons of each schedule begin, and last their end. Schedule 0 has none. */
  seasons: Uint32Array
  /** First and last day of each season, both included: see `dayNumber`. */
  from: Int32Array
  to: Int32Array
  /** The week of each season; 0 = its times are unknown. */
  week: Uint32Array
  /** Where the openings of each week begin, and last their end. Week 0 has none. */
  openings: Uint32Array
  /**
   * When each opening begins, and ends (excluded): `dayStride` times the day, 0 = Monday, plus
   * minutes after that day's midnight; past 1440 on the next day.
   */
  opens: Uint16Array
  closes: Uint16Array
}

export const scheduleFiles = {
  ofRow: 'serving/schedule.u32',
  zone: 'serving/schedule_zone.u16',
  seasons: 'serving/schedule_seasons.u32',
  from: 'serving/season_from.i32',
  to: 'serving/season_to.i32',
  week: 'serving/season_week.u32',
  openings: 'serving/week_openings.u32',
  opens: 'serving/opens.u16',
  closes: 'serving/closes.u16',
} as const satisfies Record<keyof ScheduleArrays, string>

/** The names of the time zones that schedules have, as JSON: see `zoneName`. */
export const timeZonesFile = 'serving/time_zones.json'

/**
 * The name of a time zone (IANA) among those of the schedules: for places that close on public
 * holidays `America/New_York; PH off`, whose clock tells holidays too.
 */
export const zoneName = (timezone: string, closesOnHolidays: boolean): string =>
  closesOnHolidays ? `${timezone}; ${holidayRule}` : timezone

/** What `zoneName` was given. */
export function readZoneName(name: string): { timezone: string; closesOnHolidays: boolean } {
  const [timezone, rule] = name.split('; ')
  return { timezone: timezone!, closesOnHolidays: rule === holidayRule }
}

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
