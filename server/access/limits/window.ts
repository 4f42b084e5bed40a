/** A stretch of time in which one quota holds: from `start_ms` up to, not including, `end_ms`. */
export type Window = { start_ms: number; end_ms: number }

/** Returns the window of an instant. Windows begin with the Unix epoch: those of a day are UTC days. */
export function windowOf(now_ms: number, length_ms: number): Window {
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { start_ms, end_ms: start_ms + length_ms }
}
