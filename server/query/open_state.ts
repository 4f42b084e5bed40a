import type { HoursJson } from '../../data/schema/hours.ts'
import { changesOn, isOpen, type Open } from './open_rule.ts'
import { addDays, formatLocal, instantsOf, wallClock } from './wall_clock.ts'

/** `next_change`: the next instant at which `open` turns to its opposite, RFC 3339 in local time. */
export type OpenState = { open: Open; next_change: string | null }

const unknown: OpenState = { open: null, next_change: null }
const horizonDays = 366

/**
 * Tells whether a place with these hours is open at an instant, by the clock of its own time zone,
 * and until when. `open` is null if the hours, or the time zone, are not known or do not speak of
 * that time (see `isOpen`); `next_change` is null if `open` is, and if it is not known to change within
 * 366 days.
 */
export function openState(hours: HoursJson | null, at: Date): OpenState {
  if (!hours?.timezone) return unknown
  const { seasons, timezone } = hours
  const open = isOpen(seasons, wallClock(timezone, at))
  if (open === null) return unknown
  const change = nextChange({ seasons, timezone }, at, open)
  return { open, next_change: change && formatLocal(timezone, change) }
}

type Place = Pick<HoursJson, 'seasons'> & { timezone: string }

function nextChange({ seasons, timezone }: Place, at: Date, open: boolean): Date | null {
  const today = wallClock(timezone, at).date
  for (let day = 0; day <= horizonDays; day++) {
    const date = addDays(today, day)
    const minutes = changesOn(seasons, date)
    if (minutes.every((minute) => isOpen(seasons, { date, minute }) === open)) continue
    for (const instant of instantsOf(timezone, date, minutes)) {
      if (instant <= at) continue
      const then = isOpen(seasons, wallClock(timezone, instant))
      if (then !== open) return then === null ? null : instant
    }
  }
  return null
}
