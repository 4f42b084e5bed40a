import type { Snapshot } from '../../snapshot/open.ts'
import type { CodeSums } from '../../snapshot/columns/code_lists.ts'
import type { FarmPrices } from '../../snapshot/columns/prices.ts'
import { visitFarms, type Area } from './area.ts'
import { priceFigures } from './price_figures.ts'
import { dollars } from './rounding.ts'

/** The unit for comparing prices of a kind: pound, dozen or quart if it converts to one, else its own. */
export const unitOf = ({ kinds }: FarmPrices, kind: number): string | null =>
  kinds[kind]!.comparable_unit ?? kinds[kind]!.unit

type InUnit = { unit: string | null; count: number }

/** Orders units by number of prices, most first, then by name. */
const byCount = (a: InUnit, b: InUnit) =>
  b.count - a.count || ((a.unit ?? '') < (b.unit ?? '') ? -1 : 1)

/**
 * Finds the prices that an area's farms state for some kinds. `farms`: all farms; `priced`: farms with any
 * price. `listed`: the prices in each unit as listed (null = none stated); `comparable`: in each unit that
 * they convert to; `united`: each price in one unit, comparable if possible.
 */
export function findPrices(snapshot: Snapshot, area: Area, kinds: number[]) {
  const { prices } = snapshot
  const wanted = new Set(kinds)
  const [listed, comparable, united] = [new UnitLists(), new UnitLists(), new UnitLists()]
  let [farms, priced] = [0, 0]
  visitFarms(snapshot, area, (row) => {
    let found = false
    farms++
    prices.visit(row, (kind, price, brought) => {
      if (!wanted.has(kind)) return
      const { unit, comparable_unit } = prices.kinds[kind]!
      found = true
      listed.add(unit, price)
      if (comparable_unit !== null) comparable.add(comparable_unit, brought)
      united.add(comparable_unit ?? unit, brought)
    })
    if (found) priced++
  })
  return { farms, priced, listed, comparable, united }
}

class UnitLists {
  readonly #lists = new Map<string | null, number[]>()

  add(unit: string | null, price: number): void {
    const list = this.#lists.get(unit)
    if (list) list.push(price)
    else this.#lists.set(unit, [price])
  }

  /** The figures of each unit; most prices first, then by unit. */
  figures() {
    const units = [...this.#lists].map(([unit, prices]) => ({ unit, ...priceFigures(prices) }))
    return units.sort(byCount)
  }

  figuresOf(unit: string | null) {
    return priceFigures(this.#lists.get(unit) ?? [])
  }
}

/** A product's mean price, varieties included, and the number of prices, in their most common unit. */
export function meanPrice(prices: FarmPrices, { counts, sums }: CodeSums, product: string) {
  const kinds = prices.kindsBelow(product).filter((kind) => counts[kind]! > 0)
  const units = [...Map.groupBy(kinds, (kind) => unitOf(prices, kind))].map(([unit, kinds]) => ({
    unit,
    count: kinds.reduce((count, kind) => count + counts[kind]!, 0),
    sum: kinds.reduce((sum, kind) => sum + sums[kind]!, 0),
  }))
  const [most] = units.sort(byCount)
  if (!most) return { unit: null, count: 0, avg: null }
  return { unit: most.unit, count: most.count, avg: dollars(most.sum, most.count) }
}
