import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { categoriesOf, products } from '../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { farmRecord, openListings } from './farm_json.ts'
import { productMeantBy } from './hints/unknown_terms.ts'
import type { Tier } from '../../data/schema/meta.ts'

/** A farm as its profile or its listings show it. */
export type Profile = Farm & { product_listings: Omit<ProductListing, 'farm_id'>[] }

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
  } = farmRecord(snapshot, row, 'paid', 'listings') as Profile
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
  const { name: farm_name, ...farm } = farmRecord(snapshot, row, 'paid', 'profile') as Farm
  const { hours, hours_json, opening_hours, timezone, hours_confirmed_at } = farm
  return { farm_name, hours, hours_json, opening_hours, timezone, hours_confirmed_at }
}

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

type MatchingListing = Pick<ProductListing, 'name' | 'price' | 'unit' | 'in_stock'>
/** Names for free keys, listings for paid ones. */
export type MatchingProducts = string[] | MatchingListing[]

/**
 * Returns a function that finds, for a row of `rows`, the farm's products that match the requested product
 * or its varieties. Paid keys get the farm's listings, followed by products without a listing. These have
 * null in the fields of a listing.
 */
export function matchingProducts(
  snapshot: Snapshot,
  rows: readonly number[],
  product: string,
  tier: Tier,
): (row: number) => MatchingProducts {
  const names = snapshot.terms.matchKinds('products', product)
  const namesOf = namesAmong(snapshot, names)
  return tier === 'paid' ? withListings(snapshot, rows, new Set(names), namesOf) : namesOf
}

/** List of names, which `Terms` keeps → the names by their codes. */
const codes = new WeakMap<readonly string[], Map<number, string>>()

/** Returns a function that finds a row's products among some, in the snapshot's spelling. */
function namesAmong({ fieldCodes }: Snapshot, names: readonly string[]) {
  const { first, names: all, lists } = fieldCodes.of('products')
  const wanted = codes.get(names) ?? new Map(names.map((name) => [first + all.indexOf(name), name]))
  codes.set(names, wanted)
  return (row: number): string[] => {
    const found: string[] = []
    for (const code of lists.codesOf(row)) {
      const name = wanted.get(code)
      if (name !== undefined) found.push(name)
    }
    return found
  }
}

function withListings(
  snapshot: Snapshot,
  rows: readonly number[],
  wanted: ReadonlySet<string | null>,
  namesOf: (row: number) => string[],
): (row: number) => MatchingListing[] {
  const listed = new Map(
    rows
      .map((row) => [row, snapshot.listings.productsOf(row)] as const)
      .filter(([, products]) => products.some((product) => wanted.has(product))),
  )
  const listingsOf = openListings(snapshot, [...listed.keys()])
  return (row) => {
    const products = listed.get(row)
    const others = namesOf(row).filter((name) => !products?.includes(name))
    return [
      ...(products ? listingsOf(row) : [])
        .filter(({ product }) => wanted.has(product))
        .map(({ name, price, unit, in_stock }) => ({ name, price, unit, in_stock })),
      ...others.map((name) => ({ name, price: null, unit: null, in_stock: null })),
    ]
  }
}
