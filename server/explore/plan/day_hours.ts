import { addDays, weekday } from '../../../data/calendar.ts'
import { days, timeOfDay, type Day } from '../../../data/schema/hours.ts'
import { openingsOn } from '../../query/open_hours/open_at.ts'
import type { Opening } from '../../query/open_hours/schedule_rule.ts'
import { middleTimeZone, wallClock } from '../../query/open_hours/wall_clock.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Profile } from '../farm/profile.ts'
import { hoursAt, openingWords, timeWords } from '../farm/week.ts'

/**
 * A farm's openings on a date. Empty = closed on that day; null = unknown, or not shown to the visitor. The
 * rule is that of `open_on`; `statedOpenings` goes by hours of any age.
 */
export function openingsFor(
  { id, hours_json }: Profile,
  date: string,
  snapshot: Snapshot,
  rule = openingsOn,
): Opening[] | null {
  const row = hours_json == null ? undefined : snapshot.ids.rowOf(id)
  return row === undefined ? null : rule(snapshot.schedules, row, date)
}

/** The hours that a farm stated for a time of the year, however old: `Sat 9–1, May to October`. */
export const statedHours = ({ hours_json }: Profile, date: string): string | null =>
  hoursAt(hours_json?.seasons ?? [], date.slice(5))?.join('') ?? null

/** `9 AM`, `8:30 PM`, `noon`. */
export const clock = (minute: number): string => timeWords(timeOfDay(minute))

/** `9–1`, `closed`, `not known`. */
export const dayWords = (openings: readonly Opening[] | null): string => {
  if (openings === null) return 'not known'
  return openingWords(openings.map(([from, to]) => [timeOfDay(from), timeOfDay(to)])) || 'closed'
}

/**
 * The date of a day of the week, the next one after now, today included, by the clock of the first of some
 * farms whose time zone is known; or the date itself.
 */
export function dateOf(
  day: string,
  now: Date,
  farms: readonly Pick<Profile, 'hours_json'>[],
): string {
  const wanted = days.indexOf(day as Day)
  if (wanted === -1) return day
  const zone = farms.find(({ hours_json }) => hours_json?.timezone)?.hours_json?.timezone
  const today = wallClock(zone ?? middleTimeZone, now).date
  return addDays(today, (wanted - weekday(today) + 7) % 7)
}
