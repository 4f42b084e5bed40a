import type { Ages } from '../../snapshot/farm_ages.ts'

/** The figures of a snapshot that its pages show, as in the answer of /v1/stats. */
export type StatsFigures = {
  totals: Record<string, number>
  by_place_type: Record<string, number>
  coverage: Record<string, { count: number; pct: number | null }>
  freshness: { as_of: string | null } & Ages
}
