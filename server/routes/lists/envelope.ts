import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import { answeredSaidAt, saidAtExample } from '../../../data/schema/said_at.ts'
import { farm, freeFields, paidFields, type Farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
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
import { pageLinks } from '../../http/addresses/links.ts'
import type { RawQuery } from '../../http/parameters/query_string.ts'
import { facetFields } from '../../query/facets/fields.ts'
import { missingReasons } from '../../query/row_of.ts'
import type { Request } from '../route.ts'
import { placeFound } from '../parameters.ts'

/** Pieces of JSON answers that several endpoints share, as schemas. */

const coverage = component(
  'Coverage',
  'Numbers of matched farms with a known attribute, however old. `hours` and `prices` are null for free keys if fewer than 5 farms match',
  {
    products: count('Farms whose products are known'),
    hours: count('Farms whose opening hours are known').nullable(),
    prices: count('Farms with a price').nullable(),
  },
)

const coverageRecent = coverage.meta({
  description: 'Numbers of matched farms with an attribute said within three years of the request',
})

export const facetValue = component('ValueCount', 'Value with its number of farms', {
  value: text('Value', 'VT'),
  count: count('Farms with the value', { unit: 'farms', example: 12 }),
})

const missingFarm = object('Id without a farm', {
  id: uuid('Requested id', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
  reason: z.enum(missingReasons).meta({
    description:
      'Reason: delisted = no source lists the farm any longer; removed = removed on request; unknown = no such farm has existed',
    example: 'delisted',
  }),
})

const meaning = object('Parameter and its value', {
  parameter: text('Parameter', 'products'),
  value: text('Value', 'strawberries'),
})
const readPart = meaning.extend({ text: text('Words, as requested', 'strawbery') })

export const matchedProducts = z.array(z.string()).nullable().meta({
  id: 'MatchedProducts',
  description:
    'Products that the requested names stand for, varieties included; null = none requested; empty = no farm offers any',
})

/** Fields that explain an empty answer. */
export const emptyShape = {
  broader: z
    .array(
      object('Broader product', {
        value: text('Product name', 'baked goods'),
        count: count('Farms, or listings, with the product or a variety'),
      }),
    )
    .meta({
      id: 'BroaderProducts',
      description:
        'Broader products, counted under the other filters; present if nothing is found, or for a claim such as cage-free eggs',
    })
    .optional(),
  without: z
    .array(
      object('Farms without a condition', {
        parameter: text(
          'Parameter, or two, separated by a comma; `radius` stands for the place',
          'open_on',
        ),
        count: count('Farms, or listings, found without it'),
        known: count('Entries whose field is known').optional(),
        recent: count('Entries whose field was said within three years').optional(),
        unknown: count('Entries whose field is unknown').optional(),
      }),
    )
    .meta({
      id: 'FarmsWithout',
      description:
        'If nothing is found, what is found without each condition, or else without each two',
    })
    .optional(),
  hints: z
    .array(z.string())
    .meta({ id: 'Hints', description: 'Hints about possible mistakes, one sentence each' })
    .optional(),
}

/** The id of a snapshot, as answers name it. */
export const snapshotId = text(
  'Snapshot that the answer comes from',
  '20261121T014922Z-02c8b340',
).meta({ id: 'SnapshotId' })

export const listMeta = component('ListMeta', 'Position of a page in its list', {
  count: count('Number of entries on this page', { example: 1 }),
  total: count('Number of entries on all pages', { example: 1 }),
  page: z.int().min(1).meta({ description: 'Page number, from 1', example: 1 }),
  per_page: z
    .int()
    .min(1)
    .max(100)
    .meta({ description: 'Maximum number of entries per page', example: 20 }),
  has_more: flag('Flag: true if another page follows', false),
  snapshot: snapshotId,
  since: text('Snapshot from which changes are counted', '20261120T014922Z-5d1f0a77').optional(),
  location: placeFound.optional(),
  coverage: coverage.optional(),
  coverage_recent: coverageRecent.optional(),
  facets: z
    .partialRecord(
      z.enum(facetFields),
      list('Values, by number of farms, then by value', facetValue),
    )
    .meta({
      description:
        'Top 20 values of each field in `facets`, among the farms of the list without the filter on that field. Farms with an unknown value do not count. A farm with a variety of a product counts for the product, as in `products`',
    })
    .optional(),
  missing: list('Requested `ids` without a farm in the directory', missingFarm).optional(),
  merged: list(
    'Requested `ids` of merged farms; the farm that contains each takes its place',
    object('Merged farm', {
      id: uuid('Requested id', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
      into: uuid('Id of the farm that contains it now', '80f48652-613c-5250-b2ee-9bd1bc46be76'),
    }),
  ).optional(),
  matched_products: matchedProducts.optional(),
  did_you_mean: textOrNull(
    'Nearest known term or place for the first unknown one; null = none is near; absent if all are known',
    'lettuce',
  ).optional(),
  broader: emptyShape.broader,
  without: emptyShape.without,
  understood: z
    .record(z.string(), z.string())
    .meta({
      description:
        'Parameters that `text` of /v1/find was read as; `links.strict` is the request that they make',
      example: { products: 'eggs', near: 'Albany, NY' },
    })
    .optional(),
  unread: list(
    'Words of `text` that are no condition, and match names as `q`',
    z.string(),
  ).optional(),
  corrected: list('Words of `text` that were read with typing errors', readPart).optional(),
  ambiguous: list(
    'Words of `text` with several meanings: the one that was read, and `others`',
    readPart.extend({ others: list('Other meanings', meaning) }),
  ).optional(),
  left_out: list(
    'Conditions in `text` that the request leaves out',
    readPart.partial({ parameter: true, value: true }).extend({
      reason: text('Reason', 'this filter needs a paid key'),
    }),
  ).optional(),
  hints: emptyShape.hints,
  ignored: list('Parameters without effect on this request', z.string()).optional(),
})
export type ListMeta = z.infer<typeof listMeta>

export const listLinks = component(
  'Links',
  'Relative paths with every parameter of the request except `key` and stated defaults',
  {
    self: text('Relative path of this page'),
    next: text('Relative path of the next page; absent on the last page').optional(),
    strict: text('Relative path of the same request without `text`, by /v1/find').optional(),
  },
)

/** What an endpoint knows of its list for `meta`. */
export type Counts = Omit<ListMeta, 'page' | 'per_page' | 'has_more'>

export type Linking = { path?: string; ofNext?: RawQuery; strict?: string | undefined }

/**
 * `meta` and `links` of a page; where they differ from the request's, `path` and the query `ofNext`. `strict`:
 * path of the same request in strict parameters.
 */
export function pageOf(
  { http, rawQuery, query }: Request<{ page: number; per_page: number }>,
  { count, total, ...more }: Counts,
  { path = http.path, ofNext = rawQuery, strict }: Linking = {},
) {
  const { page, per_page } = query
  const meta = { count, total, page, per_page, has_more: page * per_page < total, ...more }
  const links = pageLinks(path, rawQuery, meta, ofNext)
  return { meta, links: strict === undefined ? links : { ...links, strict } }
}

/** A page of a list. */
export const listResponse = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: list('Entries of this page', item),
    meta: listMeta,
    links: listLinks,
  })

/** `meta` of answers that are no pages. */
export const origin = component('Origin', 'Origin of the data', { snapshot: snapshotId })

/** A single resource. */
export const resourceOf = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ data, meta: origin })

/** The body of a single resource of a snapshot. */
export const resource = <Data>({ id }: { id: string }, data: Data) => ({
  data,
  meta: { snapshot: id },
})

const shownInLists = [...freeFields, ...paidFields].map((field) => [field, true])

/** The fields of a farm that lists show, in published order; paid ones after the free. */
export const listedFields = farm
  .pick(Object.fromEntries(shownInLists) as Record<keyof Farm, true>)
  .extend({
    changed_at: free(
      z.iso.datetime(),
      'Build time of the last snapshot that changed the published farm, including product listings and provenance (UTC)',
      { example: '2026-11-20T01:49:22Z' },
    ),
    said_at: free(answeredSaidAt, 'Day of the statement that gives each group of fields', {
      example: saidAtExample,
    }),
  })

const { name, price, unit, in_stock } = productListing.shape
const matchingProduct = component('MatchingProduct', 'Product of a farm that matches the request', {
  name,
  price,
  unit,
  in_stock,
}).meta({ tier: 'paid' })

/** A farm in a list. */
export const listedFarm = listedFields
  .extend({
    distance_mi: miles(
      'Distance from the center of the search, two decimals; without a center null in `fields` of /v1/find, else absent',
      19.42,
    )
      .nullable()
      .meta({ tier: 'free' })
      .optional(),
    matching_products: free(
      z.union([z.array(z.string()), z.array(matchingProduct)]),
      'Products of the farm that match `product`, in answers of /v1/food only. Free keys get names. Paid keys get product listings; a product without a listing has null in price, unit and in_stock',
    ).optional(),
  })
  .meta({ id: 'ListedFarm', description: 'Farm in a list' })

/** A page of farms. */
export const farmList = listResponse(listedFarm)
export type ListBody = z.infer<typeof farmList>
