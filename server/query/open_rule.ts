import { days as week, type Season, type Weekly } from '../../data/schema/hours.ts'
import { addDays, dayMinutes, weekday } from './wall_clock.ts'

/** true, false, or null where the source does not say. */
export type Open = boolean | null

/**
 * What is known of one date. `openings` are minutes of that day, [opens, closes) within 0–1440, in no
 * order; at any other minute the place is closed if `isComplete`, and unknown if not.
 */
export type DayHours = { openings: [opens: number, closes: number][]; isComplete: boolean }

/** Whether a place with these hours is open at a minute of the day, 0–1439. */
export function isOpen({ openings, isComplete }: DayHours, minute: number): Open {
  if (openings.some(([opens, closes]) => opens <= minute && minute < closes)) return true
  return isComplete ? false : null
}

/**
 * The hours of a date, `YYYY-MM-DD`: the openings of all seasons that apply, and of yesterday's those
 * that run past midnight.
 *
 * They are not complete if a season that applies has no times, or if the source does not speak of the
 * date: where no season applies the place is closed, unless its seasons are of stated years and
 * none of them touches the year of this date.
 */
export function hoursOn(seasons: Season[], date: string): DayHours {
  const yesterday = addDays(date, -1)
  const today = seasons.filter((season) => applies(season, date))
  const openings = [
    ...today.flatMap((season) => openingsOf(season, date)),
    ...seasons
      .filter((season) => applies(season, yesterday))
      .flatMap((season) => openingsOf(season, yesterday))
      .map(([opens, closes]) => [opens - dayMinutes, closes - dayMinutes] as const),
  ]
  return {
    openings: openings
      .filter(([opens, closes]) => opens < dayMinutes && closes > 0)
      .map(([opens, closes]) => [Math.max(opens, 0), Math.min(closes, dayMinutes)]),
    isComplete: today.length > 0 ? today.every(knownWeekly) : isSpokenOf(seasons, date),
  }
}

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
const isRecurring = (day: string | null) => day?.length === 5
const isDated = ({ from, to }: Days) => from?.length === 10 || to?.length === 10

/** The openings that begin on a date, in minutes after its midnight; past 1440 on the next day. */
function openingsOf(season: Season, date: string): [opens: number, closes: number][] {
  const openings = knownWeekly(season)?.[week[weekday(date)]!] ?? []
  return openings.map(([from, to]) => {
    const [opens, closes] = [minuteOfDay(from), minuteOfDay(to)]
    return [opens, closes > opens ? closes : closes + dayMinutes]
  })
}

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
