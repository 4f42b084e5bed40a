import { counted } from '../../../data/counted.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { choiceFields, chooseProduct } from '../market/product_choice.ts'
import { farmsWithin } from '../market/area.ts'
import type { Near } from '../select.ts'
import type { ListingFilters } from './listing_sets.ts'

type Listed = ListingFilters & { near: Near | undefined; total: number }

/**
 * Explains an empty list: the products matched, the product probably meant, and farms that offer the product
 * without a listing. Returns nothing for other lists.
 */
export async function listingHints(
  { product, exact, near, total }: Listed,
  request: FilterRequest,
): Promise<{ matched_products?: string[]; did_you_mean?: string | null; hints?: string[] }> {
  if (total > 0 || product === undefined) return {}
  const choice = chooseProduct(product, request, exact)
  const { farms: only } = choice
  const offering = near
    ? farmsWithin(request.snapshot, { center: near, radius_mi: near.radius_mi, only })
    : 0
  return {
    ...choiceFields(choice),
    ...(offering > 0 && { hints: [withoutListings(offering, product)] }),
  }
}

const withoutListings = (farms: number, product: string) =>
  `${counted(farms, 'farm')} in the circle ${farms === 1 ? 'offers' : 'offer'} \`${product}\`, but none has such a listing: /v1/food finds farms that name a product without a price`
