import { z } from 'zod'
import { states } from '../../geography/states.ts'
import { farm } from '../tables/farm.ts'

const text = z.string().trim().min(1)
const point = z.strictObject({ lat: farm.shape.lat.unwrap(), lng: farm.shape.lng.unwrap() })

/** The pipeline computes these from other fields, and a separate value would contradict those. */
const computed = {
  id: true,
  sources: true,
  updated_at: true,
  synthetic: true,
  lat: true,
  lng: true,
  location_precision: true,
  county: true,
  county_fips: true,
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
 * The values that an override may set, by field; null = unknown after all. Computed fields follow: county,
 * cell and time zone follow `location`, categories `products`, `hours_json` `hours`.
 */
const overridableFields = farm.omit(computed).extend({
  location: point.nullable(),
  state: z.enum(states.map(({ abbr }) => abbr)).nullable(),
})
export type OverridableField = keyof z.infer<typeof overridableFields>

const entry = z.strictObject({
  /** The farm; alternatively, a source and a listing's id in it. */
  farm_id: z.uuid().optional(),
  source: text.optional(),
  source_id: text.optional(),
  field: z.keyof(overridableFields).optional(),
  value: z.unknown().optional(),
  /** Removes the farm permanently. */
  remove: z.literal(true).optional(),
  /** The reason, in words that may be published. */
  reason: text,
  /** A page with evidence. */
  evidence: z.url({ protocol: /^https?$/ }),
  /** The first day (UTC) on which it no longer applies; null = permanent. */
  expires: z.iso.date().nullable(),
})

/** One correction: a field's value, or the removal of a farm. */
const override = entry.superRefine((each, context) => {
  const fail = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const isHalf = (each.source === undefined) !== (each.source_id === undefined)
  if (isHalf || (each.farm_id === undefined) === (each.source === undefined))
    fail('farm_id', 'name the farm by farm_id, or by source and source_id')
  if (each.remove) {
    if (each.field !== undefined || each.value !== undefined)
      fail('remove', 'a removal has no field and no value')
  } else if (each.field === undefined) fail('field', 'give a field with its value, or remove: true')
  else if (each.value === undefined) fail('value', 'missing; null = not known')
  else {
    const { error } = overridableFields.shape[each.field].safeParse(each.value)
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['value', ...issue.path], message: issue.message })
  }
})
export type Override = z.infer<typeof override>

/** `data/overrides.json`: applied in order, after everything else. */
export const overrides = z.array(override)
