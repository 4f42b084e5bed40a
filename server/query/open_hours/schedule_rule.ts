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

/** What a schedule says of a minute, as a number. */
export const [closed, open, unknown] = [0, 1, 2]

/** A date, as numbers that seasons and openings are compared with. */
export type Day = {
  today: number
  yesterday: number
  /** Its midnight as a minute of the openings that began today, and of those of yesterday. */
  fromToday: number
  fromYesterday: number
  /** Whether what would begin on the day is unknown: it may be a holiday, on which the places close. */
  isTodayDoubtful: boolean
  isYesterdayDoubtful: boolean
}

/** A date, `YYYY-MM-DD`, for the schedules of places that close on public holidays, or of those that do not. */
export function dayOf(date: string, closesOnHolidays: boolean): Day {
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

/** A minute of a day, 0–1439; or some time of it, from `minute` to `until` (excluded, 1440 at most). */
type Time = { day: Day; minute: number; until?: number }

/** What a clock shows, and from which second since 1970 on hours were said that are known then. */
export type Clock = Time & { saidSince: number }

/**
 * The first second since 1970 of the three years (UTC) before an instant: hours that were last said
 * before are unknown then. At least 1, since 0 is never.
 */
export const saidSince = (at: Date): number => Math.max(1, yearsBefore(at, 3).getTime() / 1000)

/** What a clock in a zone (see `zoneName`) shows at an instant. Throws a RangeError for an unknown one. */
export function clockOf(zone: string, at: Date): Clock {
  const { timezone, closesOnHolidays } = readZoneName(zone)
  const { date, minute } = wallClock(timezone, at)
  return { day: dayOf(date, closesOnHolidays), minute, saidSince: saidSince(at) }
}

/**
 * Whether a schedule has a place open at a minute of a day, or at any minute of some time of it: in an
 * opening of a season that applies, or in one of yesterday's that runs past midnight.
 *
 * Outside all openings it is unknown while a season applies that has no times. Where no season applies
 * the place is closed; but it is unknown where its seasons are of stated years, and none touches the
 * year of this day.
 *
 * For a place that closes on public holidays, openings that would begin on a day that may be a holiday
 * are unknown: what is a holiday there is not certain.
 */
export function stateOf(
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

/** Whether a week has an opening at any minute from `from` to `until`, excluded. */
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

/** Whether anything is known of a date on which none of a schedule's seasons applies. */
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
