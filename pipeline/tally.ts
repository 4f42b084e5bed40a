export type Counts = [thing: string, times: number][]

/** Counts occurrences by name. */
export class Tally {
  readonly #counts = new Map<string, number>()
  total = 0

  add(thing: string, times = 1): void {
    this.total += times
    this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + times)
  }

  /** The number of distinct names. */
  get size(): number {
    return this.#counts.size
  }

  /** Each name with its count, in order of first occurrence. */
  get entries(): Counts {
    return [...this.#counts]
  }

  /** Adds the counts of another tally. */
  include(counts: Counts): void {
    for (const [thing, times] of counts) this.add(thing, times)
  }

  plus(other: Tally): Tally {
    const both = new Tally()
    both.include(this.entries)
    both.include(other.entries)
    return both
  }

  /** Most frequent first, then by name; at most `limit`. */
  toObject(limit = Infinity): Record<string, number> {
    const sorted = [...this.#counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    return Object.fromEntries(sorted.slice(0, limit))
  }
}
