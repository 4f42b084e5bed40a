/** Counts how often each thing was seen. */
export class Tally {
  readonly #counts = new Map<string, number>()
  total = 0

  add(thing: string): void {
    this.total++
    this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1)
  }

  /** Most frequent first, then by name; at most `limit`. */
  toObject(limit = Infinity): Record<string, number> {
    const sorted = [...this.#counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    return Object.fromEntries(sorted.slice(0, limit))
  }
}
