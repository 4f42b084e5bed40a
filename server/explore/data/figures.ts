import type { DatedGroup } from '../../../data/schema/said_at.ts'
import type { Ages } from '../../snapshot/figures.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { SaidByAge } from '../../snapshot/said/said_figures.ts'

/** The figures of a snapshot that its pages show, as in the answer of /v1/stats. */
export type StatsFigures = {
  totals: { farms: number; states: number }
  place_types: Record<string, number>
  by_state: readonly { value: string; count: number }[]
  coverage: Record<string, { count: number; pct: number | null }>
  freshness: { as_of: string | null } & Ages
  said: Record<DatedGroup, SaidByAge>
}

/** The figures on a day. */
export const figuresOn = (stats: Pick<Snapshot['stats'], 'on'>, now: Date): StatsFigures =>
  (JSON.parse(stats.on(now).toString()) as { data: StatsFigures }).data
