import type { Moment } from './moment.ts'

/** The count of a subject after a request, at least the quota where that refused it. */
export type Counted = { count: number; allowed: boolean }

/** Counts subjects in windows. A promise is returned only where something is waited for. */
export type Counter = {
  /** Counts one more for a subject if that stays within the quota; what is refused is not counted. */
  consume(subject: string, moment: Moment, quota: number): Counted | Promise<Counted>
  /** Returns the count of a subject without changing it. */
  count(subject: string, moment: Moment): number | Promise<number>
  /** Catches up with what could not be counted where several servers share their counts. */
  flush?(moment: Moment): Promise<void>
}
