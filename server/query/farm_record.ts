import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Card } from '../../data/schema/serving/columns.ts'
import { termKey } from '../../data/vocabulary/term_key.ts'
import { categoriesOf } from '../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** A product as the API lists it; without a structured listing its id, price and unit are null. */
type OfferedProduct = Pick<ProductListing, 'name' | 'price' | 'unit' | 'category' | 'in_stock'> & {
  id: string | null
}
type Profile = Pick<Farm, 'hours' | 'opening_hours' | 'timezone'> & {
  product_listings: Omit<ProductListing, 'farm_id'>[]
}

type Parsed = { free: Farm; paid: Farm; profile: Profile }

const parse = <Name extends Card>({ cards }: Snapshot, card: Name, row: number) =>
  cards[card].line(
    row,
    (source, start, end) => JSON.parse(source.toString('utf8', start, end)) as Parsed[Name],
  )

/** What a farm offers: product names, and its listings followed by the products without one. */
export function farmProducts(snapshot: Snapshot, row: number) {
  const { name: farm_name, products: names } = parse(snapshot, 'free', row)
  const { product_listings } = parse(snapshot, 'profile', row)
  const listed = new Set(product_listings.map(({ name, product }) => termKey(product ?? name)))
  const unlisted = (names ?? []).filter((name) => !listed.has(termKey(name)))
  const known = names !== null || product_listings.length > 0
  const listings = known
    ? [...product_listings.map(offered), ...unlisted.map(withoutListing)]
    : null
  return { farm_name, names, listings, product_listings }
}

const offered = ({
  id,
  name,
  price,
  unit,
  category,
  in_stock,
}: Profile['product_listings'][number]): OfferedProduct => ({
  id,
  name,
  price,
  unit,
  category,
  in_stock,
})

const withoutListing = (name: string): OfferedProduct => ({
  id: null,
  name,
  price: null,
  unit: null,
  category: categoriesOf([name])[0] ?? null,
  in_stock: null,
})

/** What is known of a farm's opening hours. */
export function farmHours(snapshot: Snapshot, row: number) {
  const { name: farm_name } = parse(snapshot, 'free', row)
  const { hours_json } = parse(snapshot, 'paid', row)
  const { hours, opening_hours, timezone } = parse(snapshot, 'profile', row)
  return { farm_name, hours, hours_json, opening_hours, timezone }
}
