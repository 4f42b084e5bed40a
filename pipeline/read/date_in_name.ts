import { calendarDay } from '../../data/calendar.ts'

/** A whole date: `2020-01-31`, `2020_01_31` or `20200131`. */
const wholeDate = /(?<!\d)((?:19|20)\d\d)([-_]?)(\d\d)\2(\d\d)(?!\d)/
/** A month without a day: `2017-06` or `2017_06`. */
const monthAlone = /(?<!\d)((?:19|20)\d\d)[-_](\d\d)(?!\d|[-_]\d\d(?!\d))/

/** The date in a file name, `YYYY-MM-DD`; for a month, its first day; null = no date. */
export function dateInName(file: string): string | null {
  const [, year, , month, day] = wholeDate.exec(file) ?? []
  const [, yearOfMonth, inYear] = monthAlone.exec(file) ?? []
  return (
    calendarDay(Number(year), Number(month), Number(day)) ??
    calendarDay(Number(yearOfMonth), Number(inYear), 1)
  )
}
