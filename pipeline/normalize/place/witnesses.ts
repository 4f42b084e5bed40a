import { countiesNamed } from '../../../data/geography/counties.ts'
import { haversineKm, type Point } from '../../../data/geography/distance.ts'
import { kmToOutlines } from '../../../data/geography/outlines.ts'
import { townsNamed } from '../../../data/geography/towns.ts'
import { zipCentroid } from '../../../data/geography/zip_codes.ts'
import type { Location } from './coordinates.ts'

/** The address of a farm: state and ZIP code normalized, county and city as text. */
type Address = {
  state: string | null
  zip: string | null
  county: string | null
  city: string | null
}
type StreetAddress = Address & { street: string | null }

/** Maximum distance of a farm from the middle of its ZIP code area, or of its town. */
const nearKm = 25
/** Beyond this distance, a ZIP code alone cannot confirm the point. */
const farKm = 50
/** Within this distance of the gazetteer's point, a point is that of the town itself. */
const middleKm = 0.1
/** Tolerance for the simplified outline of a county. */
const borderKm = 5

/**
 * Checks stated coordinates against ZIP code, county and city. Within 25 km of the middle of the ZIP code
 * area, they stay exact. Beyond, that middle replaces them if the county matches only the middle, and nothing
 * matches only the point. Past 50 km without a county, the city decides. Else a point past 50 km stays exact
 * if county and city both match it. A nearer point does if neither matches only the middle and they do not
 * contradict the point. Other points are doubtful. So is the middle of the town, if no street is stated.
 */
export function confirmed(location: Location, address: StreetAddress): Location {
  const { lat, lng, location_precision, corrections } = location
  if (location_precision !== 'exact') return location
  const point = { lat: lat!, lng: lng! }
  const verdict = verdictOn(point, address)
  const because = (correction: string) => ({ corrections: [...corrections, correction] })
  if (verdict === 'county' || verdict === 'city')
    return {
      ...location,
      ...zipCentroid(address.zip!)!,
      location_precision: 'zip_centroid',
      ...because(`location from ZIP code and ${verdict}, against the coordinates`),
    }
  const doubt = verdict === 'doubtful' ? contradicted : isOnlyTown(point, address) ? onlyTown : null
  return doubt === null
    ? location
    : { ...location, location_precision: 'doubtful', ...because(doubt) }
}

const contradicted = 'location doubtful: against the address'
const onlyTown = 'location doubtful: the middle of the town, without a street'

/** A post office box is no street. */
const box = /^(?:p\.? ?o\.?|post office) ?(?:box|drawer)\b[^,]*$/i

const isOnlyTown = (point: Point, { street, city, state }: StreetAddress) =>
  (street === null || box.test(street)) && isInTown(point, city, state, middleKm) === true

/** `county`, `city`: this and the ZIP code place the farm elsewhere. */
type Verdict = 'exact' | 'county' | 'city' | 'doubtful'

/** Compares a point with an address. */
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

/** Compares a point with the stated county and city; null = not stated, or unknown. */
function holding(point: Point, { state, county, city }: Address): Holding {
  const counties = county === null || state === null ? [] : countiesNamed(county, state)
  return {
    county: anyOf(counties, ({ outlines }) => kmToOutlines(point, outlines) <= borderKm),
    city: isInTown(point, city, state),
  }
}

/** True if a point is in a town of that name, or as near to its middle; null = no such town is known. */
export const isInTown = (point: Point, city: string | null, state: string | null, km = nearKm) =>
  anyOf(city === null ? [] : townsNamed(city, state), (town) => haversineKm(point, town) <= km)

const anyOf = <Place>(places: readonly Place[], holds: (place: Place) => boolean) =>
  places.length === 0 ? null : places.some(holds)

const isAgainst = ({ county, city }: Holding) =>
  county === false ? city !== true : county === null && city === false

const onlyIn = (one: Holding, other: Holding) =>
  (['county', 'city'] as const).filter((each) => one[each] === true && other[each] === false)
