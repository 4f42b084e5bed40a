import { products } from '../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { farmProducts } from './farm_record.ts'

/**
 * Whether a farm offers a product or a kind of it. Of several listings of it, one in stock comes first, then one
 * out of stock, then one whose stock is not tracked.
 */
export function availability(snapshot: Snapshot, row: number, product: string) {
  const keys = new Set(products.kindsOf(product).map((kind) => products.keyOf(kind)))
  // By name or any alias, whatever the case, singular or plural.
  const wanted = (term: string) => keys.has(products.keyOf(term))
  const { farm_name, names, other_names, product_listings } = farmProducts(snapshot, row)
  const listings = product_listings.filter(
    (each) => wanted(each.product ?? each.name) || wanted(each.name),
  )
  const inStock = (stock: boolean | null) => listings.find((each) => each.in_stock === stock)
  const listing = inStock(true) ?? inStock(false) ?? inStock(null)
  return {
    farm_name,
    product,
    listed: listing !== undefined || [...(names ?? []), ...(other_names ?? [])].some(wanted),
    in_stock: listing?.in_stock ?? null,
    listing: listing
      ? { id: listing.id, name: listing.name, price: listing.price, unit: listing.unit }
      : null,
  }
}
