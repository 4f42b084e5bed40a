import type { BodyOf } from '../../ask/ask.ts'
import type { stats } from '../../routes/farms/stats.ts'
import type { Snapshot } from '../../snapshot/open.ts'

/** The figures of a snapshot, as in the answer of /v1/stats. */
export type StatsFigures = BodyOf<typeof stats>['data'] & {
  totals: { farms: number; states: number }
}

export const figuresOn = (stats: Pick<Snapshot['stats'], 'on'>, now: Date): StatsFigures =>
  (JSON.parse(stats.on(now).toString()) as { data: StatsFigures }).data
