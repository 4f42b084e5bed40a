import type { KnownList } from '../../../data/schema/serving/attributes.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { figuresOf, visitFarms, type Area, type Figures } from './area.ts'
import { priceFigures } from './price_figures.ts'
import { unitOf } from './product_prices.ts'
import { dollars, percentile } from './rounding.ts'
import { knownOf, shareOf, type Share } from './shares.ts'
import { listOf, offersOf, type Subject } from './subject.ts'

/** A product is rare where at most one neighbor in so many offers it. */
const rareOneIn = 10

type NamedShare = { name: string } & Share

/** What sets a farm apart from the other farms within a distance: null = not known. */
export function differentiators(snapshot: Snapshot, subject: Subject, radius_mi: number) {
  const { row, center } = subject
  if (!center) return nothingKnown
  const area = { center, radius_mi, only: null }
  const figures = withoutFarm(snapshot, figuresOf(snapshot, area), row)
  const { farms } = figures
  const products = productShares(snapshot, row, area, figures)
  return {
    neighbors: farms,
    unique_products:
      products && products.filter(({ count }) => count === 0).map(({ name }) => name),
    rare_products: products && products.filter(({ count }) => rareOneIn * count <= farms),
    certifications: listShares(snapshot, row, figures, 'certifications'),
    practices: listShares(snapshot, row, figures, 'practices'),
    delivery_options: listShares(snapshot, row, figures, 'delivery_options'),
    quality_percentile: qualityPercentile(snapshot, row, figures),
  }
}

const nothingKnown = {
  neighbors: null,
  unique_products: null,
  rare_products: null,
  certifications: null,
  practices: null,
  delivery_options: null,
  quality_percentile: null,
}

function withoutFarm({ attributes }: Snapshot, figures: Figures, row: number): Figures {
  for (const code of attributes.codesOf(row)) figures.counts[code]!--
  return { farms: figures.farms - 1, counts: figures.counts }
}

/** How many neighbors offer each product of the farm, or a kind of it, in whatever spelling. */
function productShares(
  snapshot: Snapshot,
  own: number,
  area: Area,
  figures: Figures,
): NamedShare[] | null {
  const offered = listOf(snapshot, own, 'products')
  if (!offered) return null
  const known = knownOf(snapshot.attributes, figures, 'products')
  const offers = offersOf(snapshot, offered)
  const counts = new Uint32Array(offered.length)
  visitFarms(snapshot, area, (row) => {
    if (row !== own) for (const place of offers(row)) counts[place]!++
  })
  return offered.map(({ name }, place) => ({
    name,
    ...shareOf(counts[place]!, figures.farms, known),
  }))
}

/** How many neighbors have what the farm has. */
function listShares(
  snapshot: Snapshot,
  row: number,
  figures: Figures,
  list: KnownList,
): NamedShare[] | null {
  const known = knownOf(snapshot.attributes, figures, list)
  const own = listOf(snapshot, row, list)
  return (
    own &&
    own.map(({ name, code }) => ({ name, ...shareOf(figures.counts[code]!, figures.farms, known) }))
  )
}

/** The share of neighbors with a lower quality score, ties counting half. */
function qualityPercentile({ attributes }: Snapshot, row: number, { farms, counts }: Figures) {
  const { first, names } = attributes.range('quality_score')
  const own = attributes.codesOf(row).find((code) => code >= first && code < first + names.length)!
  const score = Number(names[own - first])
  const lower = names.reduce(
    (sum, name, each) => (Number(name) < score ? sum + counts[first + each]! : sum),
    0,
  )
  return percentile(lower, counts[own]!, farms)
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
  const positions: { kind: number; price: number; neighbors: number[] }[] = []
  prices.visit(own, (kind, _price, comparable) =>
    positions.push({ kind, price: comparable, neighbors: [] }),
  )
  if (positions.length === 0) return []
  const ofKind = positionsOfKinds(snapshot, positions)
  const area: Area = { center, radius_mi, only: null }
  visitFarms(snapshot, area, (row) => {
    if (row !== own)
      prices.visit(row, (kind, _price, comparable) => {
        for (const { neighbors } of ofKind.get(kind) ?? []) neighbors.push(comparable)
      })
  })
  return positions.map(({ kind, price, neighbors }) => ({
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
  }))
}

/** For each kind of price the positions that it is to be compared with. */
function positionsOfKinds<Position extends { kind: number }>(
  { prices }: Snapshot,
  positions: Position[],
): Map<number, Position[]> {
  const found = new Map<number, Position[]>()
  for (const position of positions)
    for (const kind of prices.kindsOf(prices.kinds[position.kind]!.product))
      if (unitOf(prices, kind) === unitOf(prices, position.kind))
        found.set(kind, [...(found.get(kind) ?? []), position])
  return found
}
