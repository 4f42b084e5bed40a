import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { categoriesOf, products } from '../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { farmRecord } from './farm_json.ts'

type Profile = Farm & { product_listings: Omit<ProductListing, 'farm_id'>[] }

type Offered = Pick<Profile, 'name' | 'products' | 'products_other' | 'product_listings'>

const profileOf = (snapshot: Snapshot, row: number) =>
  farmRecord(snapshot, row, 'paid', 'profile') as Profile

/**
 * Returns a farm's product names, the names missing from the vocabulary, and its listings. Products without
 * a listing follow, with a null id, price and unit.
 */
export function farmProducts(snapshot: Snapshot, row: number) {
  const {
    name: farm_name,
    products: names,
    products_other: other_names,
    product_listings,
  } = farmRecord(snapshot, row, 'paid', 'listings') as Offered
  const keyOf = (name: string) => products.keyOf(name)
  const listed = new Set(product_listings.map(({ name, product }) => keyOf(product ?? name)))
  const unlisted = (names ?? []).filter((name) => !listed.has(keyOf(name)))
  const listings = [
    ...product_listings.map(({ id, name, price, unit, category, in_stock }) => {
      return { id, name, price, unit, category, in_stock }
    }),
    ...unlisted.map((name) => {
      const category = categoriesOf([name])[0] ?? null
      return { id: null, name, price: null, unit: null, category, in_stock: null }
    }),
  ]
  const known = names !== null || product_listings.length > 0
  return { farm_name, names, other_names, listings: known ? listings : null, product_listings }
}

/** Returns a farm's opening hours, as far as known. */
export function farmHours(snapshot: Snapshot, row: number) {
  const { name: farm_name, ...farm } = profileOf(snapshot, row)
  const { hours, hours_json, opening_hours, timezone, hours_confirmed_at } = farm
  return { farm_name, hours, hours_json, opening_hours, timezone, hours_confirmed_at }
}
