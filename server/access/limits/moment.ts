/**
 * An instant in a stretch of time in which one quota holds: from `start_ms` up to, not including,
 * `end_ms`.
 */
export type Moment = { now_ms: number; start_ms: number; end_ms: number }

/** Returns an instant and its window. Windows begin with the Unix epoch: those of a day are UTC days. */
export function momentOf(now_ms: number, length_ms: number): Moment {
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { now_ms, start_ms, end_ms: start_ms + length_ms }
}
