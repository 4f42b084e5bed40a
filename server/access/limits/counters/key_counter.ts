import { ByWindow } from './by_window.ts'
import type { CountResult, Counter, Moment } from './counter.ts'

/**
 * Counts each key's requests in a window, in memory. The quota comes with each request, so a key keeps its
 * count when its tier changes.
 */
export class KeyCounter implements Counter {
  readonly #counts = new ByWindow<number>()

  constructor(moment: Moment, counts: Map<string, number>) {
    for (const [key_id, count] of counts) this.#counts.of(moment).set(key_id, count)
  }

  consume(key_id: string, moment: Moment, quota: number): CountResult {
    const counts = this.#counts.of(moment)
    const count = counts.get(key_id) ?? 0
    if (count >= quota) return { count, allowed: false }
    counts.set(key_id, count + 1)
    return { count: count + 1, allowed: true }
  }

  count(key_id: string, moment: Moment): number {
    return this.#counts.of(moment).get(key_id) ?? 0
  }
}
