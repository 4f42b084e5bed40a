import type { Beginning, Counted, Counter } from './counter.ts'
import { Tally } from './tally.ts'
import { windowOf } from './window.ts'

/**
 * The requests of each key in a window: its usage, counted in memory and kept in the ledger. The
 * quota comes with each request, so that a key takes its count along to another tier.
 */
export class KeyCounter implements Counter {
  readonly #tally: Tally
  readonly #length_ms: number
  /** By the start of their window: the present one and, for a clock that is set back, the last. */
  readonly #counts: Map<number, Map<string, number>>

  constructor({ ledger, length_ms, start_ms, counts }: Beginning) {
    this.#tally = new Tally(ledger)
    this.#length_ms = length_ms
    this.#counts = new Map([[start_ms, counts]])
  }

  consume(key_id: string, now_ms: number, quota: number): Counted {
    const { start_ms } = windowOf(now_ms, this.#length_ms)
    const counts = this.#countsOf(start_ms)
    const count = counts.get(key_id) ?? 0
    if (count >= quota) return { count, allowed: false }
    counts.set(key_id, count + 1)
    this.#tally.add(key_id, start_ms, now_ms)
    return { count: count + 1, allowed: true }
  }

  count(key_id: string, now_ms: number): number {
    return this.#countsOf(windowOf(now_ms, this.#length_ms).start_ms).get(key_id) ?? 0
  }

  flush(now_ms: number): Promise<void> {
    return this.#tally.flush(windowOf(now_ms, this.#length_ms).start_ms)
  }

  #countsOf(start_ms: number): Map<string, number> {
    const known = this.#counts.get(start_ms)
    if (known !== undefined) return known
    for (const earlier of this.#counts.keys())
      if (earlier < start_ms - this.#length_ms) this.#counts.delete(earlier)
    const counts = new Map<string, number>()
    this.#counts.set(start_ms, counts)
    return counts
  }
}
