import type { Snapshot } from '../../snapshot/open.ts'
import type { CodeSums, FarmPrices } from '../../snapshot/columns/code_lists.ts'
import { visitFarms, type Area, type NamedCircle } from './area.ts'
import { priceFigures, dollars } from './rounding.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { units } from '../../../data/vocabulary/vocabulary.ts'
import { choiceFields, type ProductChoice } from './product_choice.ts'
import { figuresFor, isSuppressed, suppressed } from './suppression.ts'

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
      listed.add(row, unit, price)
      if (comparable_unit !== null) comparable.add(row, comparable_unit, brought)
      united.add(row, comparable_unit ?? unit, brought)
    })
    if (found) priced++
  })
  return { farms, priced, listed, comparable, united }
}

class UnitLists {
  readonly #lists = new Map<string | null, { prices: number[]; farms: number; lastRow: number }>()

  /** Adds a price of a row. Rows come in ascending order. */
  add(row: number, unit: string | null, price: number): void {
    const list = this.#lists.get(unit)
    if (!list) return void this.#lists.set(unit, { prices: [price], farms: 1, lastRow: row })
    list.prices.push(price)
    if (list.lastRow !== row) list.farms++
    list.lastRow = row
  }

  /** The figures of each unit, and its number of farms; most prices first, then by unit. */
  figures() {
    return [...this.#lists.keys()].map((unit) => this.figuresOf(unit)).sort(byCount)
  }

  figuresOf(unit: string | null) {
    const { prices, farms } = this.#lists.get(unit) ?? { prices: [], farms: 0 }
    return { unit, farms, ...priceFigures(prices) }
  }
}

type UnitFigures = ReturnType<UnitLists['figuresOf']>

/**
 * A product's mean price, varieties included, the number of prices, and their kinds, in their most common
 * unit.
 */
export function meanPrice(prices: FarmPrices, { counts, sums }: CodeSums, product: string) {
  const kinds = prices.kindsBelow(product).filter((kind) => counts[kind]! > 0)
  const units = [...Map.groupBy(kinds, (kind) => unitOf(prices, kind))].map(([unit, kinds]) => ({
    unit,
    kinds,
    count: kinds.reduce((count, kind) => count + counts[kind]!, 0),
    sum: kinds.reduce((sum, kind) => sum + sums[kind]!, 0),
  }))
  const [most] = units.sort(byCount)
  if (!most) return { unit: null, kinds: [], count: 0, avg: null }
  const { unit, count, sum } = most
  return { unit, kinds: most.kinds, count, avg: dollars(sum, count) }
}

/** Radii of the circles with separate figures. */
const steps_mi = [5, 10, 25]

/** Returns a product's prices at the farms of a circle, for keys of a tier: in all units, or in one. */
export function marketPrices(
  snapshot: Snapshot,
  circle: NamedCircle,
  choice: ProductChoice,
  unit: string | undefined,
  tier: Tier,
) {
  const isIn = (kind: number) => {
    const stated = snapshot.prices.kinds[kind]!.unit
    return stated !== null && units.keyOf(stated) === units.keyOf(unit!)
  }
  const kinds = unit === undefined ? choice.priceKinds : choice.priceKinds.filter(isIn)
  const { center, radius_mi } = circle
  const within = (distance_mi: number) =>
    findPrices(snapshot, { center, radius_mi: distance_mi, only: choice.farms }, kinds)
  const all = within(radius_mi)
  const shown = ({ unit, farms, ...figures }: UnitFigures) => {
    return { unit, ...figuresFor(tier, all.farms, figures, () => farms === 1) }
  }
  const listed = all.listed.figures()
  const [comparable = null] = all.comparable.figures()
  const main = comparable ?? listed[0] ?? { unit: null }
  const isHidden = isSuppressed(tier, all.farms)
  const circles = [...steps_mi.filter((step) => step < radius_mi), radius_mi]
  return {
    snapshot: snapshot.id,
    product: choice.asked,
    ...choiceFields(choice),
    location: center,
    radius_miles: radius_mi,
    currency: 'USD' as const,
    farms_with_product: all.farms,
    farms_with_price: isHidden ? null : all.priced,
    units: isHidden ? null : listed.map(shown),
    comparable: isHidden ? null : comparable && shown(comparable),
    ...(isHidden && suppressed),
    by_distance: circles.map((within_mi) => {
      const { farms, priced, ...found } = within_mi === radius_mi ? all : within(within_mi)
      const inUnit = (comparable ? found.comparable : found.listed).figuresOf(main.unit)
      const { farms: ofUnit, ...prices } = inUnit
      const figures = { farms_with_price: priced, ...prices }
      const visible = figuresFor(tier, farms, figures, () => ofUnit === 1)
      return { within_mi, farms_with_product: farms, ...visible }
    }),
  }
}
