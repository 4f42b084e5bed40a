import { z } from 'zod'

/**
 * What market figures count, as it lies in `serving/` (columns.ts). Everything that is counted of a
 * farm has a code; a farm is a short list of codes, and figures of an area are sums of codes, which
 * nodes of the cell tree that are wholly in it have already.
 */

/**
 * What a code may say: that the farm has this name of the facet. Of the first four facets a farm has
 * at most one name each; quality_score names are whole numbers, and quality_tier has `incomplete` for
 * farms under the Basic line. products are as the farm lists them, offered are these and all that they are
 * kinds of: what a request for a product counts. delivery_kinds are pickup and delivery: whether any of the farm's delivery
 * options is of that category of the vocabulary. `known` names what is known of a farm: lists that were collected
 * (products, certifications, practices, delivery_options), and `prices` = it states any price.
 */
export const countedFacets = [
  'place_type',
  'verification',
  'quality_tier',
  'quality_score',
  'products',
  'offered',
  'certifications',
  'practices',
  'delivery_options',
  'delivery_kinds',
  'known',
] as const
export type CountedFacet = (typeof countedFacets)[number]

/**
 * Fields that lists count by value (`facets`) and markets do not: their codes are in columns of their own,
 * so that market figures have fewer to add.
 */
export const listedFacets = [
  'state',
  'county',
  'county_fips',
  'categories',
  'payment_methods',
] as const
export type ListedFacet = (typeof listedFacets)[number]

/** Lists that may be unknown of a farm. */
export const knownLists = ['products', 'certifications', 'practices', 'delivery_options'] as const
export type KnownList = (typeof knownLists)[number]

/** What a price is of. */
export const priceKind = z.strictObject({
  /** A name of the vocabulary: prices of other products are not counted. */
  product: z.string(),
  unit: z.string().nullable(),
  /** The unit that prices of this kind are compared in; null = the unit does not convert. */
  comparable_unit: z.string().nullable(),
})
export type PriceKind = z.infer<typeof priceKind>

/**
 * A price in whole millionths of a dollar: whole numbers add up exactly in any order, as long as
 * their sum stays under 9 billion dollars.
 */
export const millionths = (price: number): number => Math.round(price * 1e6)
