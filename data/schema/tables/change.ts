import { z } from 'zod'
import { free, paid } from '../meta.ts'
import { derivedFields, farm, freeFields, type Farm } from './farm.ts'
import { productListing } from './product_listing.ts'

export const changeKinds = ['added', 'removed', 'changed', 'moved', 'merged', 'split'] as const
export const changeCauses = [
  'source',
  'carried',
  'pipeline version',
  'vocabulary',
  'decision',
  'override',
] as const

/** The point and its precision change together: in `changes` they are the field `location`. */
export const locationFields = ['lat', 'lng', 'location_precision'] as const
export const locationField = 'location'

/** The location is compared as one field; derived fields are not compared. */
const notCompared: readonly string[] = [...locationFields, ...derivedFields]

/** The fields of a farm whose changes are reported separately. */
export const comparedFields = (Object.keys(farm.shape) as (keyof Farm)[]).filter(
  (field) => !notCompared.includes(field),
)

/** A farm's product listings change one by one: in `changes` they all are this field. */
export const listingsField = 'product_listings'

/** The compared fields of a product listing; its comparable price follows from these. */
export const comparedListingFields = [
  'name',
  'product',
  'category',
  'price',
  'unit',
  'in_stock',
] as const

/** All values of `field`. */
export const changeFields = [locationField, ...comparedFields, listingsField] as const

/** The fields whose changes are in public files. */
export const publicChangeFields: string[] = [
  locationField,
  ...comparedFields.filter((field) => freeFields.includes(field)),
]

const { id, name, product, unit } = productListing.shape

/** Changes since the previous snapshot, in public fields: one row for each farm and field. */
export const publicChange = z.strictObject({
  farm_id: free(z.uuid(), 'Id of the farm; in a merger, the id that ended', {
    source: 'given by the pipeline',
  }),
  change: free(
    z.enum(changeKinds),
    'added; removed = delisted, or removed on request (cause decision); changed = a value changed; moved = now over a quarter of a mile away, at the same precision; merged = now part of the farm in `after`; split = was part of the farm in `before`',
    { example: 'changed' },
  ),
  field: free(z.string().nullable(), 'Field; location = lat, lng and location_precision together', {
    example: 'name',
    nulls: 'the farm as a whole',
  }),
  before: free(z.string().nullable(), 'Previous value, as JSON', {
    example: '"Stone Creek Farm"',
    nulls: 'unknown, or not part of this change',
  }),
  after: free(z.string().nullable(), 'Present value, as JSON', {
    example: '"Stone Creek Orchard"',
    nulls: 'unknown, or not part of this change',
  }),
  cause: free(
    z.enum(changeCauses),
    'source = new content of the sources, or another set of sources; carried = a value of an earlier edition, since no current listing has one; pipeline version, vocabulary = a changed reading of the same source row; decision = a correction, removal, merger or split that a person decided began, changed or ended (in older snapshots override)',
    { example: 'source' },
  ),
  previous_snapshot: free(z.string(), 'Id of the previous snapshot', {
    example: '20261120T014922Z-5d1f0a77',
  }),
})

/** The same for all fields, and a row for each product listing and changed field. */
export const change = publicChange.extend({
  listing: paid(
    z.strictObject({ id, name, product, unit }).nullable(),
    'For product_listings: the listing as it is now, or as it was if it was removed',
    {
      example: { id: 'eggs-dozen', name: 'Pastured eggs', product: 'eggs', unit: 'dozen' },
      nulls: 'another field',
      since: 3,
    },
  ),
  listing_change: paid(
    z.enum(['added', 'removed', ...comparedListingFields]).nullable(),
    'For product_listings: the changed field, added or removed. before and after contain the whole listing if it was added or removed, else the value of this field',
    { example: 'price', nulls: 'another field', since: 3 },
  ),
})
export type Change = z.infer<typeof change>
