import { addDays } from '../../../data/calendar.ts'
import type { Schedules } from '../../../data/schema/serving/schedules.ts'
import {
  noHours,
  oldHours,
  silentSchedules,
} from '../../../data/schema/serving/silent_schedules.ts'
import { readZoneName } from '../../../data/schema/serving/zone_names.ts'
import {
  clockOf,
  scheduleDay,
  open,
  hoursKnownSince,
  scheduleState,
  unknown,
  type ScheduleDay,
} from './schedule_rule.ts'
import { dayMinutes, formatLocal, instantsOf, wallClock } from './wall_clock.ts'

/**
 * `open`: null if unknown. `next_change`: the next instant at which `open` turns to its opposite, RFC 3339
 * in local time; null if `open` is, or if no change is known within 366 days.
 */
export type OpenState = { open: boolean | null; next_change: string | null }

const horizon_days = 366

/** Returns true if a row's hours were last confirmed too long before an instant to be known then. */
export const haveGrownOld = ({ ofRow, saidAt }: Schedules, row: number, at: Date): boolean =>
  ofRow[row] === oldHours || (ofRow[row] !== noHours && saidAt[row]! < hoursKnownSince(at))

/**
 * Returns the state of a row's farm at an instant, by the clock of its own time zone, and its next change.
 * Throws a RangeError for a time zone that does not exist.
 */
export function openState(schedules: Schedules, row: number, at: Date): OpenState {
  const schedule = schedules.ofRow[row]!
  if (schedule < silentSchedules || haveGrownOld(schedules, row, at))
    return { open: null, next_change: null }
  const zone = schedules.timeZones[schedules.zone[schedule]!]!
  const state = scheduleState(schedules, schedule, clockOf(zone, at))
  if (state === unknown) return { open: null, next_change: null }
  const change = nextChange(schedules, schedule, at, state, readZoneName(zone))
  const isKnown = change !== null && !haveGrownOld(schedules, row, change)
  return {
    open: state === open,
    next_change: isKnown ? formatLocal(readZoneName(zone).timezone, change) : null,
  }
}

/** Finds the first instant after `after` at which a schedule has the opposite of `state`. */
function nextChange(
  schedules: Schedules,
  schedule: number,
  after: Date,
  state: number,
  { timezone, closesOnHolidays }: ReturnType<typeof readZoneName>,
): Date | null {
  const { date } = wallClock(timezone, after)
  for (let days = 0; days <= horizon_days; days++) {
    const then = addDays(date, days)
    const day = scheduleDay(then, closesOnHolidays)
    const minutes = turns(schedules, schedule, day)
    const stateAt = (minute: number) => scheduleState(schedules, schedule, { day, minute })
    // Most days are like the previous day and need no instants.
    if (minutes.every((minute) => stateAt(minute) === state)) continue
    for (const instant of instantsOf(timezone, then, minutes)) {
      const found = instant > after ? stateAt(wallClock(timezone, instant).minute) : state
      if (found === unknown) return null
      if (found !== state) return instant
    }
  }
  return null
}

/** The minutes (0–1439) of a day at which a schedule's state may change, midnight included. */
function turns(
  schedules: Schedules,
  schedule: number,
  { fromToday, fromYesterday }: ScheduleDay,
): number[] {
  const { seasons, week, openings, opens, closes } = schedules
  const minutes = new Set([0])
  for (let season = seasons[schedule]!; season < seasons[schedule + 1]!; season++)
    for (let each = openings[week[season]!]!; each < openings[week[season]! + 1]!; each++)
      for (const minute of [opens[each]!, closes[each]!])
        minutes.add(minute - fromToday).add(minute - fromYesterday)
  return [...minutes].filter((minute) => minute >= 0 && minute < dayMinutes)
}
