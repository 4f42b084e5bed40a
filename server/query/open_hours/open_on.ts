import { addDays, weekday } from '../../../data/calendar.ts'
import type { Schedules } from '../../../data/schema/serving/schedules.ts'
import { readZoneName } from '../../../data/schema/serving/zone_names.ts'
import { weekdayOf, type DayAsked, type DayTime } from '../../http/parameters/instants.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { farmsOpen } from './open_at.ts'
import { scheduleDay, hoursKnownSince, type ScheduleClock } from './schedule_rule.ts'
import { dayMinutes, wallClock } from './wall_clock.ts'

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
