import type { Manifest } from '../../data/schema/manifest.ts'
import type { FarmAttributes } from './columns/attributes.ts'
import type { HeldColumns } from './columns/held_columns.ts'
import type { CodeSets } from './sets/code_sets.ts'

/** The build's figures that are also published under other names. */
type Counted = {
  totals: { states: number }
  by_place_type: Record<string, number>
  top_products: { name: string; count: number; pct: number | null }[]
}

type Codes = { attributes: FarmAttributes; attributeSets: CodeSets }

/** Returns the build's figures and the manifest's; some are published under two names. */
export function figuresOf(
  { documents: { stats } }: HeldColumns,
  { id, farms, built_at, synthetic, as_of, geography }: Manifest,
  { attributes, attributeSets }: Codes,
) {
  const { totals, by_place_type, top_products } = stats as Counted
  const delivery = attributes.codeOf('delivery_kinds', 'delivery')
  return {
    snapshot: id,
    built_at,
    synthetic,
    removed_since: 0,
    total_farms: farms,
    states_covered: totals.states,
    delivery_enabled_farms: delivery === undefined ? 0 : attributeSets.total(delivery),
    place_types: by_place_type,
    ...stats,
    top_products: top_products.map(({ name, count, pct }) => {
      return { name, farm_count: count, count, pct }
    }),
    freshness: { as_of },
    geography,
  }
}
