import { days as week, type Day } from '../../../data/schema/hours.ts'
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
export const monthNumber = (name: string): number | null =>
  exactly.findIndex((month) => month.test(name)) + 1 || null

const longNames = ['january', 'february', 'august', 'september', 'october', 'november', 'december']

/** Corrects month names, in lower case, with one wrong letter: `octobsr`, `octber`. */
export function correctMonths(text: string): string {
  return text.replace(/[a-z]{6,}/g, (word) => {
    if (longNames.includes(word)) return word
    return longNames.find((name) => name[0] === word[0] && editDistance(name, word) === 1) ?? word
  })
}

/** The days from one to another, both included, across the end of the week if needed. */
export function daysBetween(from: Day, to: Day): Day[] {
  const start = week.indexOf(from)
  const length = ((week.indexOf(to) - start + 7) % 7) + 1
  return Array.from({ length }, (_, i) => week[(start + i) % 7]!)
}
