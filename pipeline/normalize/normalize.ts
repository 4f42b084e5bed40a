import { latLngToCell } from 'h3-js'
import tzLookup from 'tz-lookup'
import { locationResolution, orderResolution } from '../../data/geography/cells.ts'
import { placeTypes } from '../../data/schema/farm.ts'
import {
  categoriesOf,
  certifications,
  comparablePrice,
  deliveryOptions,
  paymentMethods,
  practices,
  products,
  units,
  type Vocabulary,
} from '../../data/vocabulary/vocabulary.ts'
import type { SourceFarm, SourceListing } from '../read/adapter.ts'
import { Tally } from '../tally.ts'
import { locate } from './coordinates.ts'
import { openingHours } from './hours/opening_hours.ts'
import { readSchedules } from './hours/schedules.ts'
import { parseInstant } from './instant.ts'
import type { Observation } from './observation.ts'
import { cleanText, normalizeEmail, normalizePhone, normalizeUrl, normalizeZip } from './text.ts'

/** What normalizing could not make data of, over all sources. */
export type Findings = {
  /** Vocabulary → terms that it does not know, which are kept verbatim. */
  unknownTerms: Record<string, Tally>
  schedulesRead: number
  schedulesUnread: number
}

type Rejected = { line: number; rejected: string; raw: string }

/**
 * Turns what a source says of a farm into the dataset's own terms. Nothing is invented: what can't
 * be read is null, or stays as text where the field is text.
 */
export function normalize(
  source: string,
  line: number,
  farm: SourceFarm,
  findings: Findings,
): Observation | Rejected {
  const reject = (rejected: string): Rejected => ({ line, rejected, raw: JSON.stringify(farm) })
  const name = cleanText(farm.name)
  if (!name) return reject('no name')
  const placeType = placeTypes.find((type) => type === farm.place_type)
  if (!placeType) return reject(`place_type: unknown \`${farm.place_type}\``)
  return {
    source,
    source_id: farm.source_id,
    line,
    name,
    place_type: placeType,
    ...place(farm),
    ...contact(farm),
    ...words(farm),
    ...facets(farm, findings),
    ...schedule(farm, findings),
  } as never
}
