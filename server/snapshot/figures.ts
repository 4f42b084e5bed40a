import type { Manifest } from '../../data/schema/manifest.ts'
import type { HeldColumns } from './columns/held_columns.ts'
import type { FieldCodes } from './sets/field_codes.ts'

/** The build's figures that are also published under other names. */
type Counted = {
  totals: { states: number }
  by_place_type: Record<string, number>
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
  const { totals, by_place_type, coverage, top_products } = stats as Counted
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
    coverage,
    top_products: top_products.map(productFigures),
    freshness: { as_of },
    geography,
  }
}

/** A product's number of farms, under both of its names. */
export const productFigures = ({ name, count, pct }: Product) => {
  return { name, farm_count: count, count, pct }
}
