/** An instant in a quota's window, which runs from `start_ms` to `end_ms`, exclusive. */
export type Moment = { now_ms: number; start_ms: number; end_ms: number }

/** Returns an instant and its window. Windows are aligned to the Unix epoch: day windows are UTC days. */
export function momentOf(now_ms: number, length_ms: number): Moment {
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { now_ms, start_ms, end_ms: start_ms + length_ms }
}

/** A subject's count after a request. A refused request adds nothing. */
export type CountResult = { count: number; allowed: boolean }

/** Counts subjects in windows. Methods return a promise only if they must wait. */
export type Counter = {
  /** Counts a request's points, by default 1, if that stays within the quota, else none. */
  consume(
    subject: string,
    moment: Moment,
    quota: number,
    points?: number,
  ): CountResult | Promise<CountResult>
  count(subject: string, moment: Moment): number | Promise<number>
  /** Adds counts that could not be shared with other servers before. */
  flush?(moment: Moment): Promise<void>
}

/** Values per subject in the present window. The previous window stays, in case the clock is set back. */
export class ByWindow<Kept> {
  readonly #windows = new Map<number, Map<string, Kept>>()

  /** Returns the values in the window of a moment, by subject. */
  of({ start_ms, end_ms }: Moment): Map<string, Kept> {
    const known = this.#windows.get(start_ms)
    if (known) return known
    const oldest_ms = start_ms - (end_ms - start_ms)
    for (const earlier_ms of this.#windows.keys())
      if (earlier_ms < oldest_ms) this.#windows.delete(earlier_ms)
    const begun = new Map<string, Kept>()
    this.#windows.set(start_ms, begun)
    return begun
  }
}

/** Counts in memory. The quota comes with each request: a key keeps its count in any tier. */
export class MemoryCounter implements Counter {
  readonly #counts = new ByWindow<number>()

  constructor(moment: Moment, counts: Map<string, number>) {
    for (const [subject, count] of counts) this.#counts.of(moment).set(subject, count)
  }

  consume(subject: string, moment: Moment, quota: number, points = 1): CountResult {
    const counts = this.#counts.of(moment)
    const count = counts.get(subject) ?? 0
    if (count + points > quota) return { count, allowed: false }
    counts.set(subject, count + points)
    return { count: count + points, allowed: true }
  }

  count(subject: string, moment: Moment): number {
    return this.#counts.of(moment).get(subject) ?? 0
  }
}
