import type { Tier } from '../../data/schema/meta.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { products } from '../../data/vocabulary/vocabulary.ts'
import { byBytes } from './byte_order.ts'

type Priced = ProductListing & { price: number }

/** The prices that some farms state for a product that the vocabulary knows. */
export function pricesOf(farms: { listings: ProductListing[] }[], product: string): Priced[] {
  const name = products.find(product)?.name
  return farms
    .flatMap(({ listings }) => listings)
    .filter((each): each is Priced => each.price !== null)
    .filter((each) => each.product !== null && each.product === name)
}

const groups = {
  /** As they are listed. */
  listed: (each: Priced) => ({ unit: each.unit, price: each.price }),
  /** Brought to the unit of comparison, those that convert. */
  comparable: (each: Priced) =>
    each.comparable_unit && { unit: each.comparable_unit, price: each.comparable_price! },
  /** Brought to it where they convert. */
  united: (each: Priced) => groups.comparable(each) || groups.listed(each),
}

/** Figures of prices by unit, and the number of farms that state them: most prices first, then by unit. */
export const unitPrices = (prices: Priced[], how: keyof typeof groups) =>
  [...Map.groupBy(prices, (each) => groups[how](each)?.unit)]
    .flatMap(([unit, each]) => {
      if (unit === undefined) return [] // of prices that do not convert
      const inUnit = each.map((one) => groups[how](one)!.price)
      return { unit, farms: new Set(each.map(({ farm_id }) => farm_id)).size, ...figures(inUnit) }
    })
    .sort((a, b) => b.count - a.count || byBytes(a.unit ?? '', b.unit ?? ''))

/**
 * Figures as a key's tier sees them: free keys see none of fewer than five farms that offer the product, and
 * none of prices that one farm alone states.
 */
export const seen = (
  tier: Tier,
  { offering, priced }: Record<'offering' | 'priced', number>,
  figures: object,
) =>
  tier === 'paid' || (offering >= 5 && priced !== 1)
    ? figures
    : { ...Object.fromEntries(Object.keys(figures).map((name) => [name, null])), suppressed: true }

/** By exact decimals: a price is a whole number of millionths. */
export function figures(prices: number[]) {
  const sorted = prices.map(exact).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const sum = sorted.reduce((total, each) => total + each, 0n)
  return {
    count: sorted.length,
    min: cents(sorted[0]!, 1n),
    max: cents(sorted.at(-1)!, 1n),
    avg: cents(sum, BigInt(sorted.length)),
    median: quartile(sorted, 2),
    p25: quartile(sorted, 1),
    p75: quartile(sorted, 3),
  }
}

const exact = (price: number) => BigInt(price.toFixed(6).replace('.', ''))

/** To the cent, halves up. */
const cents = (millionths: bigint, of: bigint) =>
  Number((2n * millionths + 10_000n * of) / (20_000n * of)) / 100

function quartile(sorted: bigint[], quarters: number): number {
  const place = (quarters * (sorted.length - 1)) / 4
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  const part = BigInt(4 * (place - Math.floor(place)))
  return cents(4n * below + part * (above - below), 4n)
}
