import { products } from '../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { farmProducts } from './farm_record.ts'

/**
 * Whether a farm offers a product. Of several listings of it, one in stock comes first, then one
 * out of stock, then one whose stock is not tracked.
 */
export function availability(snapshot: Snapshot, row: number, product: string) {
  const wanted = matcher(product)
  const { farm_name, names, product_listings } = farmProducts(snapshot, row)
  const listings = product_listings.filter(
    (each) => wanted(each.product ?? each.name) || wanted(each.name),
  )
  const listing = [true, false, null].flatMap((stock) =>
    listings.filter((each) => each.in_stock === stock),
  )[0]
  return {
    farm_name,
    product,
    listed: listing !== undefined || (names ?? []).some(wanted),
    in_stock: listing?.in_stock ?? null,
    listing: listing
      ? { id: listing.id, name: listing.name, price: listing.price, unit: listing.unit }
      : null,
  }
}

/**
 * Says whether a term is the product or a kind of it: by name or any alias, whatever the case,
 * singular or plural.
 */
function matcher(product: string): (term: string) => boolean {
  const keys = new Set(products.kindsOf(product).map((kind) => products.keyOf(kind)))
  return (term) => keys.has(products.keyOf(term))
}
