import { countiesNamed } from '../../../data/geography/counties.ts'
import { haversineKm, type Point } from '../../../data/geography/distance.ts'
import { kmToOutlines } from '../../../data/geography/outlines.ts'
import { townsNamed } from '../../../data/geography/towns.ts'
import { zipCentroid } from '../../../data/geography/zip_codes.ts'
import type { Location } from './coordinates.ts'

/** Where an address says that a farm is: state and ZIP code normalized, county and city as text. */
type Address = {
  state: string | null
  zip: string | null
  county: string | null
  city: string | null
}

/** How far a farm may be from the middle of its ZIP code's area, or of its town. */
const nearKm = 25
/** From here on no ZIP code's area is large enough without others to confirm the point. */
const farKm = 50
/** How far off the simplified outline of a county a point may be in it. */
const borderKm = 5

/**
 * Hears ZIP code, county and city on the coordinates that a source gives. A ZIP code within 25 km
 * confirms them. Beyond, the middle of its area takes their place if the county holds of it and not of
 * the point (or past 50 km the city, where no county is stated), and nothing speaks for the point alone.
 * Else a point past 50 km needs county and city to stay exact, and a nearer one that neither speaks for
 * the ZIP code: what the address contradicts without deciding is doubtful.
 */
export function confirmed(location: Location, address: Address): Location {
  const { lat, lng, location_precision, corrections } = location
  if (location_precision !== 'exact') return location
  const verdict = verdictOn({ lat: lat!, lng: lng! }, address)
  if (verdict === 'exact') return location
  const because = (correction: string) => ({ corrections: [...corrections, correction] })
  if (verdict === 'doubtful')
    return { ...location, location_precision: verdict, ...because(contradicted) }
  return {
    ...location,
    ...zipCentroid(address.zip!)!,
    location_precision: 'zip_centroid',
    ...because(`location from ZIP code and ${verdict}, against the coordinates`),
  }
}

const contradicted = 'location doubtful: against the address'

/** `county`, `city`: with the ZIP code that says the point is elsewhere. */
type Verdict = 'exact' | 'county' | 'city' | 'doubtful'

/** What an address says of a point. */
export function verdictOn(point: Point, address: Address): Verdict {
  const centroid = address.zip === null ? null : zipCentroid(address.zip)
  const km = centroid && haversineKm(point, centroid)
  if (km !== null && km <= nearKm) return 'exact'
  const here = holding(point, address)
  if (!centroid) return isAgainst(here) ? 'doubtful' : 'exact'
  const there = holding(centroid, address)
  const [forZip, forPoint] = [onlyIn(there, here), onlyIn(here, there)]
  if (forPoint.length === 0) {
    if (forZip.includes('county')) return 'county'
    if (forZip.includes('city') && here.county === null && km! > farKm) return 'city'
  }
  const isSure = km! > farKm ? here.county && here.city : forZip.length === 0 && !isAgainst(here)
  return isSure ? 'exact' : 'doubtful'
}

type Holding = { county: boolean | null; city: boolean | null }

/** Whether stated county and city hold of a point; null = not stated, or not known. */
function holding(point: Point, { state, county, city }: Address): Holding {
  const counties = county === null || state === null ? [] : countiesNamed(county, state)
  return {
    county: anyOf(counties, ({ outlines }) => kmToOutlines(point, outlines) <= borderKm),
    city: isInTown(point, city, state),
  }
}

/** Whether a point is in a town of that name; null = none is known. */
export const isInTown = (point: Point, city: string | null, state: string | null) =>
  anyOf(city === null ? [] : townsNamed(city, state), (town) => haversineKm(point, town) <= nearKm)

const anyOf = <Place>(places: readonly Place[], holds: (place: Place) => boolean) =>
  places.length === 0 ? null : places.some(holds)

const isAgainst = ({ county, city }: Holding) =>
  county === false ? city !== true : county === null && city === false

const onlyIn = (one: Holding, other: Holding) =>
  (['county', 'city'] as const).filter((each) => one[each] === true && other[each] === false)
