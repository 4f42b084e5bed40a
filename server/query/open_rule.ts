import { days as week, type Season, type Weekly } from '../../data/schema/hours.ts'
import { addDays, weekday, type WallClock } from './wall_clock.ts'

/** true, false, or null where the source does not say. */
export type Open = boolean | null

/**
 * Whether a place with these seasons is open when its wall clock shows this.
 *
 * Open: a season that applies has an opening now, or had one yesterday that runs past midnight. Not
 * known: otherwise, if a season that applies has no times, or if the source does not speak of this
 * date (`weekliesOn`).
 */
export function isOpen(seasons: Season[], { date, minute }: WallClock): Open {
  const weeklies = weekliesOn(seasons, date)
  const isNow = (weekly: Weekly | null) => covers(weekly, weekday(date), minute)
  if (weeklies.some(isNow)) return true
  const yesterday = addDays(date, -1)
  const isStill = (weekly: Weekly | null) => covers(weekly, weekday(yesterday), minute + dayMinutes)
  if (weekliesOn(seasons, yesterday).some(isStill)) return true
  return weeklies.includes(null) ? null : false
}

/**
 * The weekly schedules that apply on a date; null stands for one that is not known.
 *
 * Where no season applies the place is closed, unless its seasons are those of stated years and none
 * of them touches the year of this date: of such a year the source says nothing.
 */
export function weekliesOn(seasons: Season[], date: string): (Weekly | null)[] {
  const applying = seasons.filter((season) => applies(season, date))
  if (applying.length > 0)
    return applying.map(({ weekly, ...days }) => (isClear(days) ? weekly : null))
  const dated = seasons.filter(isDated)
  const isSpokenOf =
    seasons.length > 0 && (dated.length === 0 || dated.some((season) => touchesYear(season, date)))
  return isSpokenOf ? [] : [null]
}

/**
 * The minutes of a date, 0–1439 in order, at which `isOpen` may change: midnight, and where an opening
 * begins or ends.
 */
export function changesOn(seasons: Season[], date: string): number[] {
  const yesterday = addDays(date, -1)
  const today = weekliesOn(seasons, date).flatMap((weekly) => openings(weekly, weekday(date)))
  const spill = weekliesOn(seasons, yesterday)
    .flatMap((weekly) => openings(weekly, weekday(yesterday)))
    .map(([, closes]) => [closes - dayMinutes])
  const minutes = [[0], ...today, ...spill]
    .flat()
    .filter((minute) => minute >= 0 && minute < dayMinutes)
  return [...new Set(minutes)].sort((a, b) => a - b)
}

const dayMinutes = 24 * 60

type Days = Pick<Season, 'from' | 'to'>

function applies({ from, to }: Days, date: string): boolean {
  if (!isClear({ from, to })) return true
  if (from?.length === 5 && to) {
    const day = date.slice(5)
    return from <= to ? from <= day && day <= to : from <= day || day <= to
  }
  return (from === null || from <= date) && (to === null || date <= to)
}

/** Half a recurring season, or one of a recurring and a dated end, says nothing certain. */
function isClear({ from, to }: Days): boolean {
  const isRecurring = (day: string | null) => day?.length === 5
  return isRecurring(from) === isRecurring(to)
}

const isDated = ({ from, to }: Days) => from?.length === 10 || to?.length === 10

function touchesYear({ from, to }: Days, date: string): boolean {
  const year = date.slice(0, 4)
  return (from === null || from.slice(0, 4) <= year) && (to === null || year <= to.slice(0, 4))
}

/** Whether a minute, counted from the midnight that begins the weekday, lies in one of its openings. */
function covers(weekly: Weekly | null, weekday: number, minute: number): boolean {
  return openings(weekly, weekday).some(([opens, closes]) => opens <= minute && minute < closes)
}

/** The openings of a weekday, 0 = Monday, as minutes after its midnight; past 1440 on the next day. */
function openings(weekly: Weekly | null, weekday: number): [number, number][] {
  return (weekly?.[week[weekday]!] ?? []).map(([from, to]) => {
    const [opens, closes] = [minuteOfDay(from), minuteOfDay(to)]
    return [opens, closes > opens ? closes : closes + dayMinutes]
  })
}

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
