import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { products, units } from '../../data/vocabulary/vocabulary.ts'
import { distanceMi } from './brute_force.ts'
import type { MarketFarm } from './brute_market.ts'
import { byBytes } from './byte_order.ts'

/** What /v1/listings is asked, as its parameters have it. */
export type ListingQuestion = {
  product?: string | undefined
  exact?: 'true' | 'false' | undefined
  lat?: number | undefined
  lng?: number | undefined
  radius?: number | undefined
  state?: string | undefined
  in_stock?: 'true' | 'false' | 'unknown' | undefined
  unit?: string | undefined
  comparable_unit?: string | undefined
  min_price?: number | undefined
  max_price?: number | undefined
  sort?: string | undefined
}

type Listed = { farm: MarketFarm; listing: ProductListing; distance: number }

/** The listings that a question finds, in order, by a pass over all listings of all farms. */
export function listings(all: MarketFarm[], question: ListingQuestion) {
  const { lat, lng, radius = 50 } = question
  const center = lat === undefined || lng === undefined ? null : { lat, lng }
  const sort = question.sort ?? (center ? 'distance' : 'farm')
  return all
    .map((farm) => ({ farm, distance: center ? distanceMi(center, farm) : 0 }))
    .filter(({ farm, distance }) => isThere(farm, question) && (!center || distance <= radius))
    .flatMap(({ farm, distance }) => farm.listings.map((listing) => ({ farm, listing, distance })))
    .filter(({ listing }) => isMeant(listing, question))
    .sort((a, b) => orders[sort]!(a, b) || byFarm(a, b))
    .map(({ farm, listing, distance }) => ({
      id: listing.id,
      farm_id: farm.id,
      farm_name: farm.name,
      place_type: farm.place_type,
      city: farm.city,
      county: farm.county,
      county_fips: farm.county_fips,
      state: farm.state,
      lat: farm.lat,
      lng: farm.lng,
      updated_at: farm.updated_at,
      ...(center && { distance_mi: Math.round(100 * distance) / 100 }),
      name: listing.name,
      product: listing.product,
      category: listing.category,
      price: listing.price,
      unit: listing.unit,
      in_stock: listing.in_stock,
      comparable_price: listing.comparable_price,
      comparable_unit: listing.comparable_unit,
    }))
}

const isThere = (farm: MarketFarm, { state }: ListingQuestion) =>
  state === undefined || farm.state === state

function isMeant(listing: ProductListing, question: ListingQuestion): boolean {
  const { product, exact, in_stock, unit, comparable_unit, min_price, max_price } = question
  const { price } = listing
  const stock = { true: true, false: false, unknown: null }
  const kinds =
    product === undefined ? [] : exact === 'true' ? [product] : products.kindsOf(product)
  const same = (one: string | null, other: string) =>
    one !== null && products.keyOf(one) === products.keyOf(other)
  return (
    (product === undefined || kinds.some((kind) => same(listing.product, kind))) &&
    (in_stock === undefined || listing.in_stock === stock[in_stock]) &&
    (unit === undefined ||
      (listing.unit !== null && units.keyOf(listing.unit) === units.keyOf(unit))) &&
    (comparable_unit === undefined || listing.comparable_unit === comparable_unit) &&
    (min_price === undefined || (price !== null && price >= min_price)) &&
    (max_price === undefined || (price !== null && price <= max_price))
  )
}

type Order = (a: Listed, b: Listed) => number

/** Unknown ones last, whichever way. */
const by =
  (field: 'price' | 'comparable_price', sign: 1 | -1): Order =>
  (a, b) => {
    const [one, other] = [a.listing[field], b.listing[field]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  }

const byId: Order = (a, b) => byBytes(a.farm.id, b.farm.id)
const byProduct: Order = ({ listing: { product: one } }, { listing: { product: other } }) =>
  one === null || other === null
    ? Number(one === null) - Number(other === null)
    : byBytes(one, other)
const byFarm: Order = (a, b) => byId(a, b) || byProduct(a, b) || byBytes(a.listing.id, b.listing.id)

const orders: Record<string, Order> = {
  farm: byFarm,
  price: by('price', 1),
  '-price': by('price', -1),
  comparable_price: by('comparable_price', 1),
  '-comparable_price': by('comparable_price', -1),
  distance: (a, b) => a.distance - b.distance,
}

/**
 * What an empty list has without each of its conditions, or else without each two; with how many of these have a
 * known price or stock, if the condition is on it. `whole`: the farms with all that they ever said.
 */
export function listingsWithout(
  [all, whole]: [MarketFarm[], MarketFarm[]],
  question: ListingQuestion,
  isSince: boolean,
) {
  const given = conditions.filter((name) => {
    if (name === 'said_since') return isSince
    return name === 'exact' ? question.exact === 'true' : question[name] !== undefined
  })
  const counted = (left: string[]) => {
    const none = Object.fromEntries(left.map((name) => [name, undefined]))
    const place = left.includes('radius') ? { lat: undefined, lng: undefined } : {}
    const found = listings(left.includes('said_since') ? whole : all, {
      ...question,
      ...none,
      ...place,
    })
    const field = left.length > 1 ? undefined : fieldOf[left[0]!]
    const known = field && found.filter((each) => each[field] !== null).length
    return {
      parameter: left.join(),
      count: found.length,
      ...(known !== undefined && { known, unknown: found.length - known }),
    }
  }
  const alone = given.map((each) => counted([each])).filter(({ count }) => count > 0)
  if (alone.length > 0) return alone
  const pairs = given.flatMap((one, at) => given.slice(at + 1).map((other) => [one, other]))
  return pairs.map(counted).filter(({ count }) => count > 0)
}

const fieldOf: Record<string, 'price' | 'in_stock'> = {
  min_price: 'price',
  max_price: 'price',
  in_stock: 'in_stock',
}
const conditions = [
  'product',
  'exact',
  'state',
  'in_stock',
  'unit',
  'comparable_unit',
  'min_price',
  'max_price',
  'radius',
  'said_since',
] as const
