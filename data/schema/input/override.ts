import { z } from 'zod'
import { states } from '../../geography/states.ts'
import { farm } from '../tables/farm.ts'

const text = z.string().trim().min(1)
const point = z.strictObject({ lat: farm.shape.lat.unwrap(), lng: farm.shape.lng.unwrap() })

/** Computed by the pipeline from other fields, so that a value of its own would contradict them. */
const computed = {
  id: true,
  sources: true,
  updated_at: true,
  synthetic: true,
  lat: true,
  lng: true,
  location_precision: true,
  h3_cell: true,
  timezone: true,
  categories: true,
  opening_hours: true,
  quality_score: true,
  quality_tier: true,
  quality_tier_label: true,
  listing_completeness: true,
} as const

/**
 * The values that an override may set, by field; null = not known after all. What is computed from
 * a field follows it: `location` brings cell and time zone, `products` its categories, and `hours`
 * its hours as data.
 */
const overridableFields = farm.omit(computed).extend({
  location: point.nullable(),
  state: z.enum(states.map(({ abbr }) => abbr)).nullable(),
})
export type OverridableField = keyof z.infer<typeof overridableFields>

const target = {
  farm_id: z.uuid().optional().meta({ description: 'The farm; or source and source_id' }),
  source: text.optional().meta({ description: 'Name of a source' }),
  source_id: text.optional().meta({ description: "A listing's id in it" }),
}
const grounds = {
  reason: text.meta({ description: 'Why, in words that may be published' }),
  evidence: z.url({ protocol: /^https?$/ }).meta({ description: 'A page that shows it' }),
  expires: z.iso
    .date()
    .nullable()
    .meta({ description: 'The first day (UTC) on which it no longer holds; null = it stays' }),
}

const entry = z.strictObject({
  ...target,
  field: z.keyof(overridableFields).optional(),
  value: z.unknown().optional(),
  remove: z.literal(true).optional().meta({ description: 'Takes the farm out for good' }),
  ...grounds,
})

/** One correction: of a field's value, or the removal of a farm. */
const override = entry.superRefine((each, context) => {
  const fail = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const bySource = each.source !== undefined && each.source_id !== undefined
  const partly = each.source !== undefined || each.source_id !== undefined
  if ((each.farm_id === undefined) !== bySource || (partly && !bySource))
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
