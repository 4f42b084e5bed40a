import { setImmediate } from 'node:timers/promises'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Schedules } from '../../../data/schema/serving/schedules.ts'
import {
  noHours,
  silentSchedules,
  oldHours,
} from '../../../data/schema/serving/silent_schedules.ts'
import {
  clockOf,
  closed,
  open,
  scheduleState,
  type ScheduleClock,
  scheduleDay,
  hoursKnownSince,
  openingsOf,
  unknown,
  type Opening,
  type ScheduleDay,
} from './schedule_rule.ts'
import { addDays, weekday } from '../../../data/calendar.ts'
import { readZoneName } from '../../../data/schema/serving/zone_names.ts'
import { weekdayOf, type DayAsked, type DayTime } from '../../http/parameters/instants.ts'
import { dayMinutes, wallClock, formatLocal, instantsOf } from './wall_clock.ts'

const minute_ms = 60_000

/**
 * The farms known to be open at an instant, by the clock of their own time zone; with `orUnknown` also farms
 * whose state is unknown. The result is the same within a minute.
 */
export function openAt(schedules: Schedules, at: Date, orUnknown: boolean): Condition {
  const minute = new Date(Math.floor(at.getTime() / minute_ms) * minute_ms)
  return {
    key: `open${orUnknown ? ' or unknown' : ''} at ${minute.toISOString()}`,
    rows: () => farmsOpen(schedules, (zone) => clockOf(zone, minute), orUnknown),
  }
}

/** The farms that are open by their local clocks, or not known to be closed. */
async function farmsOpen(
  schedules: Schedules,
  clockIn: (zone: string) => ScheduleClock,
  orUnknown: boolean,
): Promise<Bitmap> {
  const { ofRow, saidAt } = schedules
  const known = orUnknown ? closed : open
  const rows = Bitmap.fromLeast(ofRow, saidAt, await knownSince(schedules, clockIn, known))
  return orUnknown ? Bitmap.fromRanges([[0, ofRow.length]], ofRow.length).andNot(rows) : rows
}

/** The farms whose hours are known, as data or as text, however old. */
export const knownHours = (schedules: Schedules): Condition & { rows: () => Bitmap } => ({
  key: 'known hours',
  rows() {
    const wanted = new Uint8Array(schedules.zone.length).fill(1)
    wanted[noHours] = 0
    return Bitmap.fromNumbers(schedules.ofRow, wanted)
  },
})

/** Some milliseconds of work, after which the event loop gets a turn. */
const [zonesPerTurn, schedulesPerTurn] = [8, 50_000]

/**
 * For each schedule, the second since 1970 from which its hours must be confirmed for the state `known` to
 * hold by the zone's clock. Infinity if the schedule does not have that state.
 */
async function knownSince(
  schedules: Schedules,
  clockIn: (zone: string) => ScheduleClock,
  known: number,
): Promise<Float64Array> {
  const clocks: ScheduleClock[] = []
  for (const name of schedules.timeZones)
    if (clocks.push(clockIn(name)) % zonesPerTurn === 0) await setImmediate()
  const since = new Float64Array(schedules.zone.length).fill(Infinity)
  for (let schedule = silentSchedules; schedule < since.length; schedule++) {
    const clock = clocks[schedules.zone[schedule]!]!
    if (scheduleState(schedules, schedule, clock) === known) since[schedule] = clock.saidSince
    if (schedule % schedulesPerTurn === 0) await setImmediate()
  }
  return since
}

/** Every zone's midnight is at a quarter of an hour. */
const quarter_ms = 15 * 60_000

const wholeDay: DayTime = { from: 0, until: dayMinutes }

/**
 * The farms known to be open at a minute of a day, or at any minute of a period, by their local clock. With
 * `orUnknown` also farms whose state is unknown. A day of the week is the next one after `now`, today
 * included. Each zone uses its own calendar.
 */
export function openOn(
  schedules: Schedules,
  day: DayAsked,
  {
    time = wholeDay,
    now,
    orUnknown,
  }: { time?: DayTime | undefined; now: Date; orUnknown: boolean },
): Condition {
  const asOf = new Date(Math.floor(now.getTime() / quarter_ms) * quarter_ms)
  const dated = weekdayOf(day) === -1 ? day : `the ${day} from ${asOf.toISOString()}`
  return {
    key: `open${orUnknown ? ' or unknown' : ''} on ${dated}, ${time.from} to ${time.until}`,
    rows: () => farmsOpen(schedules, (zone) => clockOn(zone, day, time, asOf), orUnknown),
  }
}

function clockOn(zone: string, day: DayAsked, { from, until }: DayTime, now: Date): ScheduleClock {
  const { timezone, closesOnHolidays } = readZoneName(zone)
  const date = weekdayOf(day) === -1 ? day : coming(weekdayOf(day), wallClock(timezone, now).date)
  return {
    day: scheduleDay(date, closesOnHolidays),
    minute: from,
    until,
    saidSince: hoursKnownSince(new Date(date)),
  }
}

/** The first date of a weekday (0 = Monday) on or after a date. */
const coming = (wanted: number, date: string) => addDays(date, (wanted - weekday(date) + 7) % 7)

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

/**
 * Returns the openings of a row's farm on a date, by the clock of its own time zone. Empty = closed on that
 * day; null = unknown.
 */
export const openingsOn = (schedules: Schedules, row: number, date: string): Opening[] | null =>
  haveGrownOld(schedules, row, new Date(date)) ? null : statedOpenings(schedules, row, date)

/** As `openingsOn`, by hours of any age. */
export function statedOpenings(schedules: Schedules, row: number, date: string): Opening[] | null {
  const schedule = schedules.ofRow[row]!
  if (schedule < silentSchedules) return null
  const zone = readZoneName(schedules.timeZones[schedules.zone[schedule]!]!)
  const day = scheduleDay(date, zone.closesOnHolidays)
  const state = scheduleState(schedules, schedule, { day, minute: 0, until: dayMinutes })
  if (state === unknown) return null
  return state === closed ? [] : openingsOf(schedules, schedule, day)
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
