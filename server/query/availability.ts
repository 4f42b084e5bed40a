import { products } from '../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import { productMeantBy } from './hints/product_meant.ts'
import { farmRecord } from './farm_json.ts'
import { farmProducts } from './farm_record.ts'

/**
 * Returns a farm's availability of a product or its varieties. A listing in stock wins over one out of
 * stock, and that over one whose stock is not tracked.
 */
export function availabilityOf(snapshot: Snapshot, row: number, product: string) {
  const keys = new Set(products.kindsOf(product).map((kind) => products.keyOf(kind)))
  // Matches a name or any alias, in any case, singular or plural.
  const wanted = (term: string) => keys.has(products.keyOf(term))
  const { farm_name, names, other_names, product_listings } = farmProducts(snapshot, row)
  const listings = product_listings.filter(
    (each) => wanted(each.product ?? each.name) || wanted(each.name),
  )
  const inStock = (stock: boolean | null) => listings.find((each) => each.in_stock === stock)
  const listing = inStock(true) ?? inStock(false) ?? inStock(null)
  const { products: said_at } = (farmRecord(snapshot, row, 'free', 'list') as Pick<Farm, 'said_at'>)
    .said_at
  const matched_products = [...snapshot.terms.matchKinds('products', product)]
  const isKnown = matched_products.length > 0 || products.find(product) !== null
  return {
    farm_name,
    product,
    listed: listing !== undefined || [...(names ?? []), ...(other_names ?? [])].some(wanted),
    in_stock: listing?.in_stock ?? null,
    listing: listing
      ? { id: listing.id, name: listing.name, price: listing.price, unit: listing.unit }
      : null,
    products_known: names !== null || other_names !== null,
    said_at,
    matched_products,
    ...(!isKnown && { did_you_mean: productMeantBy(snapshot, product) }),
  }
}
