import { products } from '../../../data/vocabulary/vocabulary.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import { hasAnyOf, type FilterRequest } from '../filters/filter.ts'
import { productMeantBy } from '../hints/unknown_terms.ts'

/** A product that a request names, and the farms that offer it. */
export type ProductChoice = {
  /** The product as requested. */
  asked: string
  /** The product's names and its varieties' names, if any farm has them. */
  names: readonly string[]
  /** The price kinds of these names: see FarmPrices. */
  priceKinds: number[]
  farms: Bitmap
  /** For an unknown product: the product probably meant, or null. */
  did_you_mean?: string | null
}

/**
 * Finds the farms that offer a product or a variety, by name or any alias, like /v1/food; with `exact`, only
 * farms that offer the product itself.
 */
export function chooseProduct(asked: string, request: FilterRequest, exact = false): ProductChoice {
  const { terms, sets, prices } = request.snapshot
  const name = products.nameOf(asked)
  const names = exact ? terms.match('products', name) : terms.matchKinds('products', asked)
  const isKnown = names.length > 0 || products.find(asked) !== null
  return {
    asked,
    names,
    priceKinds: exact ? prices.kindsOf(name) : prices.kindsBelow(name),
    farms: sets.ready(hasAnyOf('products', names, request.snapshot)),
    ...(!isKnown && { did_you_mean: productMeantBy(request.snapshot, asked) }),
  }
}

/** Fields that describe the requested product beside its figures. */
export const choiceFields = (choice: ProductChoice | null) => ({
  matched_products: choice && [...choice.names],
  ...(choice?.did_you_mean !== undefined && { did_you_mean: choice.did_you_mean }),
})
