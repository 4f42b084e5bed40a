import type { Tier } from '../../../data/schema/meta.ts'
import type { Ask, BodyOf } from '../../ask/ask.ts'
import { food } from '../../routes/farms/food.ts'
import { listings } from '../../routes/farms/listings.ts'
import { delivery } from '../../routes/market/delivery.ts'
import {
  landscape,
  layoutA,
  layoutB,
  type LandscapeA,
  type LandscapeB,
} from '../../routes/market/landscape.ts'
import { prices } from '../../routes/market/prices.ts'

/** The number of farms with a property, among all farms and among those with known values. */
export type Share = LandscapeA['products'][number]
export type Landscape = LandscapeA
export type Prices = BodyOf<typeof prices>
export type Delivery = BodyOf<typeof delivery>
export type Competition = LandscapeB

export type ListingRow = BodyOf<typeof listings>['data'][number]

/** The answers that a market page shows; answers about a product are undefined without one. */
export type Market = {
  landscape: Landscape
  competition: Competition
  delivery: Delivery
  prices: Prices | undefined
  rivals: BodyOf<typeof food> | undefined
  /** Paid tier only: each price, in the unit that most prices convert to. */
  listings: ListingRow[] | undefined
}

export type Wanted = {
  near: string
  radius: string
  product: string | undefined
  said_since: string | undefined
}

/** The requests of a market page, each as route and parameters; some need a product. */
export function requestsOf({ near, radius, product, said_since }: Wanted) {
  const around = { near, radius, said_since }
  const ofProduct = product === undefined ? undefined : { ...around, product }
  const fields = 'id,name,city,state,distance_mi'
  return {
    landscape: [landscape, around],
    competition: [landscape, { near, radius_miles: radius, product, said_since }],
    delivery: [delivery, around],
    prices: ofProduct && ([prices, ofProduct] as const),
    rivals: ofProduct && ([food, { ...ofProduct, per_page: 5, fields }] as const),
  } as const
}

/** Sends all requests that the tier may send. Throws a Problem. */
export async function askMarket(ask: Ask, wanted: Wanted, tier: Tier): Promise<Market> {
  const { product, ...around } = wanted
  const requests = requestsOf(wanted)
  const isMember = product !== undefined && tier === 'paid'
  return {
    landscape: layoutA(await ask(...requests.landscape)),
    competition: layoutB(await ask(...requests.competition)),
    delivery: await ask(...requests.delivery),
    prices: requests.prices && (await ask(...requests.prices)),
    rivals: requests.rivals && (await ask(...requests.rivals)),
    listings: isMember
      ? (await ask(listings, { ...around, product, min_price: 0, per_page: 100 })).data
      : undefined,
  }
}
