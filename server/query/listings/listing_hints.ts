import { counted } from '../../../data/digit_grouping.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { choiceFields, chooseProduct } from '../market/product_choice.ts'
import { farmsWithin } from '../market/area.ts'
import type { Near } from '../select.ts'
import type { ListingFilters } from './listing_sets.ts'

type Listed = ListingFilters & { near: Near | undefined; total: number }

/**
 * The products matched, the product probably meant if it is unknown, and for an empty list farms that offer the
 * product without a listing.
 */
export async function listingHints(
  { product, exact, near, total }: Listed,
  request: FilterRequest,
): Promise<{ matched_products: string[] | null; did_you_mean?: string | null; hints?: string[] }> {
  if (product === undefined) return { matched_products: null }
  const choice = chooseProduct(product, request, exact)
  if (total > 0) return choiceFields(choice)
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
