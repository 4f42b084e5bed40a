/** An instant in a quota's window, which runs from `start_ms` to `end_ms`, exclusive. */
export type Moment = { now_ms: number; start_ms: number; end_ms: number }

/** Returns an instant and its window. Windows are aligned to the Unix epoch: day windows are UTC days. */
export function momentOf(now_ms: number, length_ms: number): Moment {
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { now_ms, start_ms, end_ms: start_ms + length_ms }
}

/** A subject's count after a request; at least the quota if the request was refused. */
export type CountResult = { count: number; allowed: boolean }

/** Counts subjects in windows. Methods return a promise only if they must wait. */
export type Counter = {
  /** Counts a request if that stays within the quota; refused requests are not counted. */
  consume(subject: string, moment: Moment, quota: number): CountResult | Promise<CountResult>
  count(subject: string, moment: Moment): number | Promise<number>
  /** Adds counts that could not be shared with other servers before. */
  flush?(moment: Moment): Promise<void>
}
