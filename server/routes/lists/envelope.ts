import { z } from 'zod'
import { farm, freeFields, paidFields, type Farm } from '../../../data/schema/tables/farm.ts'

/** Pieces of JSON answers that several endpoints share, as schemas. */

const count = (description: string) => z.int().min(0).meta({ description })

const coverage = z
  .strictObject({
    products: count('Farms whose products are known'),
    hours: count('Farms whose opening hours are known'),
    prices: count('Farms with a price'),
  })
  .meta({ id: 'Coverage', description: 'Of the farms matched, how many have a known attribute' })

/** The id of a snapshot, as answers name it. */
export const snapshotId = z.string().meta({
  description: 'The snapshot that the answer is from',
  example: '20261121T014922Z-02c8b340',
})

export const listMeta = z
  .strictObject({
    count: count('Entries on this page'),
    total: count('Entries on all pages'),
    page: z.int().min(1).meta({ description: 'Number of this page, from 1', example: 1 }),
    per_page: z.int().min(1).max(100).meta({ description: 'Entries on a full page', example: 20 }),
    has_more: z.boolean().meta({ description: 'Whether a page comes after this one' }),
    snapshot: snapshotId,
    coverage: coverage.optional(),
    ignored: z
      .array(z.string())
      .optional()
      .meta({ description: 'Parameters that were given but do not apply' }),
  })
  .meta({ id: 'ListMeta', description: 'Where a page stands in its list' })
export type ListMeta = z.infer<typeof listMeta>

export const listLinks = z
  .strictObject({
    self: z.string().meta({ description: 'Relative path of this page' }),
    next: z
      .string()
      .optional()
      .meta({ description: 'Relative path of the next page; absent on the last one' }),
  })
  .meta({ id: 'Links', description: 'Relative paths that keep every parameter but the key' })

/** A page of a list. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item).meta({ description: 'The entries of this page' }),
    meta: listMeta,
    links: listLinks,
  })

/** A single resource. */
export const resourceOf = <Data extends z.ZodType>(data: Data) => z.strictObject({ data })

/** Fields of a farm that lists show, in published order; paid ones after the free. */
export const listFields = [...freeFields, ...paidFields]

/** A farm's fields as lists show them. */
export const farmOf = (fields: (keyof Farm)[]) =>
  farm.pick(Object.fromEntries(fields.map((field) => [field, true])) as Record<keyof Farm, true>)

const distance_mi = z.number().min(0).optional().meta({
  tier: 'free',
  unit: 'miles',
  description: 'Distance from the centre of the search, two decimals; only where there is one',
  example: 19.42,
})

/** A farm in a list. */
export const listedFarm = farmOf(listFields)
  .extend({ distance_mi })
  .meta({ id: 'ListedFarm', description: 'A farm in a list' })
