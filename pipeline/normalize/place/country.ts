import { states } from '../../../data/geography/states.ts'
import { zipState } from '../../../data/geography/zip_codes.ts'
import type { SourceFarm } from '../../read/adapter.ts'
import { cleanText } from '../text/text.ts'
import type { Location } from './coordinates.ts'

/** State and ZIP code as stated, normalized. */
type Stated = { state: string | null; zip: string | null }

/**
 * Returns true if a farm is outside the United States. A stated country, province or postal code overrides
 * the coordinates, which are often wrong. A town such as Cuba or Lebanon at the end of an address is not a
 * country if the coordinates are in a state.
 */
export function isOutside(farm: SourceFarm, stated: Stated, location: Location): boolean {
  if (farm.country && isForeignCountry(farm.country, stated.state)) return true
  if (stated.state !== null) return false
  if (isForeignState(farm.state) || isForeignZip(farm.zip)) return true
  if (stated.zip !== null && zipState(stated.zip) !== null) return false
  return (
    (location.state === null && isForeignAddress(farm.address)) ||
    location.corrections.includes('coordinates outside the United States')
  )
}

const key = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The United States and its territories, by name, postal abbreviation and ISO code. */
const home = new Set(
  [
    'US',
    'USA',
    'United States',
    'United States of America',
    'America',
    'UM',
    ...states.flatMap(({ abbr, name, aliases }) => [abbr, name, ...aliases]),
  ].map(key),
)

const provinces =
  'Alberta,AB,British Columbia,BC,Manitoba,MB,New Brunswick,NB,Newfoundland and Labrador,Newfoundland,NL,Nova Scotia,NS,Northwest Territories,NT,Nunavut,NU,Ontario,ON,Prince Edward Island,PE,PEI,Quebec,Québec,QC,Saskatchewan,SK,Yukon,YT'
const otherNames = 'England,Scotland,Wales,Northern Ireland,UK,Great Britain,Méx.,Baja California'

const countryCodes = Array.from({ length: 26 * 26 }, (_, n) =>
  String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)),
)
const namesOf = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const foreignNames = new Set(
  [
    ...provinces.split(','),
    ...otherNames.split(','),
    ...countryCodes.map((code) => namesOf.of(code)),
  ]
    .filter((name) => name !== undefined)
    .map(key)
    .filter((name) => !home.has(name)),
)
const territories = ['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM']
const foreignCodes = new Set(
  countryCodes.filter((code) => namesOf.of(code) !== undefined && !territories.includes(code)),
)

/**
 * True if a country column has another country, by name or ISO code; `CA` in a row of state CA is that state.
 */
function isForeignCountry(text: string, state: string | null): boolean {
  const clean = cleanText(text)
  if (clean === null || (state !== null && clean.toUpperCase() === state)) return false
  return foreignCodes.has(clean.toUpperCase()) || foreignNames.has(key(clean))
}

/** True if a state column has a Canadian province or another country. */
function isForeignState(text: string | null): boolean {
  const clean = cleanText(text)
  if (clean === null || home.has(key(clean))) return false
  return clean.split(',').some((part) => foreignNames.has(key(part)))
}

/** True if a ZIP code column has a Canadian postal code. */
const isForeignZip = (text: string | null) =>
  text !== null && /^\s*[A-Z]\d[A-Z][ -]?\d[A-Z]\d\s*$/i.test(text)

/** True if an address ends with another country or a Canadian postal code. */
function isForeignAddress(text: string | null): boolean {
  const clean = cleanText(text)
  if (clean === null || !clean.includes(',')) return false
  const last = clean.split(',').at(-1)!
  const place = last.replace(/\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/i, '')
  return place !== last || (!home.has(key(last)) && foreignNames.has(key(place)))
}
