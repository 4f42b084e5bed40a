import { z } from 'zod'
import { free } from '../meta.ts'
import { farm, freeFields, type Farm } from './farm.ts'

export const changeKinds = ['added', 'removed', 'changed', 'moved', 'merged', 'split'] as const
export const changeCauses = ['source', 'pipeline version', 'vocabulary', 'override'] as const

/** The point and its precision change as one: in `changes` they are the field `location`. */
export const locationFields = ['lat', 'lng', 'location_precision'] as const
export const locationField = 'location'

/** Compared as the location, or computed from other fields or the date. */
const notCompared: readonly string[] = [
  ...locationFields,
  'id',
  'h3_cell',
  'timezone',
  'opening_hours',
  'quality_score',
  'quality_tier',
  'quality_tier_label',
  'listing_completeness',
]

/** The fields of a farm whose changes are reported one by one. */
export const comparedFields = (Object.keys(farm.shape) as (keyof Farm)[]).filter(
  (field) => !notCompared.includes(field),
)

/** The fields whose changes public files tell. */
export const publicChangeFields: string[] = [
  locationField,
  ...comparedFields.filter((field) => freeFields.includes(field)),
]

/** What is other than in the snapshot before: one row for each farm and field. */
export const change = z.strictObject({
  farm_id: free(z.uuid(), 'The farm; of a merger the one that is no more'),
  change: free(
    z.enum(changeKinds),
    'added, removed; changed = a field is other; moved = its location is, by over a quarter of a mile; merged = it is now part of the farm in after; split = it came off the farm in before',
    { example: 'changed' },
  ),
  field: free(
    z.string().nullable(),
    'The field, or location for lat, lng and location_precision together; null = the farm as a whole',
    { example: 'name' },
  ),
  before: free(
    z.string().nullable(),
    'The value before, as JSON; null = unknown, or not of this change',
    { example: '"Stone Creek Farm"' },
  ),
  after: free(
    z.string().nullable(),
    'The value now, as JSON; null = unknown, or not of this change',
    { example: '"Stone Creek Orchard"' },
  ),
  cause: free(
    z.enum(changeCauses),
    'source = what the sources say, or which there are; pipeline version, vocabulary = the same source row is read otherwise; override = a correction of ours began, changed or ended',
    { example: 'source' },
  ),
  previous_snapshot: free(z.string(), 'The snapshot before', {
    example: '20261120T014922Z-5d1f0a77',
  }),
})
export type Change = z.infer<typeof change>
