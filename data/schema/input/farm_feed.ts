import { z } from 'zod'
import {
  locationPrecisions,
  placeTypes,
  qualityTiers,
  verificationStatuses,
} from '../tables/farm.ts'
import { hoursJson } from '../hours.ts'
import { termFields, type TermField } from '../serving/fields.ts'
import { givenShape, type Known } from './source_fields.ts'

const name = z.string().trim().min(1)
const text = z.string().nullish()
const terms = z.array(z.string()).nullish()
const number = z.number().nullish()
/** Companions of the lists of terms, as the API returns them: more terms for those lists. */
const otherTerms = Object.fromEntries(
  termFields.map((field) => [`${field}_other`, terms.meta({ description: `More ${field}` })]),
) as Record<`${TermField}_other`, typeof terms>
const computed = { description: 'Ignored: computed' }

const listing = z.strictObject({
  id: z.string().min(1).nullish(),
  name,
  price: z.number().positive().nullish().meta({ description: 'US dollars for one unit' }),
  unit: text,
  category: text,
  in_stock: z.boolean().nullish(),
})

/**
 * One line of a farm feed: our own JSON Lines format for a data team's own farms. A missing or null field
 * is unknown. An unknown field is an error.
 */
export const feedFarm = z
  .strictObject({
    source_id: name.meta({ description: 'Id of the listing, stable within the feed' }),
    name,
    place_type: text.meta({ description: `One of ${placeTypes.join(', ')}; missing = farm` }),
    ...givenShape,
    ...otherTerms,
    verification_status: z.enum(verificationStatuses).nullish(),
    hours: z
      .record(z.string(), z.string())
      .nullish()
      .meta({ description: 'Named schedules as text' }),
    hours_json: hoursJson
      .nullish()
      .meta({ description: 'Schedules as data; if missing, read from `hours`' }),
    product_listings: z.array(listing).nullish(),
    updated_at: z.iso.datetime({ offset: true }).nullish(),
    synthetic: z
      .boolean()
      .optional()
      .meta({ description: 'true on every line of a generated feed' }),
    // A farm from an API answer is a valid line: fields that the pipeline computes are ignored.
    id: text.meta({ description: 'Ignored: the pipeline assigns ids' }),
    distance_mi: number.meta({ description: 'Ignored' }),
    changed_at: text.meta(computed),
    h3_cell: text.meta(computed),
    county_fips: text.meta(computed),
    county_fips_2020: text.meta(computed),
    state_fips: text.meta(computed),
    sources: terms.meta(computed),
    location_precision: z.enum(locationPrecisions).nullish().meta(computed),
    quality_score: number.meta(computed),
    quality_tier: z.enum(qualityTiers).nullish().meta(computed),
    quality_tier_label: text.meta(computed),
  })
  .meta({ id: 'FeedFarm', title: 'One line of a farm feed' })

export type FeedFarm = z.infer<typeof feedFarm>

/** A product and its price as a source states them; null is unknown. */
export type SourceListing = Known<z.infer<typeof listing>>
