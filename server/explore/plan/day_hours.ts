import { addDays, utcDay, weekday } from '../../../data/calendar.ts'
import { clockWords, isIn } from '../farm/week.ts'
import { days, type Day, type HoursJson } from '../../../data/schema/hours.ts'

/** Minutes after midnight, [from, until). */
export type Opening = readonly [from: number, until: number]

/** A farm's openings on a date of any year. Empty = closed on that day; null = unknown. */
export function openingsOn(hours: HoursJson | null | undefined, date: string): Opening[] | null {
  if (!hours || hours.seasons.length === 0) return null
  const day = date.slice(5)
  const applying = hours.seasons.filter((season) => isIn(season, day))
  if (applying.some(({ weekly }) => weekly === null)) return null
  const name = days[weekday(date)]!
  return applying
    .flatMap(({ weekly }) => weekly?.[name] ?? [])
    .map(([from, until]): Opening => {
      const [opens, closes] = [minuteOf(from), minuteOf(until)]
      return [opens, closes <= opens ? closes + 24 * 60 : closes]
    })
    .sort(([one], [other]) => one - other)
}

const minuteOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3))

/** `9`, `8:30`, `noon`. */
export const clock = (minute: number): string =>
  clockWords(
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
  )

/** `9–1`, `closed`, `not known`. */
export const openingWords = (openings: readonly Opening[] | null): string => {
  if (openings === null) return 'not known'
  if (openings.length === 0) return 'closed'
  return openings.map((times) => times.map(clock).join('–')).join(' and ')
}

/** The date of a day of the week, the next one after now, today included; or the date itself. */
export function dateOf(day: string, now: Date): string {
  const wanted = days.indexOf(day as Day)
  if (wanted === -1) return day
  const today = utcDay(now)
  return addDays(today, (wanted - weekday(today) + 7) % 7)
}
