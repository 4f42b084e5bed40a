import { setImmediate } from 'node:timers/promises'
import { mayBePublicHoliday } from '../../../data/schema/public_holidays.ts'
import {
  dayNumber,
  dayStride,
  monthDayOf,
  readZoneName,
  recursOn,
  yearOf,
} from '../../../data/schema/serving/schedules.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Schedules } from '../../snapshot/columns/schedules.ts'
import { addDays, dayMinutes, wallClock, weekday } from './wall_clock.ts'

const minute_ms = 60_000

/**
 * The farms that are known to be open at an instant, by the clock of their own time zone; with
 * `orUnknown` those too of which it is not known. The same for every instant of a minute.
 */
export function openAt(schedules: Schedules, at: Date, orUnknown: boolean): Condition {
  const minute = new Date(Math.floor(at.getTime() / minute_ms) * minute_ms)
  return {
    key: `open${orUnknown ? ' or unknown' : ''} at ${minute.toISOString()}`,
    async rows() {
      const states = await openStates(schedules, minute)
      const wanted = states.map((state) => +(state === open || (orUnknown && state === unknown)))
      return Bitmap.fromNumbers(schedules.ofRow, wanted)
    },
  }
}

/** What a schedule says of an instant, as numbers. */
const [closed, open, unknown] = [0, 1, 2]

/** Some milliseconds' work: the event loop gets a turn after each. */
const [zonesPerTurn, schedulesPerTurn] = [8, 50_000]

/**
 * What each schedule says of an instant: `openState`'s `open`, for all of them at once: 0 = closed,
 * 1 = open, 2 = unknown.
 */
export async function openStates(schedules: Schedules, at: Date): Promise<Uint8Array> {
  const clocks: Clock[] = []
  for (const name of schedules.timeZones)
    if (clocks.push(clockOf(name, at)) % zonesPerTurn === 0) await setImmediate()
  const states = new Uint8Array(schedules.zone.length)
  states[0] = unknown
  for (let schedule = 1; schedule < states.length; schedule++) {
    states[schedule] = stateOf(schedules, schedule, clocks[schedules.zone[schedule]!]!)
    if (schedule % schedulesPerTurn === 0) await setImmediate()
  }
  return states
}

/** The day and the minute of a time zone, as numbers that seasons and openings are compared with. */
type Clock = {
  today: number
  yesterday: number
  /** The minute as one of an opening that began today, and as one of yesterday's. */
  fromToday: number
  fromYesterday: number
  /** Whether what would begin on the day is unknown: it may be a holiday, on which the places close. */
  isTodayDoubtful: boolean
  isYesterdayDoubtful: boolean
}

function clockOf(zone: string, at: Date): Clock {
  const { timezone, closesOnHolidays } = readZoneName(zone)
  const { date, minute } = wallClock(timezone, at)
  const dayBefore = addDays(date, -1)
  return {
    today: dayNumber(date),
    yesterday: dayNumber(dayBefore),
    fromToday: dayStride * weekday(date) + minute,
    fromYesterday: dayStride * weekday(dayBefore) + dayMinutes + minute,
    isTodayDoubtful: closesOnHolidays && mayBePublicHoliday(date),
    isYesterdayDoubtful: closesOnHolidays && mayBePublicHoliday(dayBefore),
  }
}

/** The rule of `hoursOn` and `isOpen` (open_rule.ts), over the arrays. */
function stateOf(schedules: Schedules, schedule: number, clock: Clock): number {
  const { seasons, from, to, week } = schedules
  let appliesToday = false
  let isComplete = !clock.isTodayDoubtful
  for (let season = seasons[schedule]!; season < seasons[schedule + 1]!; season++) {
    if (applies(from[season]!, to[season]!, clock.today)) {
      appliesToday = true
      if (week[season] === 0) isComplete = false
      else if (!clock.isTodayDoubtful && isIn(schedules, week[season]!, clock.fromToday))
        return open
    }
    if (applies(from[season]!, to[season]!, clock.yesterday))
      if (isIn(schedules, week[season]!, clock.fromYesterday)) {
        if (!clock.isYesterdayDoubtful) return open
        isComplete = false
      }
  }
  if (!isComplete) return unknown
  return appliesToday || isSpokenOf(schedules, schedule, clock.today) ? closed : unknown
}

function applies(from: number, to: number, date: number): boolean {
  if (!recursOn(to)) return from <= date && date <= to
  const day = monthDayOf(date)
  return from <= to ? from <= day && day <= to : from <= day || day <= to
}

function isIn({ openings, opens, closes }: Schedules, week: number, minute: number): boolean {
  for (let opening = openings[week]!; opening < openings[week + 1]!; opening++)
    if (opens[opening]! <= minute && minute < closes[opening]!) return true
  return false
}

/** Whether a schedule speaks of a date on which none of its seasons applies. */
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
