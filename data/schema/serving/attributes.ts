import { z } from 'zod'

/**
 * Input of market figures, stored in `serving/` (columns.ts). Each counted property of a farm has a code,
 * and a farm is a short list of codes. Figures of an area are sums of codes; nodes of the cell tree inside
 * it have their sums precomputed.
 */

/**
 * The facets of codes: a code means that the farm has this value of the facet. A farm has at most one value
 * in each of the first four facets; quality_score values are whole numbers, and quality_tier has
 * `incomplete` for farms below the Basic line. `products` are the farm's own; `offered` adds all broader
 * products, as requests count them. `delivery_kinds` are pickup and delivery: the vocabulary's categories
 * of the farm's delivery options. `known` lists the collected lists (products, certifications, practices,
 * delivery_options), and `prices` = the farm has a price.
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
 * Fields that lists count by value (`facets`) and markets do not: their codes are in separate columns, so
 * that market figures have fewer codes to add.
 */
export const listedFacets = [
  'state',
  'county',
  'county_fips',
  'categories',
  'payment_methods',
] as const
export type ListedFacet = (typeof listedFacets)[number]

/** A farm's lists that may be unknown. */
export const knownLists = ['products', 'certifications', 'practices', 'delivery_options'] as const
export type KnownList = (typeof knownLists)[number]

/** The product and unit of a price. */
export const priceKind = z.strictObject({
  /** A name in the vocabulary: other products' prices are not counted. */
  product: z.string(),
  unit: z.string().nullable(),
  /** The unit for comparing these prices; null = the unit does not convert. */
  comparable_unit: z.string().nullable(),
})
export type PriceKind = z.infer<typeof priceKind>

/**
 * A price in whole millionths of a dollar: whole numbers add up exactly in any order, as long as their sum
 * is below 9 billion dollars.
 */
export const millionths = (price: number): number => Math.round(price * 1e6)
