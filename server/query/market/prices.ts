import type { Tier } from '../../../data/schema/meta.ts'
import { units } from '../../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { FarmPrices } from '../../snapshot/columns/prices.ts'
import { farmsWithin, type Circle } from './area.ts'
import { priceFigures } from './price_figures.ts'
import { choiceFields, type ProductChoice } from './product_choice.ts'
import { findPrices } from './product_prices.ts'
import { figuresFor, isSuppressed, suppressed } from './suppression.ts'

/** Radii of the circles that have figures of their own. */
const steps_mi = [5, 10, 25]

/** What farms in a circle ask for a product, for keys of a tier: in all units, or in one. */
export function marketPrices(
  snapshot: Snapshot,
  circle: Circle,
  choice: ProductChoice,
  unit: string | undefined,
  tier: Tier,
) {
  const kinds = kindsIn(snapshot.prices, choice.priceKinds, unit)
  const { center, radius_mi } = circle
  const within = (distance_mi: number) => {
    const area = { center, radius_mi: distance_mi, only: choice.farms }
    return {
      farms_with_product: farmsWithin(snapshot, area),
      ...findPrices(snapshot, area, kinds),
    }
  }
  const all = within(radius_mi)
  const main = all.comparable[0] ?? all.listed[0] ?? { unit: null, ...priceFigures([]) }
  const isHidden = isSuppressed(tier, all.farms_with_product)
  const circles = [...steps_mi.filter((step) => step < radius_mi), radius_mi]
  return {
    product: choice.asked,
    ...choiceFields(choice),
    location: center,
    radius_miles: radius_mi,
    currency: 'USD' as const,
    farms_with_product: all.farms_with_product,
    farms_with_price: isHidden ? null : all.farms,
    units: isHidden ? null : all.listed,
    comparable: isHidden ? null : (all.comparable[0] ?? null),
    ...(isHidden && suppressed),
    by_distance: circles.map((within_mi) => {
      const { farms_with_product, farms, comparable, listed } =
        within_mi === radius_mi ? all : within(within_mi)
      const found = (all.comparable[0] ? comparable : listed).find(
        (each) => each.unit === main.unit,
      )
      const figures = { farms_with_price: farms, unit: main.unit, ...(found ?? priceFigures([])) }
      return { within_mi, farms_with_product, ...figuresFor(tier, farms_with_product, figures) }
    }),
  }
}

const kindsIn = ({ kinds }: FarmPrices, all: number[], unit: string | undefined): number[] =>
  unit === undefined ? all : all.filter((kind) => isIn(kinds[kind]!.unit, unit))

const isIn = (stated: string | null, unit: string) =>
  stated !== null && units.keyOf(stated) === units.keyOf(unit)
