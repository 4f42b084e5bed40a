/**
 * The oracle of server/query/open_hours: evaluates hours as they are published, one place and one day
 * at a time.
 */
import {
  closesOnHolidays,
  days as week,
  type HoursJson,
  type Season,
  type Weekly,
} from '../../data/schema/hours.ts'
import { mayBePublicHoliday } from '../../data/schema/public_holidays.ts'
import type { OpenState } from '../../server/query/open_hours/open_at.ts'
import { addDays, isRecurring, weekday } from '../../data/calendar.ts'
import {
  dayMinutes,
  formatLocal,
  instantsOf,
  wallClock,
} from '../../server/query/open_hours/wall_clock.ts'

const unknown: OpenState = { open: null, next_change: null }
const horizonDays = 366

/**
 * Whether hours that were said at a moment, RFC 3339 in UTC (null = nobody knows when), are unknown at an
 * instant that is more than three years later: by comparing texts.
 */
export function areOld(saidAt: string | null, at: Date): boolean {
  const [year, rest] = [at.getUTCFullYear() - 3, at.toISOString().slice(4)]
  // Three years before a leap year is none.
  return saidAt === null || new Date(saidAt).toISOString() < year + rest.replace('-02-29', '-02-28')
}

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

/**
 * Whether a place is open at any minute from `from` to `until` (excluded) of a date, by its own clock;
 * null where none is known to be, and of one it is not known.
 */
export function openOn(
  hours: HoursJson | null,
  date: string,
  [from, until]: [from: number, until: number],
): boolean | null {
  if (!hours?.timezone) return null
  const ofDate = hoursOn(hours, date)
  let found: boolean | null = false
  for (let minute = from; minute < until; minute++) {
    const state = isOpen(ofDate, minute)
    if (state === true) return true
    found = state === null ? null : found
  }
  return found
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

/** true, false, or null where the source does not say. */
type Open = boolean | null

type Opening = [opens: number, closes: number]

/**
 * What is known of one date. `openings` are minutes of that day, [opens, closes) within 0–1440, in no
 * order; so are `doubtful`, at which it is unknown where no opening is. At any other minute the place is
 * closed if `isComplete`, and unknown if not.
 */
type DayHours = { openings: Opening[]; doubtful: Opening[]; isComplete: boolean }

/** Whether a place with these hours is open at a minute of the day, 0–1439. */
function isOpen({ openings, doubtful, isComplete }: DayHours, minute: number): Open {
  const isIn = ([opens, closes]: Opening) => opens <= minute && minute < closes
  if (openings.some(isIn)) return true
  return isComplete && !doubtful.some(isIn) ? false : null
}

/**
 * The hours of a date, `YYYY-MM-DD`: the openings of all seasons that apply, and of yesterday's those
 * that run past midnight.
 *
 * They are not complete if a season that applies has no times, or if the source does not speak of the
 * date: where no season applies the place is closed, unless its seasons are of stated years and
 * none of them touches the year of this date.
 *
 * Of a place that closes on public holidays nothing is known that would begin on a date that may be
 * one: there it is not certain what is a holiday.
 */
function hoursOn(hours: Pick<HoursJson, 'seasons' | 'note'>, date: string): DayHours {
  const { seasons } = hours
  const yesterday = addDays(date, -1)
  const [isDoubtful, wasDoubtful] = [date, yesterday].map(
    (day) => closesOnHolidays(hours) && mayBePublicHoliday(day),
  )
  const today = seasons.filter((season) => applies(season, date))
  const fromToday = isDoubtful ? [] : today.flatMap((season) => openingsOf(season, date))
  const fromYesterday = seasons
    .filter((season) => applies(season, yesterday))
    .flatMap((season) => openingsOf(season, yesterday))
    .map(([opens, closes]): Opening => [opens - dayMinutes, closes - dayMinutes])
  const isSpokenFor = today.length > 0 ? today.every(knownWeekly) : isSpokenOf(seasons, date)
  return {
    openings: withinDay(wasDoubtful ? fromToday : [...fromToday, ...fromYesterday]),
    doubtful: wasDoubtful ? withinDay(fromYesterday) : [],
    isComplete: isSpokenFor && !isDoubtful,
  }
}

const withinDay = (openings: Opening[]) =>
  openings
    .filter(([opens, closes]) => opens < dayMinutes && closes > 0)
    .map(([opens, closes]): Opening => [Math.max(opens, 0), Math.min(closes, dayMinutes)])

type Days = Pick<Season, 'from' | 'to'>

function applies({ from, to }: Days, date: string): boolean {
  if (!isClear({ from, to })) return true
  if (from !== null && to !== null && isRecurring(from)) {
    const day = date.slice(5)
    return from <= to ? from <= day && day <= to : from <= day || day <= to
  }
  return (from === null || from <= date) && (to === null || date <= to)
}

function isSpokenOf(seasons: Season[], date: string): boolean {
  const dated = seasons.filter(isDated)
  return (
    seasons.length > 0 && (dated.length === 0 || dated.some((season) => touchesYear(season, date)))
  )
}

function touchesYear({ from, to }: Days, date: string): boolean {
  const year = date.slice(0, 4)
  return (from === null || from.slice(0, 4) <= year) && (to === null || year <= to.slice(0, 4))
}

/** The weekly schedule of a season that applies; null if it is not known. */
const knownWeekly = (season: Season): Weekly | null => (isClear(season) ? season.weekly : null)

/** Half of a recurring season, or one recurring and one dated end, says nothing certain. */
const isClear = ({ from, to }: Days) => isRecurring(from) === isRecurring(to)
const isDated = ({ from, to }: Days) => from?.length === 10 || to?.length === 10

/** The openings that begin on a date, in minutes after its midnight; past 1440 on the next day. */
function openingsOf(season: Season, date: string): Opening[] {
  const openings = knownWeekly(season)?.[week[weekday(date)]!] ?? []
  return openings.map(([from, to]) => {
    const [opens, closes] = [minuteOfDay(from), minuteOfDay(to)]
    return [opens, closes > opens ? closes : closes + dayMinutes]
  })
}

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
