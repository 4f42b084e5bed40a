import { yearsBefore } from '../calendar.ts'
import type { GeographicPackage } from './credits.ts'

/** Data that is older is used for a stated reason only. */
const mostYears = 5

const year_ms = 365.2425 * 86_400_000

/** True if the data of a package is over five years old. */
export const isOverFiveYears = ({ date }: GeographicPackage, today: Date): boolean =>
  new Date(date) < yearsBefore(today, mostYears)

/** One line per package: its age in years on a day, and the reason to keep old data. */
export const ageLines = (packages: readonly GeographicPackage[], today: Date): string[] =>
  packages.map((each) => {
    const years = ((today.getTime() - Date.parse(each.date)) / year_ms).toFixed(1)
    const line = `${each.package} ${each.version}: ${each.what}, ${each.date} (${each.dated}), ${years} years old`
    return isOverFiveYears(each, today) ? `${line}; ${reason(each)}` : line
  })

const reason = ({ kept }: GeographicPackage) =>
  kept === undefined ? 'over five years: update it, or state why it is kept' : `kept: ${kept}`
