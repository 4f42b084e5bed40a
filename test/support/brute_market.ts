import type { Tier } from '../../data/schema/meta.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { deliveryOptions, products } from '../../data/vocabulary/vocabulary.ts'
import { distanceMi } from './brute_force.ts'
import { byBytes } from './byte_order.ts'
import { saidFigures } from './said_since.ts'
import { pricesOf, seen, unitPrices } from './brute_prices.ts'

/** Market figures by passes over all farms, as the contract words them. */

/** `keys`: of the farm's products. `spellings`: all its products, however old. */
export type MarketFarm = Farm & {
  listings: ProductListing[]
  keys: Set<string>
  spellings: string[] | null
}
export type Question = { lat: number; lng: number; radius: number; product?: string | undefined }

/** Every farm with its own product listings. */
export function marketFarms(
  farms: Farm[],
  listings: ProductListing[],
  whole = farms,
): MarketFarm[] {
  const byFarm = Map.groupBy(listings, ({ farm_id }) => farm_id)
  return farms.map((farm, row) => ({
    ...farm,
    spellings: whole[row]!.products,
    listings: byFarm.get(farm.id) ?? [],
    keys: new Set((farm.products ?? []).map((product) => products.keyOf(product))),
  }))
}

export const within = (farms: MarketFarm[], { lat, lng, radius }: Question): MarketFarm[] =>
  farms.filter((farm) => distanceMi({ lat, lng }, farm) <= radius)

const same = (one: string, other: string) => products.keyOf(one) === products.keyOf(other)
/** Whether a farm offers a product itself. */
export const offers = (farm: MarketFarm, product: string): boolean =>
  farm.keys.has(products.keyOf(product))

/** Whether a farm offers a product that is asked for, or a kind of it. */
export const meets = (farm: MarketFarm, asked: string): boolean =>
  products.kindsOf(asked).some((kind) => offers(farm, kind))

/** Whether a farm offers it, or, not `exact`, a kind of it. */
const meetsAsked = (farm: MarketFarm, asked: string, isExact = false) =>
  isExact ? offers(farm, asked) : meets(farm, asked)

const pricesAsked = (farms: MarketFarm[], asked: string, isExact = false) =>
  (isExact ? [asked] : products.kindsOf(asked)).flatMap((kind) => pricesOf(farms, kind))

/** One decimal, of all farms. */
export const pct = (count: number, of: number): number =>
  of === 0 ? 0 : Math.round((1000 * count) / of) / 10

type List = 'products' | 'certifications' | 'practices' | 'delivery_options'

export const knowing = (farms: MarketFarm[], list: List) =>
  farms.filter((farm) => farm[list] !== null)

export function share(count: number, farms: number, known: number) {
  return {
    count,
    pct: pct(count, farms),
    pct_of_known: known === 0 ? null : pct(count, known),
    known,
    sparse: known < 20 || known < farms / 10,
  }
}

/** Names with how often they are there: most first, then by name. */
export function tally(names: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || byBytes(a, b))
}

export const listTally = (farms: MarketFarm[], list: List) =>
  tally(farms.flatMap((farm) => [...new Set(farm[list] ?? [])]))

/** By the key of a product: the names that it answers to a request for, its own and those it is a kind of. */
const answersTo = Map.groupBy(
  products.entries.flatMap(({ name }) =>
    products.kindsOf(name).map((kind) => ({ key: products.keyOf(kind), name })),
  ),
  ({ key }) => key,
)

/** Products by how many farms offer them or a kind of them, as a request for each finds them. */
const offeredTally = (farms: MarketFarm[]) =>
  tally(
    farms.flatMap(({ keys }) => [
      ...new Set([...keys].flatMap((key) => answersTo.get(key)!.map(({ name }) => name))),
    ]),
  )

function shares(farms: MarketFarm[], list: List, limit = Infinity) {
  const known = knowing(farms, list).length
  return (list === 'products' ? offeredTally(farms) : listTally(farms, list))
    .slice(0, limit)
    .map(([name, count]) => ({ name, ...share(count, farms.length, known) }))
}

export const priced = (farm: MarketFarm) => farm.listings.some(({ price }) => price !== null)

const knownCounts = (farms: MarketFarm[]) => ({
  products: knowing(farms, 'products').length,
  certifications: knowing(farms, 'certifications').length,
  practices: knowing(farms, 'practices').length,
  delivery_options: knowing(farms, 'delivery_options').length,
  prices: farms.filter(priced).length,
})

const status = (farms: MarketFarm[], wanted: string) =>
  farms.filter(({ verification_status }) => verification_status === wanted).length
const ofTier = (farms: MarketFarm[], wanted: string | null) =>
  farms.filter(({ quality_tier }) => quality_tier === wanted).length

/** The products that a request's product stands for here. */
function choice(all: MarketFarm[], product: string | undefined, isExact = false) {
  if (product === undefined) return { matched_products: null }
  const spellings = new Set(all.flatMap((farm) => farm.spellings ?? []))
  const matched = (isExact ? [product] : products.kindsOf(product)).flatMap((kind) =>
    [...spellings].filter((each) => same(each, kind)).sort(byBytes),
  )
  const known = matched.length > 0 || products.find(product) !== null
  return {
    matched_products: matched,
    ...(!known && { did_you_mean: products.nearest(product) }),
  }
}

export function landscapeA(all: MarketFarm[], question: Question, now: Date) {
  const { lat, lng, radius, product } = question
  const farms = within(all, question).filter(
    (farm) => product === undefined || meets(farm, product),
  )
  const scores = farms.map(({ quality_score }) => quality_score).sort((a, b) => a - b)
  const upTo = (miles: number) =>
    farms.filter((farm) => distanceMi({ lat, lng }, farm) <= miles).length
  const known = knownCounts(farms)
  return {
    location: { lat, lng },
    radius_miles: radius,
    product_filter: product ?? null,
    ...choice(all, product),
    total_farms: farms.length,
    quality: {
      avg_score: scores.length === 0 ? null : oneDecimal(scores),
      median_score: median(scores),
      min_score: scores[0] ?? null,
      max_score: scores.at(-1) ?? null,
      tiers: {
        premium: ofTier(farms, 'Premium'),
        standard: ofTier(farms, 'Standard'),
        basic: ofTier(farms, 'Basic'),
        incomplete: ofTier(farms, null),
      },
    },
    distance_distribution: {
      within_5mi: upTo(5),
      within_10mi: upTo(10),
      within_25mi: upTo(25),
      beyond_25mi: farms.length - upTo(25),
    },
    place_types: Object.fromEntries(tally(farms.map(({ place_type }) => place_type))),
    known,
    products: shares(farms, 'products', 30),
    certifications: shares(farms, 'certifications'),
    practices: shares(farms, 'practices', 20),
    delivery_options: shares(farms, 'delivery_options'),
    verification: {
      self_reported: status(farms, 'self_reported'),
      verified: status(farms, 'verified'),
      unverified: status(farms, 'unverified'),
    },
    pricing: {
      farms_with_structured_prices: known.prices,
      pct_with_prices: pct(known.prices, farms.length),
    },
    said: saidFigures(farms, now),
  }
}

const oneDecimal = (values: number[]) =>
  Math.round((10 * values.reduce((sum, each) => sum + each, 0)) / values.length) / 10

function median(sorted: number[]): number | null {
  if (sorted.length === 0) return null
  const middle = sorted.length / 2
  return Number.isInteger(middle)
    ? (sorted[middle - 1]! + sorted[middle]!) / 2
    : sorted[Math.floor(middle)]!
}

export function landscapeB(all: MarketFarm[], question: Question, now: Date, tier: Tier = 'paid') {
  const { lat, lng, radius, product } = question
  const farms = within(all, question)
  const asked = product === undefined ? [] : farms.filter((farm) => meets(farm, product))
  const [main] = product === undefined ? [] : unitPrices(pricesAsked(asked, product), 'united')
  const known = knowing(farms, 'products').length
  const { count: farms_with_product, ...rest } = share(asked.length, farms.length, known)
  const option = (name: string) =>
    farms.filter((farm) => farm.delivery_options?.includes(name)).length
  return {
    area: { center: { lat, lng }, radius_miles: radius, total_farms: farms.length },
    quality_distribution: {
      Premium: ofTier(farms, 'Premium'),
      Standard: ofTier(farms, 'Standard'),
      Basic: ofTier(farms, 'Basic'),
    },
    top_products: offeredTally(farms)
      .slice(0, 30)
      .map(([name, farm_count]) => {
        const [most] = unitPrices(pricesAsked(farms, name), 'united')
        return {
          product: name,
          farm_count,
          ...seen(
            tier,
            { offering: farm_count, priced: most?.farms ?? 0 },
            {
              avg_price: most?.avg ?? null,
              unit: most?.unit ?? null,
              price_count: most?.count ?? 0,
            },
          ),
        }
      }),
    certifications: Object.fromEntries(listTally(farms, 'certifications')),
    practices: Object.fromEntries(listTally(farms, 'practices')),
    pricing: {
      product: product ?? null,
      ...seen(
        tier,
        { offering: asked.length, priced: main?.farms ?? 0 },
        {
          unit: main?.unit ?? null,
          min: main?.min ?? null,
          max: main?.max ?? null,
          avg: main?.avg ?? null,
          median: main?.median ?? null,
          count: main?.count ?? 0,
        },
      ),
    },
    competition:
      product === undefined
        ? {
            product: null,
            farms_with_product: null,
            pct: null,
            pct_of_known: null,
            known: null,
            sparse: null,
          }
        : { product, farms_with_product, ...rest },
    ...choice(all, product),
    delivery_coverage: {
      farm_pickup: option('farm pickup'),
      farmers_market: option('farmers market'),
      home_delivery: option('home delivery'),
      drop_site: option('drop site'),
    },
    known: knownCounts(farms),
    said: saidFigures(farms, now),
  }
}

type PricesQuestion = Question & { product: string; exact?: 'true' | 'false' | undefined }

export function prices(
  all: MarketFarm[],
  question: PricesQuestion,
  now: Date,
  unit?: string,
  tier: Tier = 'paid',
) {
  const { lat, lng, radius, product } = question
  const isExact = question.exact === 'true'
  const at = (miles: number) => {
    const farms = within(all, { ...question, radius: miles }).filter((farm) =>
      meetsAsked(farm, product, isExact),
    )
    const found = pricesAsked(farms, product, isExact).filter(
      (each) => unit === undefined || each.unit === unit,
    )
    return {
      farms_with_product: farms.length,
      farms_with_price: new Set(found.map(({ farm_id }) => farm_id)).size,
      listed: unitPrices(found, 'listed'),
      comparable: unitPrices(found, 'comparable'),
    }
  }
  const whole = at(radius)
  const { farms_with_product: offering } = whole
  const [comparable] = whole.comparable
  const main = comparable ?? whole.listed[0]
  const nothing = { count: 0, min: null, max: null, avg: null, median: null, p25: null, p75: null }
  const shown = ({ unit, farms: priced, ...figures }: (typeof whole.listed)[number]) => ({
    unit,
    ...seen(tier, { offering, priced }, figures),
  })
  return {
    product,
    ...choice(all, product, isExact),
    location: { lat, lng },
    radius_miles: radius,
    currency: 'USD',
    farms_with_product: offering,
    ...(tier === 'free' && offering < 5
      ? { farms_with_price: null, units: null, comparable: null, suppressed: true }
      : {
          farms_with_price: whole.farms_with_price,
          units: whole.listed.map(shown),
          comparable: comparable ? shown(comparable) : null,
        }),
    by_distance: [...[5, 10, 25].filter((miles) => miles < radius), radius].map((within_mi) => {
      const { farms_with_product, farms_with_price, listed, comparable: converted } = at(within_mi)
      const { farms: priced, ...figures } = (comparable ? converted : listed).find(
        (each) => each.unit === main?.unit,
      ) ?? { farms: 0, ...nothing }
      return {
        within_mi,
        farms_with_product,
        ...seen(
          tier,
          { offering: farms_with_product, priced },
          {
            farms_with_price,
            unit: main?.unit ?? null,
            ...figures,
          },
        ),
      }
    }),
    said: saidFigures(
      within(all, question).filter((farm) => meetsAsked(farm, product, isExact)),
      now,
    ),
  }
}

export function delivery(all: MarketFarm[], question: Question, now: Date) {
  const { lat, lng, radius, product } = question
  const farms = within(all, question).filter(
    (farm) => product === undefined || meets(farm, product),
  )
  const known = knowing(farms, 'delivery_options').length
  const categories = (farm: MarketFarm) =>
    (farm.delivery_options ?? []).map((name) => deliveryOptions.find(name)?.category)
  const ofCategory = (wanted: string) =>
    share(farms.filter((farm) => categories(farm).includes(wanted)).length, farms.length, known)
  return {
    location: { lat, lng },
    radius_miles: radius,
    product_filter: product ?? null,
    ...choice(all, product),
    total_farms: farms.length,
    farms_with_known_delivery: known,
    delivery_options: shares(farms, 'delivery_options'),
    pickup: ofCategory('pickup'),
    delivery: ofCategory('delivery'),
    nearest: listTally(farms, 'delivery_options').map(([option]) => {
      const having = farms.filter((farm) => farm.delivery_options?.includes(option))
      const [farm] = nearestFirst(having, question)
      return { option, farm_id: farm!.id, name: farm!.name, distance_mi: miles(question, farm!) }
    }),
    said: saidFigures(farms, now),
  }
}

export const miles = (center: { lat: number; lng: number }, farm: MarketFarm): number =>
  Math.round(distanceMi(center, farm) * 100) / 100

export const nearestFirst = (farms: MarketFarm[], center: { lat: number; lng: number }) =>
  farms
    .map((farm) => ({ farm, distance: distanceMi(center, farm) }))
    .sort((a, b) => a.distance - b.distance || byBytes(a.farm.id, b.farm.id))
    .map(({ farm }) => farm)
