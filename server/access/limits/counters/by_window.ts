import type { Moment } from './counter.ts'

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
