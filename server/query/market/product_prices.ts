import type { Snapshot } from '../../snapshot/open.ts'
import type { CodeSums } from '../../snapshot/columns/code_lists.ts'
import type { FarmPrices } from '../../snapshot/columns/prices.ts'
import { visitArea, visitFarms, type Area } from './area.ts'
import { priceFigures, type PriceFigures } from './price_figures.ts'
import { dollars } from './rounding.ts'

/**
 * Prices of one product in one unit: pounds, dozens and quarts for units that convert to them, else
 * the unit as listed (null = none stated).
 */
type UnitPrices = { unit: string | null } & PriceFigures

/** The unit that prices of a kind are brought to. */
export const unitOf = ({ kinds }: FarmPrices, kind: number): string | null =>
  kinds[kind]!.comparable_unit ?? kinds[kind]!.unit

/** Which unit comes first: that of more prices, then by name. */
const byCount = (
  a: { unit: string | null; count: number },
  b: { unit: string | null; count: number },
): number => b.count - a.count || compareText(a.unit ?? '', b.unit ?? '')

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Prices found in an area: in each unit as listed, and in each unit that prices are brought to. */
export type FoundPrices = {
  /** Farms with any of these prices. */
  farms: number
  listed: UnitPrices[]
  /** Of units that convert only. */
  comparable: UnitPrices[]
  /** Each price in one unit. */
  united: UnitPrices[]
}

/** Finds the prices of some kinds that the farms of an area state. */
export function findPrices(snapshot: Snapshot, area: Area, kinds: number[]): FoundPrices {
  const { prices } = snapshot
  const wanted = new Set(kinds)
  const listed = new Map<string | null, number[]>()
  const comparable = new Map<string | null, number[]>()
  const united = new Map<string | null, number[]>()
  let farms = 0
  visitFarms(snapshot, area, (row) => {
    let found = false
    prices.visit(row, (kind, price, brought) => {
      if (!wanted.has(kind)) return
      const { unit, comparable_unit } = prices.kinds[kind]!
      found = true
      add(listed, unit, price)
      if (comparable_unit !== null) add(comparable, comparable_unit, brought)
      add(united, comparable_unit ?? unit, brought)
    })
    if (found) farms++
  })
  return {
    farms,
    listed: inOrder(listed),
    comparable: inOrder(comparable),
    united: inOrder(united),
  }
}

function add(lists: Map<string | null, number[]>, unit: string | null, price: number): void {
  const list = lists.get(unit)
  if (list) list.push(price)
  else lists.set(unit, [price])
}

const inOrder = (lists: Map<string | null, number[]>): UnitPrices[] =>
  [...lists].map(([unit, prices]) => ({ unit, ...priceFigures(prices) })).sort(byCount)

/** Adds up all prices of an area. */
export function priceSums(snapshot: Snapshot, area: Area): CodeSums {
  const { prices } = snapshot
  const sums = prices.noSums()
  visitArea(snapshot, area, {
    node: (node, first, end) => prices.addNode(sums, node, first, end),
    row: (row) => prices.addRows(sums, row, row + 1),
  })
  return sums
}

/** The mean price of a product in the unit of most of its prices. */
export function meanPrice(prices: FarmPrices, { counts, sums }: CodeSums, product: string) {
  const units = new Map<string | null, { count: number; sum: number }>()
  for (const kind of prices.kindsOf(product)) {
    if (counts[kind] === 0) continue
    const unit = unitOf(prices, kind)
    const { count, sum } = units.get(unit) ?? { count: 0, sum: 0 }
    units.set(unit, { count: count + counts[kind]!, sum: sum + sums[kind]! })
  }
  const [most] = [...units].map(([unit, each]) => ({ unit, ...each })).sort(byCount)
  if (!most) return { unit: null, count: 0, avg: null }
  return { unit: most.unit, count: most.count, avg: dollars(most.sum, most.count) }
}
