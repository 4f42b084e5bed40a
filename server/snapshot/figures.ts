import { utcDay } from '../../data/calendar.ts'
import { qualityTiers } from '../../data/schema/tables/farm.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { HeldColumns } from './columns/held_columns.ts'
import type { Ages } from './farm_ages.ts'
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

/**
 * The answer of /v1/stats while no farm is hidden. Ages count from the day, so it is constant within a day.
 * `data`: the figures that the build counted. `said`: how old the groups of fields are.
 */
export function dailyStats(
  data: ReturnType<typeof figuresOf>,
  agesOn: (now: Date) => Ages,
  said: (now: Date) => unknown,
) {
  const { as_of } = data.freshness
  let made: { day: string; body: Buffer } | undefined
  /** The figures on the UTC day of an instant. */
  const figuresOn = (now: Date) => ({ ...data, freshness: { as_of, ...agesOn(now) } })
  /** The answer's JSON on the UTC day of an instant. */
  const on = (now: Date): Buffer => {
    const day = utcDay(now)
    const bodyOn = () => JSON.stringify({ data: { ...figuresOn(now), said: said(now) } })
    if (made?.day !== day) made = { day, body: Buffer.from(bodyOn()) }
    return made.body
  }
  return { on, figuresOn }
}

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
