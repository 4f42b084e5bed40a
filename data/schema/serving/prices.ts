import { z } from 'zod'

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
