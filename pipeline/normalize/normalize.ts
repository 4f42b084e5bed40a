import { latLngToCell } from 'h3-js'
import tzLookup from 'tz-lookup'
import { locationResolution, orderResolution } from '../../data/geography/cells.ts'
import { stateOf } from '../../data/geography/states.ts'
import { zipState } from '../../data/geography/zip_codes.ts'
import { placeTypes } from '../../data/schema/tables/farm.ts'
import type { FarmRow, RejectedRow, SourceFarm } from '../read/adapter.ts'
import { splitAddress } from './place/address.ts'
import { normalizeEmail, normalizePhone } from './contact.ts'
import { locate, type Location } from './place/coordinates.ts'
import {
  isForeignAddress,
  isForeignCountry,
  isForeignState,
  isForeignZip,
} from './place/country.ts'
import { facets } from './terms/facets.ts'
import type { Findings } from './findings.ts'
import { openingHours } from './hours/opening_hours.ts'
import { readSchedules } from './hours/schedules.ts'
import { parseInstant } from '../read/instant.ts'
import { normalizeSocialLinks, normalizeUrl } from './links.ts'
import { listings } from './terms/listings.ts'
import type { Observation } from './observation.ts'
import { cleanText } from './text/text.ts'
import { normalizeZip } from './place/zip.ts'

/** What normalizing needs to know besides the row itself. */
export type NormalizeContext = {
  /** Kind of source. */
  source: string
  /** When the build began: a later date is a typing error. */
  now: Date
  /** Counts what could not be made data of. */
  findings: Findings
}

/**
 * Turns what a source says of a farm into the dataset's own terms. Nothing is invented: what can't
 * be read is null, or stays text where the field is text.
 */
export function normalize(
  { line, farm, raw }: FarmRow,
  { source, now, findings }: NormalizeContext,
): Observation | RejectedRow {
  const reject = (rejected: string): RejectedRow => ({ line, rejected, raw: raw() })
  const name = cleanText(farm.name)
  if (!name) return reject('name: says nothing')
  const place_type = placeTypes.find((type) => type === farm.place_type)
  if (!place_type) return reject(`place_type: unknown \`${farm.place_type}\``)
  const { placeCorrections, isOutside, ...located } = place(farm)
  if (isOutside) return reject('outside the United States')
  const { updated_at, dateCorrections } = lastUpdate(farm, now)
  return {
    source,
    source_id: farm.source_id,
    line,
    corrections: [...(farm.corrections ?? []), ...placeCorrections, ...dateCorrections],
    name,
    place_type,
    ...located,
    ...contact(farm, findings),
    ...words(farm),
    ...facets(farm, findings),
    ...schedule(farm, located.timezone, findings),
    google_rating: farm.google_rating,
    google_review_count: farm.google_review_count,
    founded_year: farm.founded_year,
    verification_status: farm.verification_status,
    product_listings: listings(farm.product_listings, findings),
    updated_at,
    synthetic: farm.synthetic,
  }
}

function lastUpdate(farm: SourceFarm, now: Date) {
  const updated_at = parseInstant(farm.updated_at)
  return updated_at !== null && new Date(updated_at) > now
    ? { updated_at: null, dateCorrections: ['date yet to come'] }
    : { updated_at, dateCorrections: [] }
}

function place(farm: SourceFarm) {
  const parts = addressParts(farm)
  const stated = stateOf(cleanText(parts.state))
  const { zip, correction } = normalizeZip(parts.zip, stated)
  const location = locate({ lat: farm.lat, lng: farm.lng, state: stated, zip })
  const { lat, lng, state, location_precision } = location
  const cell = (resolution: number) =>
    lat === null || lng === null ? null : latLngToCell(lat, lng, resolution)
  const corrections = [...(parts.corrections ?? []), ...(correction ? [correction] : [])]
  return {
    isOutside: isOutside(farm, { state: stated, zip }, location),
    address: cleanText(parts.address),
    city: cleanText(parts.city),
    county: cleanText(farm.county),
    state,
    zip,
    lat,
    lng,
    location_precision,
    h3_cell: cell(locationResolution),
    h3_order: cell(orderResolution),
    timezone: lat === null || lng === null ? null : tzLookup(lat, lng),
    placeCorrections: [...corrections, ...location.corrections],
  }
}

type Parts = Pick<SourceFarm, 'address' | 'city' | 'state' | 'zip' | 'corrections'>

/** A farm without city and ZIP code may have them in its address; not against its stated state. */
function addressParts(farm: SourceFarm): Parts {
  if (farm.address === null || farm.city !== null || farm.zip !== null) return farmParts(farm)
  const split = splitAddress(farm.address)
  if (!split || (farm.state !== null && stateOf(cleanText(farm.state)) !== split.state))
    return farmParts(farm)
  const { hadDirections, ...parts } = split
  return { ...parts, corrections: hadDirections ? ['directions left out of the address'] : [] }
}

const farmParts = ({ address, city, state, zip }: SourceFarm): Parts => ({
  address,
  city,
  state,
  zip,
})

/**
 * What the row states counts before its coordinates, which are often wrong: a country, a province or
 * a postal code. A town such as Cuba or Lebanon at the end of an address is no country where the
 * coordinates are in a state.
 */
function isOutside(farm: SourceFarm, stated: Stated, location: Location): boolean {
  if (farm.country && isForeignCountry(farm.country, stated.state)) return true
  if (stated.state !== null) return false
  if (isForeignState(farm.state) || isForeignZip(farm.zip)) return true
  if (stated.zip !== null && zipState(stated.zip) !== null) return false
  return (
    (location.state === null && isForeignAddress(farm.address)) ||
    location.corrections.includes('coordinates outside the United States')
  )
}

type Stated = { state: string | null; zip: string | null }

function contact(farm: SourceFarm, findings: Findings) {
  const url = (field: string, text: string | null) => {
    const { url, reason } = normalizeUrl(text)
    if (reason) findings.unreadable.add(`${field}: ${reason}`)
    return url
  }
  return {
    phone: normalizePhone(farm.phone),
    website: url('website', farm.website),
    // Some sources have the e-mail address where the web site should be.
    email: normalizeEmail(farm.email) ?? normalizeEmail(farm.website),
    social_links: normalizeSocialLinks(farm.social_links),
    image_url: url('image_url', farm.image_url),
    farmer_photo_url: url('farmer_photo_url', farm.farmer_photo_url),
    images:
      farm.images &&
      farm.images.map((image) => url('images', image)).filter((each) => each !== null),
  }
}

function words(farm: SourceFarm) {
  return {
    description: cleanText(farm.description),
    story: cleanText(farm.story),
    tagline: cleanText(farm.tagline),
    farmer_name: cleanText(farm.farmer_name),
    price_range: cleanText(farm.price_range),
  }
}

function schedule(farm: SourceFarm, timezone: string | null, findings: Findings) {
  const { hours, hours_json: read, stated, unread } = readSchedules(farm.schedules, timezone)
  findings.schedulesRead += stated - unread.length
  findings.schedulesUnread += unread.length
  const hours_json = farm.hours_json ?? read
  return { hours, hours_json, opening_hours: openingHours(hours_json) }
}
