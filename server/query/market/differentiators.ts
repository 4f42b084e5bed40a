import type { KnownList } from '../../../data/schema/serving/attributes.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { visitFarms, type Area } from './area.ts'
import { Figures } from './figures.ts'
import { priceFigures } from './price_figures.ts'
import { unitOf } from './product_prices.ts'
import { dollars, percentile } from './rounding.ts'
import { listOf, namesOf, offersOf, type Subject } from './subject.ts'

/** A product is rare where at most one neighbor in so many offers it. */
const rareOneIn = 10

const nothingKnown = {
  neighbors: null,
  unique_products: null,
  rare_products: null,
  certifications: null,
  practices: null,
  delivery_options: null,
  quality_percentile: null,
}

/** What sets a farm apart from the other farms within a distance: null = not known. */
export function differentiators(snapshot: Snapshot, { row, center }: Subject, radius_mi: number) {
  if (!center) return nothingKnown
  const area = { center, radius_mi }
  const figures = new Figures(snapshot, area, row)
  const products = productShares(snapshot, row, area, figures)
  const sharesOf = (list: KnownList) =>
    listOf(snapshot, row, list)?.map(({ name, code }) => ({
      name,
      ...figures.share(figures.counts[code]!, list),
    })) ?? null
  return {
    neighbors: figures.farms,
    unique_products:
      products && products.filter(({ count }) => count === 0).map(({ name }) => name),
    rare_products: products && products.filter(({ count }) => rareOneIn * count <= figures.farms),
    certifications: sharesOf('certifications'),
    practices: sharesOf('practices'),
    delivery_options: sharesOf('delivery_options'),
    quality_percentile: qualityPercentile(snapshot, row, figures),
  }
}

/** How many neighbors offer each product of the farm, or a kind of it, in whatever spelling. */
function productShares(snapshot: Snapshot, own: number, area: Area, figures: Figures) {
  const offered = listOf(snapshot, own, 'products')
  if (!offered) return null
  const offers = offersOf(snapshot, offered)
  const counts = new Uint32Array(offered.length)
  visitFarms(snapshot, area, (row) => {
    if (row !== own) for (const place of offers(row)) counts[place]!++
  })
  return offered.map(({ name }, place) => ({ name, ...figures.share(counts[place]!, 'products') }))
}

/** The share of neighbors with a lower quality score, ties counting half. */
function qualityPercentile(snapshot: Snapshot, row: number, figures: Figures) {
  const own = namesOf(snapshot, row, 'quality_score')[0]!
  const lower = figures
    .ranked('quality_score')
    .reduce((sum, { name, count }) => (Number(name) < Number(own.name) ? sum + count : sum), 0)
  return percentile(lower, figures.counts[own.code]!, figures.farms)
}

/**
 * The rank of each price of a farm among those of its neighbors for the same product and unit; null
 * where it is not known who they are.
 */
export function pricePosition(
  snapshot: Snapshot,
  { row: own, center }: Subject,
  radius_mi: number,
) {
  if (!center) return null
  const { prices } = snapshot
  const positions: { kind: number; price: number }[] = []
  prices.visit(own, (kind, _price, price) => positions.push({ kind, price }))
  if (positions.length === 0) return []
  /** Kind of price → neighbors' prices: one list for all kinds of a product and unit. */
  const neighborsOf = new Map<number, number[]>()
  for (const { kind } of positions) {
    const [unit, neighbors] = [unitOf(prices, kind), neighborsOf.get(kind) ?? []]
    for (const each of prices.kindsOf(prices.kinds[kind]!.product))
      if (unitOf(prices, each) === unit) neighborsOf.set(each, neighbors)
  }
  visitFarms(snapshot, { center, radius_mi }, (row) => {
    if (row !== own) prices.visit(row, (kind, _price, price) => neighborsOf.get(kind)?.push(price))
  })
  return positions.map(({ kind, price }) => {
    const neighbors = neighborsOf.get(kind)!
    return {
      product: prices.kinds[kind]!.product,
      unit: unitOf(prices, kind),
      price: dollars(price),
      neighbors_count: neighbors.length,
      neighbors_median: priceFigures(neighbors).median,
      percentile: percentile(
        neighbors.filter((each) => each < price).length,
        neighbors.filter((each) => each === price).length,
        neighbors.length,
      ),
    }
  })
}
