import { addDays, isInYear, weekday, yearsBefore } from '../../../data/calendar.ts'
import { mayBePublicHoliday } from '../../../data/schema/public_holidays.ts'
import {
  dayNumber,
  dayStride,
  monthDayOf,
  recursOn,
  yearOf,
  type Schedules,
} from '../../../data/schema/serving/schedules.ts'
import { readZoneName } from '../../../data/schema/serving/zone_names.ts'
import { dayMinutes, wallClock } from './wall_clock.ts'

/** The state of a schedule at a minute, as a number. */
export const [closed, open, unknown] = [0, 1, 2]

/** A date, as numbers for comparison with seasons and openings. */
export type ScheduleDay = {
  today: number
  yesterday: number
  /** The day's midnight as a minute of openings that began today, and of openings that began yesterday. */
  fromToday: number
  fromYesterday: number
  /** True if openings that begin on the day are unknown: it may be a holiday on which the places close. */
  isTodayDoubtful: boolean
  isYesterdayDoubtful: boolean
}

/** A date, `YYYY-MM-DD`, for schedules of places that do or do not close on public holidays. */
export function scheduleDay(date: string, closesOnHolidays: boolean): ScheduleDay {
  const dayBefore = addDays(date, -1)
  return {
    today: dayNumber(date),
    yesterday: dayNumber(dayBefore),
    fromToday: dayStride * weekday(date),
    fromYesterday: dayStride * weekday(dayBefore) + dayMinutes,
    isTodayDoubtful: closesOnHolidays && mayBePublicHoliday(date),
    isYesterdayDoubtful: closesOnHolidays && mayBePublicHoliday(dayBefore),
  }
}

/** A minute of a day, 0–1439; or a period from `minute` to `until` (excluded, 1440 at most). */
type Time = { day: ScheduleDay; minute: number; until?: number }

/** A clock's time, and the second since 1970 from which confirmed hours are known at that time. */
export type ScheduleClock = Time & { saidSince: number }

/**
 * The first second since 1970 of the three years (UTC) before an instant. Hours last confirmed earlier are
 * unknown at the instant. At least 1, since 0 is never.
 */
export const hoursKnownSince = (at: Date): number =>
  Math.max(1, yearsBefore(at, 3).getTime() / 1000)

/** Reads a zone's clock (see `zoneName`) at an instant. Throws a RangeError for an unknown zone. */
export function clockOf(zone: string, at: Date): ScheduleClock {
  const { timezone, closesOnHolidays } = readZoneName(zone)
  const { date, minute } = wallClock(timezone, at)
  return { day: scheduleDay(date, closesOnHolidays), minute, saidSince: hoursKnownSince(at) }
}

/**
 * Returns a schedule's state at a minute of a day, or in a period of the day. It is open at any minute in an
 * opening of a season that applies, or in yesterday's opening that runs past midnight.
 *
 * Outside all openings, the state is unknown if an applicable season has no times. If no season applies, the
 * place is closed. But if all its seasons are of stated years and none touches this year, the state is
 * unknown.
 *
 * If a place closes on public holidays, openings that begin on a possible holiday are unknown, because its
 * holidays are not certain.
 */
export function scheduleState(
  schedules: Schedules,
  schedule: number,
  { day, minute, until = minute + 1 }: Time,
): number {
  const { seasons, from, to, week } = schedules
  let appliesToday = false
  let isComplete = !day.isTodayDoubtful
  for (let season = seasons[schedule]!; season < seasons[schedule + 1]!; season++) {
    if (applies(from[season]!, to[season]!, day.today)) {
      appliesToday = true
      if (week[season] === 0) isComplete = false
      else if (
        !day.isTodayDoubtful &&
        isOpenIn(schedules, week[season]!, day.fromToday + minute, day.fromToday + until)
      )
        return open
    }
    if (applies(from[season]!, to[season]!, day.yesterday))
      if (
        isOpenIn(schedules, week[season]!, day.fromYesterday + minute, day.fromYesterday + until)
      ) {
        if (!day.isYesterdayDoubtful) return open
        isComplete = false
      }
  }
  if (!isComplete) return unknown
  return appliesToday || isSpokenOf(schedules, schedule, day.today) ? closed : unknown
}

function applies(from: number, to: number, date: number): boolean {
  if (!recursOn(to)) return from <= date && date <= to
  return isInYear(from, to, monthDayOf(date))
}

/** Returns true if a week has an opening at any minute from `from` to `until`, excluded. */
function isOpenIn(
  { openings, opens, closes }: Schedules,
  week: number,
  from: number,
  until: number,
): boolean {
  for (let opening = openings[week]!; opening < openings[week + 1]!; opening++)
    if (opens[opening]! < until && from < closes[opening]!) return true
  return false
}

/** Minutes after a day's midnight, [opens, closes); a time past 1440 is on the next day. */
export type Opening = readonly [opens: number, closes: number]

/**
 * Returns the openings that begin on a day, in order. If none begins, returns the rest of yesterday's
 * openings past midnight.
 */
export function openingsOf(schedules: Schedules, schedule: number, day: ScheduleDay): Opening[] {
  const begun = day.isTodayDoubtful
    ? []
    : openingsAfter(schedules, schedule, day.today, day.fromToday)
  return begun.length > 0
    ? begun
    : openingsAfter(schedules, schedule, day.yesterday, day.fromYesterday)
}

/** The openings of the seasons of a date that touch the day from a midnight on. */
function openingsAfter(
  { seasons, from, to, week, openings, opens, closes }: Schedules,
  schedule: number,
  date: number,
  midnight: number,
): Opening[] {
  const found: Opening[] = []
  for (let season = seasons[schedule]!; season < seasons[schedule + 1]!; season++)
    if (applies(from[season]!, to[season]!, date))
      for (let each = openings[week[season]!]!; each < openings[week[season]! + 1]!; each++)
        if (opens[each]! < midnight + dayMinutes && midnight < closes[each]!)
          found.push([Math.max(0, opens[each]! - midnight), closes[each]! - midnight])
  return found.sort(([one], [other]) => one - other)
}

/** Returns true if a schedule covers the year of a date on which none of its seasons applies. */
function isSpokenOf({ seasons, from, to }: Schedules, schedule: number, date: number): boolean {
  const year = yearOf(date)
  let hasDated = false
  for (let season = seasons[schedule]!; season < seasons[schedule + 1]!; season++) {
    if (recursOn(to[season]!)) continue
    if (yearOf(from[season]!) <= year && year <= yearOf(to[season]!)) return true
    hasDated = true
  }
  return !hasDated
}
