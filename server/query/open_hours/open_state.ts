import type { HoursJson } from '../../../data/schema/hours.ts'
import { hoursOn, isOpen, type Open } from './open_rule.ts'
import { addDays, dayMinutes, formatLocal, instantsOf, wallClock } from './wall_clock.ts'

/** `next_change`: the next instant at which `open` turns to its opposite, RFC 3339 in local time. */
export type OpenState = { open: Open; next_change: string | null }

const unknown: OpenState = { open: null, next_change: null }
const horizonDays = 366

/**
 * Tells whether a place with these hours is open at an instant, by the clock of its own time zone,
 * and until when. `open` is null if the hours or the time zone are not known, or do not speak of that
 * time (see `hoursOn`); `next_change` is null if `open` is, and if it is not known to change within
 * 366 days. Throws a RangeError for a time zone that does not exist.
 */
export function openState(hours: HoursJson | null, at: Date): OpenState {
  if (!hours?.timezone) return unknown
  const place: Place = { ...hours, timezone: hours.timezone }
  const { timezone } = place
  const { date, minute } = wallClock(timezone, at)
  const open = isOpen(hoursOn(place, date), minute)
  if (open === null) return unknown
  for (let day = 0; day <= horizonDays; day++) {
    const change = changeOn(place, addDays(date, day), at, open)
    if (change === 'unknown') break
    if (change) return { open, next_change: formatLocal(timezone, change) }
  }
  return { open, next_change: null }
}

type Place = HoursJson & { timezone: string }

/** The first instant of a date, and after another, at which a place is no longer open, or closed. */
function changeOn(place: Place, date: string, after: Date, open: boolean): Date | 'unknown' | null {
  const { timezone } = place
  const hours = hoursOn(place, date)
  const ends = [...hours.openings, ...hours.doubtful].flat()
  const minutes = [0, ...ends.filter((minute) => minute < dayMinutes)]
  // Most days are like the one before: no instants need be worked out.
  if (minutes.every((minute) => isOpen(hours, minute) === open)) return null
  for (const instant of instantsOf(timezone, date, minutes)) {
    if (instant <= after) continue
    const then = isOpen(hours, wallClock(timezone, instant).minute)
    if (then === null) return 'unknown'
    if (then !== open) return instant
  }
  return null
}
