/** An instant in the window of a quota, which lasts from `start_ms` up to, not including, `end_ms`. */
export type Moment = { now_ms: number; start_ms: number; end_ms: number }

/** Returns an instant and its window. Windows begin with the Unix epoch: those of a day are UTC days. */
export function momentOf(now_ms: number, length_ms: number): Moment {
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { now_ms, start_ms, end_ms: start_ms + length_ms }
}

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
