import type { KnownList } from '../../../data/schema/serving/fields.ts'
import type { FilterRequest } from '../filters/filter.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { Cover, visitFarms, type Area } from './area.ts'
import { AreaFigures } from './figures.ts'
import { priceFigures, dollars, percentile } from './rounding.ts'
import { unitOf } from './product_prices.ts'
import { listOfFarm, namesOf, offersOf, type Subject } from './subject.ts'
import { saidIn, suppressed } from './suppression.ts'

/** A product is rare if at most one in this many neighbors with known products offers it. */
const rareOneIn = 10
/** Minimum number of neighbors with known products for a product to be rare. */
const rareOf = 5

const nothingKnown = { neighbors: null, unique_products: null, rare_products: null, said: null }
const nothingOwn = {
  certifications: null,
  practices: null,
  delivery_options: null,
  quality_percentile: null,
}

/**
 * Compares a farm with the other farms within a distance, for the request's tier; null = unknown. A farm's
 * own paid values are not aggregates, so free keys never get them.
 */
export function differentiatorsOf(
  request: FilterRequest,
  { row, center }: Subject,
  radius_mi: number,
) {
  const { snapshot, tier } = request
  if (!center) return { ...nothingKnown, ...nothingOwn, ...(tier === 'free' && suppressed) }
  const area = { center, radius_mi }
  const cover = new Cover(snapshot, area, row)
  const figures = new AreaFigures(snapshot, cover)
  const products = productShares(snapshot, row, area, figures)
  const known = figures.known('products')
  const unique = products?.filter(({ count }) => count === 0).map(({ name }) => name)
  const rare = products?.filter(({ count }) => rareOneIn * count <= known)
  return {
    neighbors: figures.farms,
    unique_products: unique ?? null,
    rare_products: known >= rareOf ? (rare ?? null) : null,
    ...(tier === 'free' ? { ...nothingOwn, ...suppressed } : ownShares(snapshot, row, figures)),
    said: saidIn(request, cover),
  }
}

function ownShares(snapshot: Snapshot, row: number, figures: AreaFigures) {
  const sharesOf = (list: KnownList) => {
    const share = figures.shareOf(list)
    const values = listOfFarm(snapshot, row, list)
    return values?.map(({ name, code }) => ({ name, ...share(figures.counts[code]!) })) ?? null
  }
  return {
    certifications: sharesOf('certifications'),
    practices: sharesOf('practices'),
    delivery_options: sharesOf('delivery_options'),
    quality_percentile: qualityPercentile(snapshot, row, figures),
  }
}

/** Counts the neighbors that offer each of the farm's products or a variety, in any spelling. */
function productShares(snapshot: Snapshot, own: number, area: Area, figures: AreaFigures) {
  const offered = listOfFarm(snapshot, own, 'products')
  if (!offered) return null
  const offers = offersOf(snapshot, offered)
  const counts = new Uint32Array(offered.length)
  visitFarms(snapshot, area, (row) => {
    if (row !== own) for (const place of offers(row)) counts[place]!++
  })
  const share = figures.shareOf('products')
  return offered.map(({ name }, place) => ({ name, ...share(counts[place]!) }))
}

/** Returns the share of neighbors with a lower quality score, ties counting half. */
function qualityPercentile(snapshot: Snapshot, row: number, figures: AreaFigures) {
  const own = namesOf(snapshot, row, 'quality_score')[0]!
  const lower = figures
    .ranked('quality_score')
    .reduce((sum, { name, count }) => (Number(name) < Number(own.name) ? sum + count : sum), 0)
  return percentile(lower, figures.counts[own.code]!, figures.farms)
}

/**
 * Ranks each of a farm's listed prices among its neighbors' prices for the same product. Prices count if
 * they are in the same unit or convert to it. Returns null if the farm has no location.
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
  /** Kind of price → neighbors' prices. All kinds with the same product and unit share one list. */
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
