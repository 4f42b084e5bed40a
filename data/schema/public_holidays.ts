import { addDays, weekday } from '../calendar.ts'

/**
 * Returns true if a date, `YYYY-MM-DD`, may be a public holiday in the United States. These are federal
 * holidays; their observed days, Friday for a Saturday and Monday for a Sunday; Good Friday and the day
 * after Thanksgiving, which are holidays in some states. Today's holidays apply to every year.
 *
 * Source: 5 U.S.C. 6103; for Sundays, Executive Order 11582.
 */
export function mayBePublicHoliday(date: string): boolean {
  const [onDay, day] = [weekday(date), date.slice(5)]
  if (fixed.has(day)) return true
  if (floating.some(([on, first, last]) => on === onDay && first <= day && day <= last)) return true
  if (onDay === monday) return fixed.has(dayFrom(date, -1))
  return onDay === friday && (fixed.has(dayFrom(date, 1)) || dayFrom(date, 2) === easter(date))
}

const [monday, thursday, friday] = [0, 3, 4]

/** New Year, Juneteenth, Independence Day, Veterans Day, Christmas. */
const fixed = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])

/** A day of the week, and the seven days of the year among which it is a holiday. */
const floating: [weekday: number, first: string, last: string][] = [
  [monday, '01-15', '01-21'], // Martin Luther King
  [monday, '02-15', '02-21'], // Presidents
  [monday, '05-25', '05-31'], // Memorial Day
  [monday, '09-01', '09-07'], // Labor Day
  [monday, '10-08', '10-14'], // Columbus, Indigenous Peoples
  [thursday, '11-22', '11-28'], // Thanksgiving
  [friday, '11-23', '11-29'],
]

/** The `MM-DD` some days after (if negative, before) a date. */
const dayFrom = (date: string, days: number) => addDays(date, days).slice(5)

/**
 * Easter Sunday of a date's year, `MM-DD`. Source: the anonymous Gregorian computus (Nature, 20 April
 * 1876; Meeus, Astronomical Algorithms, chapter 8), with its letters.
 */
function easter(date: string): string {
  const year = Number(date.slice(0, 4))
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  return `0${Math.floor(days / 31)}-${String((days % 31) + 1).padStart(2, '0')}`
}
