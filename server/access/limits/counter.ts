import type { Ledger } from './ledger.ts'
import { windowOf } from './window.ts'

/** The count of a subject after a request, at least the quota where that refused it. */
export type Counted = { count: number; allowed: boolean }

/** Counts subjects in windows of one length. A promise is returned only where something is waited for. */
export type Counter = {
  /** Counts one more for a subject if that stays within the quota; what is refused is not counted. */
  consume(subject: string, now_ms: number, quota: number): Counted | Promise<Counted>
  /** Returns the count of a subject without changing it. */
  count(subject: string, now_ms: number): number | Promise<number>
  /** Writes to the ledger what it lacks; what can't be written stays for the next flush. */
  flush(now_ms: number): Promise<void>
}

/** What a counter begins with: the counts that the ledger has of the present window. */
export type Beginning = {
  ledger: Ledger
  length_ms: number
  start_ms: number
  counts: Map<string, number>
}

/** Reads what a ledger has of the window of `now_ms`. */
export async function beginFrom(
  ledger: Ledger,
  length_ms: number,
  now_ms: number,
): Promise<Beginning> {
  const { start_ms } = windowOf(now_ms, length_ms)
  return { ledger, length_ms, start_ms, counts: await ledger.load(start_ms) }
}
