import type { Ask, Query } from '../../mcp/ask.ts'
import type { Tier } from '../../../data/schema/meta.ts'

/** How many farms have something: of all, and of those of which it is known. */
export type Share = {
  name: string
  count: number
  pct: number
  pct_of_known: number | null
  known: number
}

type Location = { name: string; lat: number; lng: number }

export type Landscape = {
  location: Location
  radius_miles: number
  total_farms: number
  matched_products: string[] | null
  distance_distribution: Record<'within_5mi' | 'within_10mi' | 'within_25mi', number>
  place_types: Record<string, number>
  known: Record<'products', number> &
    Record<'certifications' | 'practices' | 'delivery_options' | 'prices', number | null>
  products: Share[]
  certifications: Share[] | null
  practices: Share[] | null
}

/** Figures of the prices in one unit; null = not shown. */
export type PriceFigures = {
  unit: string | null
  count: number | null
} & Record<'min' | 'max' | 'avg' | 'median' | 'p25' | 'p75', number | null>

export type Prices = {
  product: string
  farms_with_product: number
  farms_with_price: number | null
  units: PriceFigures[] | null
  comparable: PriceFigures | null
  by_distance: (PriceFigures & { within_mi: number; farms_with_product: number })[]
}

export type Delivery = {
  total_farms: number
  farms_with_known_delivery: number | null
  delivery_options: Share[] | null
  pickup: Omit<Share, 'name'> | null
  delivery: Omit<Share, 'name'> | null
  nearest: { option: string; farm_id: string; name: string; distance_mi: number }[] | null
}

export type Competition = {
  competition: {
    product: string
    farms_with_product: number | null
    pct: number | null
    pct_of_known: number | null
    known: number | null
  } | null
  top_products: {
    product: string
    farm_count: number
    avg_price: number | null
    unit: string | null
    price_count: number | null
    suppressed?: true
  }[]
}

type NearFarm = {
  id: string
  name: string
  city: string | null
  state: string | null
  distance_mi: number
}

/** One price as listed. */
export type Listing = { price: number; comparable_price: number | null; distance_mi: number }

/** What a page of a market shows; what needs a product is undefined without one. */
export type Market = {
  landscape: Landscape
  competition: Competition
  delivery: Delivery
  prices: Prices | undefined
  rivals: { data: NearFarm[]; meta: { total: number } } | undefined
  /** Only for members: each price, in the unit that most convert to. */
  listings: Listing[] | undefined
}

export type Wanted = { near: string; radius: string; product: string | undefined }

/** The requests that a page of a market is made of, each by its path and parameters. */
export function requestsOf({ near, radius, product }: Wanted) {
  const around = { near, radius }
  return {
    landscape: ['/v1/market/landscape', around],
    competition: ['/v1/market/landscape', { near, radius_miles: radius, product }],
    delivery: ['/v1/market/delivery', around],
    prices: ['/v1/market/prices', { ...around, product }],
    rivals: [
      '/v1/food',
      { ...around, product, per_page: 5, fields: 'id,name,city,state,distance_mi' },
    ],
  } satisfies Record<string, [string, Query]>
}

/** Asks for all that the tier may see. Throws Refused. */
export async function askMarket(ask: Ask, wanted: Wanted, tier: Tier): Promise<Market> {
  const { landscape, competition, delivery, prices, rivals } = requestsOf(wanted)
  const withProduct = wanted.product !== undefined
  return {
    landscape: await ask<Landscape>(...landscape),
    competition: await ask<Competition>(...competition),
    delivery: await ask<Delivery>(...delivery),
    prices: withProduct ? await ask<Prices>(...prices) : undefined,
    rivals: withProduct ? await ask<NonNullable<Market['rivals']>>(...rivals) : undefined,
    listings: withProduct && tier === 'paid' ? await listingsOf(ask, wanted) : undefined,
  }
}

async function listingsOf(ask: Ask, { near, radius, product }: Wanted): Promise<Listing[]> {
  const query = { near, radius, product, min_price: 0, per_page: 100 }
  const { data } = await ask<{ data: Listing[] }>('/v1/listings', query)
  return data
}
