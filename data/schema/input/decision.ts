import { z } from 'zod'
import { states } from '../../geography/states.ts'
import { farm } from '../tables/farm.ts'

const text = z.string().trim().min(1)
const point = z.strictObject({ lat: farm.shape.lat.unwrap(), lng: farm.shape.lng.unwrap() })

/** The pipeline computes these from other fields, and a separate value would contradict those. */
const computed = {
  id: true,
  sources: true,
  listing_count: true,
  first_listed: true,
  last_listed: true,
  said_at: true,
  updated_at: true,
  synthetic: true,
  lat: true,
  lng: true,
  location_precision: true,
  county: true,
  county_fips: true,
  county_fips_2020: true,
  state_fips: true,
  h3_cell: true,
  timezone: true,
  categories: true,
  categories_other: true,
  opening_hours: true,
  quality_score: true,
  quality_tier: true,
  quality_tier_label: true,
  listing_completeness: true,
  changed_at: true,
} as const

/**
 * The values that a correction may set, by field; null = unknown after all. Computed fields follow: county,
 * cell and time zone follow `location`, categories `products`, `hours_json` `hours`.
 */
const correctable = farm.omit(computed).extend({
  location: point.nullable().meta({ example: { lat: 44.411, lng: -72.14 } }),
  state: z
    .enum(
      states.map(({ abbr }) => abbr),
      'must be the abbreviation of a state',
    )
    .nullable()
    .meta({ example: 'VT' }),
})
export type CorrectableField = keyof z.infer<typeof correctable>
export const correctableFields = Object.keys(correctable.shape) as CorrectableField[]

/** Explains why a field can't have a value, with an example of one; null = it can. */
export function valueProblem(field: CorrectableField, value: unknown): string | null {
  const { error } = correctable.shape[field].safeParse(value)
  if (!error) return null
  const complaints = error.issues.map(({ path, message }) => [...path, message].join(': '))
  const example = JSON.stringify(correctable.shape[field].meta()?.['example'])
  return `${complaints.join('; ')}; write it like ${example}`
}

/** A listing, by its source and its id there. */
export const listingName = z.strictObject({ source: text, source_id: text })
export type ListingName = z.infer<typeof listingName>
export const listingText = ({ source, source_id }: ListingName): string => `${source}:${source_id}`
export const listingKey = ({ source, source_id }: ListingName): string => `${source}\n${source_id}`

/** Two listings that a decision joins into one farm, or keeps apart. */
export type DecidedPair = { entry: number; a: ListingName; b: ListingName; same: boolean }

/** When, by whom, and why, in words that may be published. */
const made = { at: z.iso.datetime(), by: text, reason: text }
const held = {
  ...made,
  /** What shows it: a page, a letter; null = nothing is at hand. */
  evidence: text.nullable(),
  /** The first day (UTC) on which it no longer applies; null = permanent. */
  until: z.iso.date().nullable(),
}
const ofFarm = { farm_id: z.uuid(), ...held }
const ofListings = { listing: listingName, others: z.array(listingName).min(1), ...held }

/** A line of the decisions file. Its number is that of the line, from 1; no line ever changes. */
export const decision = z.discriminatedUnion('decision', [
  z
    .strictObject({
      decision: z.literal('correct'),
      ...ofFarm,
      field: z.keyof(correctable),
      value: z.unknown(),
    })
    .superRefine(({ field, value }, context) => {
      const message = valueProblem(field, value)
      if (message !== null) context.addIssue({ code: 'custom', path: ['value'], message })
    }),
  z.strictObject({ decision: z.literal('remove'), ...ofFarm }),
  /** The listing and each of the others are one farm, or (split) never one. */
  z.strictObject({ decision: z.literal('merge'), ...ofListings }),
  z.strictObject({ decision: z.literal('split'), ...ofListings }),
  /** Ends decision number `of`, which stays on record. */
  z.strictObject({ decision: z.literal('withdraw'), of: z.int().min(1), ...made }),
])
export type Decision = z.infer<typeof decision>

/** A decision in words: `correct phone of FARM`. */
export function wordsOf(each: Decision): string {
  if (each.decision === 'withdraw') return `withdraw decision ${each.of}`
  if (each.decision === 'correct') return `correct ${each.field} of ${each.farm_id}`
  if (each.decision === 'remove') return `remove ${each.farm_id}`
  return `${each.decision} ${[each.listing, ...each.others].map(listingText).join(' and ')}`
}

export const decisionStates = ['applied', 'waits', 'expired', 'withdrawn', 'finds nothing'] as const
