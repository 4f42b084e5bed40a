import { qualityTiers } from '../../data/schema/tables/farm.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { HeldColumns } from './columns/held_columns.ts'
import type { FieldCodes } from './sets/field_codes.ts'

/** The build's figures that are also published under other names. */
type Counted = {
  totals: { states: number }
  by_place_type: Record<string, number>
  by_state: Record<string, number>
  quality: Record<string, number>
  verification: Record<string, number>
  coverage: Record<string, unknown>
  top_products: Product[]
}
type Product = { name: string; count: number; pct: number | null }

/** Returns the build's figures and the manifest's; some are published under two names. */
export function figuresOf(
  { documents: { stats } }: HeldColumns,
  { id, farms, built_at, synthetic, as_of, geography }: Manifest,
  { fieldCodes }: { fieldCodes: FieldCodes },
) {
  const { totals, by_place_type, by_state, quality, verification, coverage, top_products } =
    stats as Counted
  return {
    snapshot: id,
    built_at,
    synthetic,
    removed_since: 0,
    total_farms: farms,
    states_covered: totals.states,
    delivery_enabled_farms: fieldCodes.any('delivery_kinds', ['delivery']).count(),
    place_types: by_place_type,
    ...stats,
    by_place_type: valueCounts(by_place_type),
    by_state: valueCounts(by_state),
    quality: valueCounts(quality, (tier) =>
      qualityTiers.find((each) => each.toLowerCase() === tier),
    ),
    verification: valueCounts(verification),
    coverage,
    top_products: top_products.map(productFigures),
    freshness: { as_of },
    geography,
  }
}

/** Counts as a list; `nameOf`: the published name of a value, undefined = as it is. */
const valueCounts = (
  counts: Record<string, number>,
  nameOf: (value: string) => string | undefined = () => undefined,
) => Object.entries(counts).map(([value, count]) => ({ value: nameOf(value) ?? value, count }))

/** A product's number of farms; `name` and `farm_count` are for clients of the described service. */
export const productFigures = ({ name, count, pct }: Product) => {
  return { value: name, count, pct, name, farm_count: count }
}
