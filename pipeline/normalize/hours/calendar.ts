import { editDistance } from '../../../data/vocabulary/edit_distance.ts'

const months = [
  'jan(?:uary)?',
  'feb(?:r|ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
]

/** Source of a pattern for the English name of a month, in lower case, or its abbreviation. */
export const monthPattern = `(?:${months.join('|')})(?![a-z])\\.?`

const exactly = months.map((month) => new RegExp(`^${month}\\.?$`))

/** Number of a month, 1–12, by its English name or abbreviation; null if it is neither. */
export function monthNumber(name: string): number | null {
  const index = exactly.findIndex((month) => month.test(name))
  return index < 0 ? null : index + 1
}

const longNames = ['january', 'february', 'august', 'september', 'october', 'november', 'december']

/** Puts right the names of months, in lower case, with one letter wrong: `octobsr`, `octber`. */
export function correctMonths(text: string): string {
  return text.replace(/[a-z]{6,}/g, (word) => {
    if (longNames.includes(word)) return word
    return longNames.find((name) => name[0] === word[0] && editDistance(name, word) === 1) ?? word
  })
}

/** Number of days of a month, 1–12; of February without a year, 29. */
export function daysInMonth(month: number, year: number | null = null): number {
  return new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate()
}

/** A day as `YYYY-MM-DD`, or as `MM-DD` if it has no year. null if there is no such day. */
export function calendarDay(year: number | null, month: number, day: number): string | null {
  const possible = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(month, year)
  if (!possible || (year !== null && (year < 1900 || year > 2099))) return null
  return year === null ? recurringDay(month, day) : `${year}-${recurringDay(month, day)}`
}

/** A day of every year as `MM-DD`. */
export function recurringDay(month: number, day: number): string {
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
