import type { Counted, Counter, Moment } from './counter.ts'

/**
 * The requests of each key in a window, in memory. The quota comes with each request, so that a key
 * takes its count along to another tier.
 */
export class KeyCounter implements Counter {
  /** By the start of their window; the one before is kept for a clock that is set back. */
  readonly #counts: Map<number, Map<string, number>>

  constructor({ start_ms }: Moment, counts: Map<string, number>) {
    this.#counts = new Map([[start_ms, counts]])
  }

  consume(key_id: string, moment: Moment, quota: number): Counted {
    const counts = this.#counts.get(moment.start_ms) ?? this.#begin(moment)
    const count = counts.get(key_id) ?? 0
    if (count >= quota) return { count, allowed: false }
    counts.set(key_id, count + 1)
    return { count: count + 1, allowed: true }
  }

  count(key_id: string, { start_ms }: Moment): number {
    return this.#counts.get(start_ms)?.get(key_id) ?? 0
  }

  #begin({ start_ms, end_ms }: Moment): Map<string, number> {
    const oldest_ms = start_ms - (end_ms - start_ms)
    for (const earlier_ms of this.#counts.keys())
      if (earlier_ms < oldest_ms) this.#counts.delete(earlier_ms)
    const counts = new Map<string, number>()
    this.#counts.set(start_ms, counts)
    return counts
  }
}
