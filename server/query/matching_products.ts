import type { Tier } from '../../data/schema/meta.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { openListings } from './farm_json.ts'

type Offered = Pick<ProductListing, 'name' | 'price' | 'unit' | 'in_stock'>
/** Names for free keys, listings for paid ones. */
export type MatchingProducts = string[] | Offered[]

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
): (row: number) => Offered[] {
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
