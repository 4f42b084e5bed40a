import { z } from 'zod'

/**
 * What market figures count, as it lies in `serving/`. Everything that is counted of a farm has a
 * code; a farm is a short list of codes, and figures of an area are sums of codes. So are the sums
 * of its nodes of the cell tree that lie wholly in it (see cell_tree.ts), which are ready-made.
 */

/**
 * What a code may say: that the farm has this name of the facet. Of the first four facets a farm has
 * at most one name each; quality_score names are whole numbers, and quality_tier has `incomplete` for
 * farms under the Basic line. delivery_kinds are pickup and delivery: whether any of the farm's delivery
 * options is of that category of the vocabulary. `known` names what is known of a farm: lists that were collected
 * (products, certifications, practices, delivery_options), and `prices` = it states any price.
 */
export const countedFacets = [
  'place_type',
  'verification',
  'quality_tier',
  'quality_score',
  'products',
  'certifications',
  'practices',
  'delivery_options',
  'delivery_kinds',
  'known',
] as const
export type CountedFacet = (typeof countedFacets)[number]

/** Lists that a farm may not have told of. */
export const knownLists = ['products', 'certifications', 'practices', 'delivery_options'] as const
export type KnownList = (typeof knownLists)[number]

/** Names of codes and kinds of price, as JSON. */
export const attributesFile = 'serving/attributes.json'
export const attributes = z.strictObject({
  /**
   * The names that some farm has, facet by facet, those of a facet in byte order. Codes count
   * through all of them, from 0.
   */
  facets: z.record(z.enum(countedFacets), z.array(z.string())),
  /** What prices are of; the kind of a price is its place in this list. */
  price_kinds: z.array(
    z.strictObject({
      /** The product by its one name: the vocabulary's, else the first of its spellings. */
      product: z.string(),
      unit: z.string().nullable(),
      /** The unit that prices of this kind are compared in; null = the unit does not convert. */
      comparable_unit: z.string().nullable(),
    }),
  ),
})
export type Attributes = z.infer<typeof attributes>

/** Lists of numbers, one list a row or node: list i is [starts[i], starts[i + 1]) of the others. */
export type AttributeArrays = {
  rowStarts: Uint32Array
  /** Codes of each row, ascending. */
  rowCodes: Uint32Array
  /** A node without a list has too few rows to be worth one. */
  nodeStarts: Uint32Array
  nodeCodes: Uint32Array
  /** How many rows of the node have the code. */
  nodeCounts: Uint32Array
}

export type PriceArrays = {
  priceRowStarts: Uint32Array
  /** The kind of each price of a row. */
  priceKinds: Uint32Array
  /** US dollars, as listed. */
  prices: Float64Array
  /** US dollars for one comparable unit; the price as listed where its kind has none. */
  comparablePrices: Float64Array
  priceNodeStarts: Uint32Array
  priceNodeKinds: Uint32Array
  /** How many prices of the kind the rows of the node have, and the sum of their `millionths`. */
  priceNodeCounts: Uint32Array
  priceNodeSums: Float64Array
}

export const attributeFiles = {
  rowStarts: 'serving/attribute_starts.u32',
  rowCodes: 'serving/attribute_codes.u32',
  nodeStarts: 'serving/node_attribute_starts.u32',
  nodeCodes: 'serving/node_attribute_codes.u32',
  nodeCounts: 'serving/node_attribute_counts.u32',
  priceRowStarts: 'serving/price_starts.u32',
  priceKinds: 'serving/price_kinds.u32',
  prices: 'serving/prices.f64',
  comparablePrices: 'serving/comparable_prices.f64',
  priceNodeStarts: 'serving/node_price_starts.u32',
  priceNodeKinds: 'serving/node_price_kinds.u32',
  priceNodeCounts: 'serving/node_price_counts.u32',
  priceNodeSums: 'serving/node_price_sums.f64',
} as const satisfies Record<keyof AttributeArrays | keyof PriceArrays, string>

/**
 * A comparable price in whole millionths of a dollar: whole numbers add up exactly in any order, as
 * long as their sum stays under 9 billion dollars.
 */
export const millionths = (price: number): number => Math.round(price * 1e6)
