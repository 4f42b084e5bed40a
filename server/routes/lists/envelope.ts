import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import { farm, freeFields, paidFields, type Farm } from '../../../data/schema/tables/farm.ts'
import {
  component,
  count,
  flag,
  list,
  miles,
  object,
  text,
  textOrNull,
  uuid,
} from '../../http/answer_fields.ts'
import { pageLinks } from '../../http/links.ts'
import { facetNames } from '../../query/facets/fields.ts'
import { missingReasons } from '../../query/asked_farms.ts'
import type { Request } from '../route.ts'
import { placeFound } from '../where.ts'

/** Pieces of JSON answers that several endpoints share, as schemas. */

const coverage = component('Coverage', 'Of the farms matched, how many have a known attribute', {
  products: count('Farms whose products are known'),
  hours: count('Farms whose opening hours are known, and not too old to tell'),
  prices: count('Farms with a price'),
})

const facetValue = object('A value, and how many farms have it', {
  value: text('The value', 'VT'),
  count: count('Farms that have it', { unit: 'farms', example: 12 }),
})

const missingFarm = object('An id that is no farm', {
  id: uuid('The id asked for', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
  reason: z.enum(missingReasons).meta({
    description:
      'delisted = no source lists it any more; removed = it was taken out; unknown = there never was such a farm',
    example: 'delisted',
  }),
})

/** The id of a snapshot, as answers name it. */
export const snapshotId = text('The snapshot that the answer is from', '20261121T014922Z-02c8b340')

export const listMeta = component('ListMeta', 'Where a page is in its list', {
  count: count('Entries on this page'),
  total: count('Entries on all pages'),
  page: z.int().min(1).meta({ description: 'Number of this page, from 1', example: 1 }),
  per_page: z.int().min(1).max(100).meta({ description: 'Entries on a full page', example: 20 }),
  has_more: flag('Whether a page comes after this one'),
  snapshot: snapshotId,
  since: text('The snapshot that changes are counted from', '20261120T014922Z-5d1f0a77').optional(),
  location: placeFound.optional(),
  coverage: coverage.optional(),
  facets: z
    .partialRecord(
      z.enum(facetNames),
      list('Its values, most farms first, then by value', facetValue),
    )
    .meta({
      description:
        'By field of `facets`: its 20 most frequent values among the farms of the list, found without the filter on the field itself. Farms whose value is unknown count for none; farms that offer a kind of a product count for the product too, as in `products`',
    })
    .optional(),
  missing: list(
    'Of `ids`, those that are no farm of the directory (any more)',
    missingFarm,
  ).optional(),
  merged: list(
    'Of `ids`, those that were merged into a farm, which is in their place',
    object('A farm that was merged', {
      id: uuid('The id asked for', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
      into: uuid('The id of the farm', '80f48652-613c-5250-b2ee-9bd1bc46be76'),
    }),
  ).optional(),
  matched_products: list(
    'Where the list is empty or a term is not known: the products that those asked for stand for',
    z.string(),
  ).optional(),
  did_you_mean: textOrNull(
    'Only for a term that is not known, the first one: what may have been meant; null = nothing near',
    'lettuce',
  ).optional(),
  broader: list(
    'Where the list is empty: what the products are kinds of, and how many farms have that under the other filters',
    object('A broader product', {
      product: text('Its name', 'baked goods'),
      farms: count('Farms that offer it or a kind of it', { unit: 'farms' }),
    }),
  ).optional(),
  hints: list('What looks wrong, in a sentence each', z.string()).optional(),
  ignored: list('Parameters that were given but do not apply', z.string()).optional(),
})
export type ListMeta = z.infer<typeof listMeta>

export const listLinks = component(
  'Links',
  'Relative paths that keep every parameter but the key, written in one way: without those that say their default',
  {
    self: text('Relative path of this page'),
    next: text('Relative path of the next page; absent on the last one').optional(),
  },
)

type Counts = Omit<ListMeta, 'page' | 'per_page' | 'has_more'>

/** `meta` and `links` of a page; where they differ from the request's, `path` and the query `ofNext`. */
export function pageOf(
  { http, rawQuery, query }: Request<{ page: number; per_page: number }>,
  { count, total, ...more }: Counts,
  { path = http.path, ofNext = rawQuery } = {},
) {
  const { page, per_page } = query
  const meta = { count, total, page, per_page, has_more: page * per_page < total, ...more }
  return { meta, links: pageLinks(path, rawQuery, meta, ofNext) }
}

/** A page of a list. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: list('The entries of this page', item),
    meta: listMeta,
    links: listLinks,
  })

/** A single resource. */
export const resourceOf = <Data extends z.ZodType>(data: Data) => z.strictObject({ data })

const shownInLists = [...freeFields, ...paidFields].map((field) => [field, true])

/** The fields of a farm that lists show, in published order; paid ones after the free. */
export const listFields = farm
  .pick(Object.fromEntries(shownInLists) as Record<keyof Farm, true>)
  .extend({
    changed_at: free(
      z.iso.datetime(),
      'When the snapshot was built in which what is published of the farm last became other than it was, its product listings and provenance included (UTC)',
      { example: '2026-11-20T01:49:22Z' },
    ),
  })

/** A farm in a list. */
export const listedFarm = listFields
  .extend({
    distance_mi: miles(
      'Distance from the centre of the search, two decimals; only where there is one',
      19.42,
    )
      .meta({ tier: 'free' })
      .optional(),
  })
  .meta({ id: 'ListedFarm', description: 'A farm in a list' })
