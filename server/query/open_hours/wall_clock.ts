import { utcDay } from '../../../data/calendar.ts'
import { firstWhere } from '../../../data/binary_search.ts'
import { memoize } from '../../../data/memoize.ts'

export const dayMinutes = 24 * 60
const minuteMs = 60_000
/** The time zone of the middle of the country, for clients and farms whose own is unknown. */
export const middleTimeZone = 'America/Chicago'
const dayMs = dayMinutes * minuteMs

/** A local date as `YYYY-MM-DD` and the minute of the day, 0–1439. */
export type WallClock = { date: string; minute: number }

/** The wall clock of a time zone (IANA name) at an instant. Throws a RangeError for an unknown zone. */
export function wallClock(timezone: string, at: Date): WallClock {
  const local = new Date(at.getTime() + offsetMinutes(timezone, at) * minuteMs)
  return { date: utcDay(local), minute: local.getUTCHours() * 60 + local.getUTCMinutes() }
}

/** An instant as RFC 3339 with the time zone's offset, to the second: `2026-07-04T09:00:00-04:00`. */
export function formatLocal(timezone: string, at: Date): string {
  const offset = offsetMinutes(timezone, at)
  const local = new Date(at.getTime() + offset * minuteMs).toISOString().slice(0, 19)
  const size = new Date(Math.abs(offset) * minuteMs).toISOString().slice(11, 16)
  return `${local}${offset < 0 ? '-' : '+'}${size}`
}

/**
 * The instants, in order, at which a wall clock shows one of these minutes (0–1439) of a date. Includes the
 * instants at which it is put forward or back on that date. If the clock is put back, a minute may have two
 * instants. If it is put forward, a minute may have one that shows a different minute.
 */
export function instantsOf(timezone: string, date: string, minutes: number[]): Date[] {
  // A local day lies between these, whatever the zone (UTC-12 to UTC+14).
  const start = Date.parse(date) - 14 * 60 * minuteMs
  const end = Date.parse(date) + dayMs + 12 * 60 * minuteMs
  const before = offsetMinutes(timezone, new Date(start))
  const after = offsetMinutes(timezone, new Date(end))
  const instants = [before, after].flatMap((offset) =>
    minutes.map((minute) => Date.parse(date) + (minute - offset) * minuteMs),
  )
  if (before !== after) instants.push(offsetChange(timezone, start, end))
  return [...new Set(instants)]
    .sort((a, b) => a - b)
    .map((ms) => new Date(ms))
    .filter((instant) => wallClock(timezone, instant).date === date)
}

/** The first whole minute, in milliseconds, at which the offset is no longer that of `start`. */
function offsetChange(timezone: string, start: number, end: number): number {
  const before = offsetMinutes(timezone, new Date(start))
  const isChanged = (minute: number) =>
    offsetMinutes(timezone, new Date(minute * minuteMs)) !== before
  return firstWhere(start / minuteMs, end / minuteMs, isChanged) * minuteMs
}

/** Local time minus UTC, in minutes. */
function offsetMinutes(timezone: string, at: Date): number {
  const parts: Partial<Record<string, number>> = {}
  for (const { type, value } of formatter(timezone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day, hour, minute } = parts
  const local = Date.UTC(year, month - 1, day, hour, minute)
  return local / minuteMs - Math.floor(at.getTime() / minuteMs)
}

/** Making a formatter takes far longer than using one. There are some 30 time zones in the US. */
const formatter = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
)
