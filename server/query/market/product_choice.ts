import { products } from '../../../data/vocabulary/vocabulary.ts'
import { after, type Eventual } from '../../eventual.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import { hasAnyOf, type FilterRequest } from '../filters/filter.ts'
import { productMeantBy } from '../hints/product_meant.ts'

/** A product that a request names, and the farms that offer it. */
export type ProductChoice = {
  /** As the request has it. */
  asked: string
  /** The names of it and its kinds that farms have. */
  names: readonly string[]
  /** The kinds of their prices: see FarmPrices. */
  priceKinds: number[]
  farms: Bitmap
  /** For a product that nothing here knows: what may have been meant, or null. */
  did_you_mean?: string | null
}

/**
 * Finds the farms that offer a product or a kind of it, by name or any alias, as /v1/food does; `exact`:
 * those that offer the product itself.
 */
export function chooseProduct(
  asked: string,
  request: FilterRequest,
  exact = false,
): Eventual<ProductChoice> {
  const { terms, sets, prices } = request.snapshot
  const names = exact ? terms.match('products', asked) : terms.matchKinds('products', asked)
  const isKnown = names.length > 0 || products.find(asked) !== null
  return after(sets.findAll([hasAnyOf('products', names, request.snapshot)]), ([farms]) => ({
    asked,
    names,
    priceKinds: exact ? prices.kindsOf(asked) : prices.kindsBelow(asked),
    farms,
    ...(!isKnown && { did_you_mean: productMeantBy(request.snapshot, asked) }),
  }))
}

/** What an answer says of the product asked for, beside its figures; nothing where none is. */
export const choiceFields = (choice: ProductChoice | null) => ({
  ...(choice && { matched_products: [...choice.names] }),
  ...(choice?.did_you_mean !== undefined && { did_you_mean: choice.did_you_mean }),
})
