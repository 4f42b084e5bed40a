import type { Tier } from '../../../data/schema/meta.ts'
import { units } from '../../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { FarmPrices } from '../../snapshot/columns/prices.ts'
import type { NamedCircle } from './area.ts'
import { choiceFields, type ProductChoice } from './product_choice.ts'
import { findPrices } from './product_prices.ts'
import { figuresFor, isSuppressed, suppressed } from './suppression.ts'

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
  const kinds = kindsIn(snapshot.prices, choice.priceKinds, unit)
  const { center, radius_mi } = circle
  const within = (distance_mi: number) =>
    findPrices(snapshot, { center, radius_mi: distance_mi, only: choice.farms }, kinds)
  const all = within(radius_mi)
  const units = all.listed.figures()
  const [comparable = null] = all.comparable.figures()
  const main = comparable ?? units[0] ?? { unit: null }
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
    units: isHidden ? null : units,
    comparable: isHidden ? null : comparable,
    ...(isHidden && suppressed),
    by_distance: circles.map((within_mi) => {
      const { farms, priced, ...found } = within_mi === radius_mi ? all : within(within_mi)
      const figures = (comparable ? found.comparable : found.listed).figuresOf(main.unit)
      const shown = { farms_with_price: priced, unit: main.unit, ...figures }
      return { within_mi, farms_with_product: farms, ...figuresFor(tier, farms, shown) }
    }),
  }
}

const kindsIn = ({ kinds }: FarmPrices, all: number[], unit: string | undefined): number[] =>
  unit === undefined ? all : all.filter((kind) => isIn(kinds[kind]!.unit, unit))

const isIn = (stated: string | null, unit: string) =>
  stated !== null && units.keyOf(stated) === units.keyOf(unit)
