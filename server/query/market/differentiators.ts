import type { Tier } from '../../../data/schema/meta.ts'
import type { KnownList } from '../../../data/schema/serving/attributes.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { visitFarms, type Area } from './area.ts'
import { Figures } from './figures.ts'
import { priceFigures } from './price_figures.ts'
import { unitOf } from './product_prices.ts'
import { dollars, percentile } from './rounding.ts'
import { listOf, namesOf, offersOf, type Subject } from './subject.ts'
import { suppressed } from './suppression.ts'

/** A product is rare where at most one neighbor in so many offers it, of those whose products are known, */
const rareOneIn = 10
/** if they are so many. */
const rareOf = 5

const nothingKnown = { neighbors: null, unique_products: null, rare_products: null }
const nothingOwn = {
  certifications: null,
  practices: null,
  delivery_options: null,
  quality_percentile: null,
}

/**
 * What sets a farm apart from the other farms within a distance, for keys of a tier: null = not known.
 * What a farm's paid fields hold is no figure of many: free keys never see it.
 */
export function differentiators(
  snapshot: Snapshot,
  { row, center }: Subject,
  radius_mi: number,
  tier: Tier,
) {
  if (!center) return { ...nothingKnown, ...nothingOwn, ...(tier === 'free' && suppressed) }
  const area = { center, radius_mi }
  const figures = new Figures(snapshot, area, row)
  const products = productShares(snapshot, row, area, figures)
  const unique = products?.filter(({ count }) => count === 0).map(({ name }) => name)
  return {
    neighbors: figures.farms,
    unique_products: unique ?? null,
    rare_products: rareOnes(products, figures.known('products')),
    ...(tier === 'free' ? { ...nothingOwn, ...suppressed } : ownShares(snapshot, row, figures)),
  }
}

type ProductShares = ReturnType<typeof productShares>

const rareOnes = (products: ProductShares, known: number) =>
  products && known >= rareOf ? products.filter(({ count }) => rareOneIn * count <= known) : null

function ownShares(snapshot: Snapshot, row: number, figures: Figures) {
  const sharesOf = (list: KnownList) =>
    listOf(snapshot, row, list)?.map(({ name, code }) => ({
      name,
      ...figures.share(figures.counts[code]!, list),
    })) ?? null
  return {
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
 * The rank of each price of a farm, as listed, among those of its neighbors for the same product that
 * are in its unit or can be brought to it; null where it is not known who they are.
 */
export function pricePosition(
  snapshot: Snapshot,
  { row: own, center }: Subject,
  radius_mi: number,
) {
  if (!center) return null
  const { prices } = snapshot
  const positions: { kind: number; listed: number; price: number }[] = []
  prices.visit(own, (kind, listed, price) => positions.push({ kind, listed, price }))
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
  return positions.map(({ kind, listed, price }) => {
    const neighbors = neighborsOf.get(kind)!
    const { product, unit } = prices.kinds[kind]!
    return {
      product,
      unit,
      price: dollars(listed),
      neighbors_count: neighbors.length,
      neighbors_median: priceFigures(neighbors.map((each) => Math.round((each * listed) / price)))
        .median,
      percentile: percentile(
        neighbors.filter((each) => each < price).length,
        neighbors.filter((each) => each === price).length,
        neighbors.length,
      ),
    }
  })
}
