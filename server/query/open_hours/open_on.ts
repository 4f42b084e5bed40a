import { addDays, weekday } from '../../../data/calendar.ts'
import type { Schedules } from '../../../data/schema/serving/schedules.ts'
import { readZoneName } from '../../../data/schema/serving/zone_names.ts'
import { weekdayOf, type DayAsked, type DayTime } from '../../http/parameters/instants.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { openFarms } from './open_at.ts'
import { dayOf, saidSince, type Clock } from './schedule_rule.ts'
import { dayMinutes, wallClock } from './wall_clock.ts'

/** Every zone's midnight is at a quarter of an hour. */
const quarter_ms = 15 * 60_000

const wholeDay: DayTime = { from: 0, until: dayMinutes }

/**
 * The farms that are known to be open at some minute of a day, or of some time of it, by the clock of
 * their own time zone; with `orUnknown` also those of which it is not known. A day of the week is the
 * coming one after `now`, today included, by each zone's own calendar.
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
    rows: () => openFarms(schedules, (zone) => clockOn(zone, day, time, asOf), orUnknown),
  }
}

function clockOn(zone: string, day: DayAsked, { from, until }: DayTime, now: Date): Clock {
  const { timezone, closesOnHolidays } = readZoneName(zone)
  const date = weekdayOf(day) === -1 ? day : coming(weekdayOf(day), wallClock(timezone, now).date)
  return {
    day: dayOf(date, closesOnHolidays),
    minute: from,
    until,
    saidSince: saidSince(new Date(date)),
  }
}

/** The first date of a day of the week, 0 = Monday, from a date on. */
const coming = (wanted: number, date: string) => addDays(date, (wanted - weekday(date) + 7) % 7)
