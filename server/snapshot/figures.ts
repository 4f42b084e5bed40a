import { dateOfDay, day_ms, epochDay } from '../../data/calendar.ts'
import { memoize } from '../../data/memoize.ts'
import { firstDayOf } from '../http/parameters/instants.ts'
import { qualityTiers } from '../../data/schema/tables/farm.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { noDay } from '../../data/schema/serving/columns.ts'
import type { HeldColumns } from './columns/held_columns.ts'
import type { FieldCodes } from './sets/field_codes.ts'

/** Farms by the time since they were last confirmed, on a day. */
export type Ages = {
  within_1_year: number
  '1_to_3_years': number
  over_3_years: number
  never_dated: number
  /** The day by which half of the farms were last confirmed, `YYYY-MM-DD`; null if half or more lack a date. */
  median: string | null
}

/** The number of farms last confirmed on a day. */
type DayCount = { day: string | null; farms: number }

/** Counts the farms by the day on which they were last confirmed, ascending; farms without a date come first. */
export function countByDay(columns: FarmColumns, manifest: Pick<Manifest, 'edition'>): DayCount[] {
  const dayOf = confirmedDay(columns, manifest)
  const farms = new Map<number, number>()
  for (const row of columns.updatedAt.keys()) {
    const day = dayOf(row)
    farms.set(day, (farms.get(day) ?? 0) + 1)
  }
  return [...farms]
    .sort(([a], [b]) => a - b)
    .map(([day, farms]) => ({ day: day === noDay ? null : dateOfDay(day), farms }))
}

/**
 * Returns the day on which a row's farm was last confirmed: of the latest source update, or else of the newest
 * statement, or else of the newest edition; `noDay` = unknown.
 */
export function confirmedDay(
  columns: FarmColumns,
  manifest: Pick<Manifest, 'edition'>,
): (row: number) => number {
  const { updatedAt, saidAt } = columns
  const listed = lastListedDay(columns, manifest)
  const groups = saidAt.length / updatedAt.length
  return (row) => {
    const ms = updatedAt[row]!
    if (!Number.isNaN(ms)) return epochDay(ms)
    const said = Math.max(...saidAt.subarray(row * groups, (row + 1) * groups))
    return said > noDay ? said : listed(row)
  }
}

type FarmColumns = HeldColumns['farms']

/** Returns the day of `last_listed` as answers show it: the file omits the newest edition (farms.sql). */
export function lastListedDay(
  { firstListed, lastListed }: Pick<FarmColumns, 'firstListed' | 'lastListed'>,
  { edition }: Pick<Manifest, 'edition'>,
): (row: number) => number {
  const newest = edition === null ? noDay : epochDay(new Date(edition))
  return (row) => {
    if (firstListed[row] === noDay) return noDay
    return lastListed[row] === noDay ? newest : lastListed[row]!
  }
}

/** Returns the ages on an instant's UTC day. A farm confirmed exactly a year earlier is within 1 year. */
export function agesOn(days: readonly DayCount[], now: Date): Ages {
  const yearAgo = dateOfDay(firstDayOf('1y', now))
  const threeYearsAgo = dateOfDay(firstDayOf('3y', now))
  const ages = { within_1_year: 0, '1_to_3_years': 0, over_3_years: 0, never_dated: 0 }
  for (const { day, farms } of days) {
    if (day === null) ages.never_dated += farms
    else if (day >= yearAgo) ages.within_1_year += farms
    else if (day >= threeYearsAgo) ages['1_to_3_years'] += farms
    else ages.over_3_years += farms
  }
  const half = days.reduce((sum, { farms }) => sum + farms, 0) / 2
  let sum = 0
  const median = days.find(({ farms }) => (sum += farms) >= half)?.day ?? null
  return { ...ages, median }
}

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
  /** The figures on the UTC day of an instant. */
  const figuresOn = (now: Date) => {
    return { ...data, freshness: { as_of, ...agesOn(now) }, said: said(now) }
  }
  const bodyOf = memoize((day: number) =>
    Buffer.from(JSON.stringify({ data: figuresOn(new Date(day * day_ms)) })),
  )
  /** The answer's JSON on the UTC day of an instant. */
  const on = (now: Date): Buffer => bodyOf(epochDay(now))
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
      qualityTiers.find((each) => each.toLowerCase() === tier.toLowerCase()),
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
