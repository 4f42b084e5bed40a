import { placeTypes } from '../../data/schema/tables/farm.ts'
import type { FarmRow, RejectedRow, SourceFarm } from '../read/adapter.ts'
import { parseInstant } from '../read/instant.ts'
import { normalizeEmail } from './contact.ts'
import type { Findings } from './findings.ts'
import { readSchedules } from './hours/schedules.ts'
import type { Observation } from './observation.ts'
import { placeOf } from './place/place.ts'
import { readAlone } from './readings.ts'
import { facets } from './terms/facets.ts'
import { listings } from './terms/listings.ts'
import { cleanText } from './text/text.ts'

/** What normalizing needs to know besides the row itself. */
type Context = {
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
  { source, now, findings }: Context,
): Observation | RejectedRow {
  const reject = (rejected: string): RejectedRow => ({ line, rejected, raw: raw() })
  const name = cleanText(farm.name)
  if (!name) return reject('name: says nothing')
  const place_type = placeTypes.find((type) => type === farm.place_type)
  if (!place_type) return reject(`place_type: unknown \`${farm.place_type}\``)
  const { isOutside, corrections, ...place } = placeOf(farm)
  if (isOutside) return reject('outside the United States')
  const update = lastUpdate(farm, now)
  return {
    source,
    source_id: farm.source_id,
    line,
    corrections: [...(farm.corrections ?? []), ...corrections, ...update.corrections],
    name,
    place_type,
    ...place,
    // Some sources have the e-mail address where the web site should be.
    email: normalizeEmail(farm.email) ?? normalizeEmail(farm.website),
    ...facets(farm, findings),
    ...readAlone(farm, findings),
    ...schedule(farm, findings),
    verification_status: farm.verification_status,
    product_listings: listings(farm.product_listings, findings),
    updated_at: update.at,
    synthetic: farm.synthetic,
  }
}

function lastUpdate(farm: SourceFarm, now: Date) {
  const at = parseInstant(farm.updated_at)
  const isToCome = at !== null && new Date(at) > now
  return isToCome ? { at: null, corrections: ['date yet to come'] } : { at, corrections: [] }
}

function schedule(farm: SourceFarm, findings: Findings) {
  const { hours, hours_json, stated, unread } = readSchedules(farm.schedules)
  findings.schedulesRead += stated - unread.length
  findings.schedulesUnread += unread.length
  return { hours, hours_json: farm.hours_json ?? hours_json }
}
