import { z } from 'zod'
import { free } from '../meta.ts'
import { derivedFields, farm, freeFields, type Farm } from './farm.ts'

export const changeKinds = ['added', 'removed', 'changed', 'moved', 'merged', 'split'] as const
export const changeCauses = ['source', 'pipeline version', 'vocabulary', 'override'] as const

/** The point and its precision change together: in `changes` they are the field `location`. */
export const locationFields = ['lat', 'lng', 'location_precision'] as const
export const locationField = 'location'

/** The location is compared as one field; what is derived is not compared. */
const notCompared: readonly string[] = [...locationFields, ...derivedFields]

/** The fields of a farm whose changes are reported one by one. */
export const comparedFields = (Object.keys(farm.shape) as (keyof Farm)[]).filter(
  (field) => !notCompared.includes(field),
)

/** The fields whose changes are in public files. */
export const publicChangeFields: string[] = [
  locationField,
  ...comparedFields.filter((field) => freeFields.includes(field)),
]

/** What changed since the previous snapshot: one row for each farm and field. */
export const change = z.strictObject({
  farm_id: free(z.uuid(), 'Id of the farm; in a merger, of the one that no longer exists'),
  change: free(
    z.enum(changeKinds),
    'added, removed; changed = a field has another value; moved = the location is over a quarter of a mile away; merged = the farm is now part of the one in after; split = the farm was part of the one in before',
    { example: 'changed' },
  ),
  field: free(
    z.string().nullable(),
    'The field, or location for lat, lng and location_precision together; null = the farm as a whole',
    { example: 'name' },
  ),
  before: free(
    z.string().nullable(),
    'The value before, as JSON; null = unknown, or not part of this change',
    { example: '"Stone Creek Farm"' },
  ),
  after: free(
    z.string().nullable(),
    'The value now, as JSON; null = unknown, or not part of this change',
    { example: '"Stone Creek Orchard"' },
  ),
  cause: free(
    z.enum(changeCauses),
    'source = the sources say something new, or other sources are read; pipeline version, vocabulary = the same source row is read in another way; override = one of our corrections began, changed or ended',
    { example: 'source' },
  ),
  previous_snapshot: free(z.string(), 'Id of the previous snapshot', {
    example: '20261120T014922Z-5d1f0a77',
  }),
})
export type Change = z.infer<typeof change>
