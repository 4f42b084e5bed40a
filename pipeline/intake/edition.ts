import { calendarDay } from '../../data/calendar.ts'

/** A whole date in a file name: `2020-01-31`, `2020_01_31` or `20200131`. */
const dateInName = /(?<!\d)((?:19|20)\d\d)([-_]?)(\d\d)\2(\d\d)(?!\d)/

/**
 * The date of a file as an edition of its series, `YYYY-MM-DD`: when it was retrieved, else the date
 * in its name, else the newest date in it; null = nothing dates it. Times are RFC 3339 in UTC.
 */
export const editionOf = (file: {
  retrieved_at: string | null
  file: string
  newest: string | null
}): string | null =>
  file.retrieved_at?.slice(0, 10) ?? namedDate(file.file) ?? file.newest?.slice(0, 10) ?? null

function namedDate(file: string): string | null {
  const [, year, , month, day] = dateInName.exec(file) ?? []
  return calendarDay(Number(year), Number(month), Number(day))
}
