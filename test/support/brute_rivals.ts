import { distanceMi } from './brute_force.ts'
import { byBytes } from './byte_order.ts'
import { knowing, meets, pct, share, within, type MarketFarm } from './brute_market.ts'
import { saidFigures } from './said_since.ts'
import { figures, pricesOf, unitPrices } from './brute_prices.ts'

/** What stands out of one farm among the others, by passes over all farms. */

type Located = MarketFarm & { lat: number; lng: number }
export const isLocated = (farm: MarketFarm): farm is Located => farm.lat !== null

const others = (all: MarketFarm[], farm: Located, radius: number) =>
  within(all, { lat: farm.lat, lng: farm.lng, radius }).filter(({ id }) => id !== farm.id)

export const subject = ({
  id,
  name,
  city,
  state,
  place_type,
  lat,
  lng,
  spellings,
}: MarketFarm) => ({
  id,
  name,
  city,
  state,
  place_type,
  lat,
  lng,
  products: spellings,
})

const lists = ['products', 'certifications', 'practices', 'delivery_options'] as const
const unknown = (farm: MarketFarm) => lists.filter((list) => farm[list] === null)

export function competitors(all: MarketFarm[], farm: Located, radius: number, now: Date) {
  const neighbors = others(all, farm, radius)
  const shared = (other: MarketFarm) =>
    (farm.products ?? []).filter((product) => meets(other, product))
  return {
    farm: subject(farm),
    radius_miles: radius,
    unknown: unknown(farm).filter((list) => list === 'products'),
    total_farms: neighbors.length,
    products_known: knowing(neighbors, 'products').length,
    said: saidFigures(neighbors, now),
    competitors: neighbors
      .filter((other) => shared(other).length > 0)
      .map((other) => ({ other, common: shared(other), distance: distanceMi(farm, other) }))
      .sort(
        (a, b) =>
          b.common.length - a.common.length ||
          a.distance - b.distance ||
          byBytes(a.other.id, b.other.id),
      )
      .map(({ other: { id, name, city, state, place_type }, common, distance }) => ({
        id,
        name,
        city,
        state,
        place_type,
        distance_mi: Math.round(distance * 100) / 100,
        shared_products: common,
        overlap_count: common.length,
        overlap_pct: pct(common.length, farm.products!.length),
      })),
  }
}

export function differentiators(all: MarketFarm[], farm: Located, radius: number, now: Date) {
  const neighbors = others(all, farm, radius)
  const shareOf = (list: (typeof lists)[number], name: string, count: number) => ({
    name,
    ...share(count, neighbors.length, knowing(neighbors, list).length),
  })
  const having = (list: Exclude<(typeof lists)[number], 'products'>) =>
    farm[list] &&
    farm[list].map((name) =>
      shareOf(list, name, neighbors.filter((other) => other[list]?.includes(name)).length),
    )
  const offered =
    farm.products &&
    farm.products.map((name) =>
      shareOf('products', name, neighbors.filter((other) => meets(other, name)).length),
    )
  return {
    farm: subject(farm),
    radius_miles: radius,
    unknown: unknown(farm),
    neighbors: neighbors.length,
    said: saidFigures(neighbors, now),
    unique_products: offered && offered.filter(({ count }) => count === 0).map(({ name }) => name),
    rare_products:
      offered && knowing(neighbors, 'products').length >= 5
        ? offered.filter(({ count, known }) => count <= known / 10)
        : null,
    certifications: having('certifications'),
    practices: having('practices'),
    delivery_options: having('delivery_options'),
    quality_percentile: rank(
      neighbors.map(({ quality_score }) => quality_score),
      farm.quality_score,
    ),
    price_position: farm.listings
      .filter(({ price, product }) => price !== null && product !== null)
      .map((own) => {
        const unit = own.comparable_unit ?? own.unit
        const brought = (each: typeof own) => each.comparable_price ?? each.price!
        const prices = pricesOf(neighbors, own.product!).filter(
          (each) => (each.comparable_unit ?? each.unit) === unit,
        )
        const inUnit = prices.map((each) => inUnitOf(own, brought(each), brought(own)))
        return {
          product: own.product!,
          unit: own.unit,
          price: unitPrices(pricesOf([{ listings: [own] }], own.product!), 'listed')[0]!.min,
          neighbors_count: prices.length,
          neighbors_median: inUnit.length === 0 ? null : figures(inUnit).median,
          percentile: rank(prices.map(brought), brought(own)),
        }
      }),
  }
}

/** A price brought back to the unit of the farm's own, to the millionth. */
const inUnitOf = (own: { price: number | null }, price: number, ownBrought: number) =>
  Number(((price * own.price!) / ownBrought).toFixed(6))

/** The share of values below one, ties counting half. */
function rank(values: number[], own: number): number | null {
  const lower = values.filter((each) => each < own).length
  const equal = values.filter((each) => each === own).length
  return values.length === 0 ? null : pct(2 * lower + equal, 2 * values.length)
}
