/**
 * Collects the rows with the `wanted` least keys, and every row that may tie with the last of these: its key
 * is at most `tied(key of the last)`.
 *
 * Rows gather to one and a half times the number needed. Then the surplus is dropped, in linear time. So a
 * row costs the same whether 20 are wanted or 20,000.
 */
export class NearestRows {
  /** Rows with a greater key are not needed, or no longer. */
  bound: number
  readonly #keys: number[] = []
  readonly #rows: number[] = []
  readonly #wanted: number
  readonly #tied: (key: number) => number
  #trimAt: number

  constructor(wanted: number, bound: number, tied: (key: number) => number) {
    this.bound = bound
    this.#wanted = wanted
    this.#tied = tied
    this.#trimAt = trimAt(wanted)
  }

  get size(): number {
    return this.#keys.length
  }

  add(key: number, row: number): void {
    if (key > this.bound) return
    this.#keys.push(key)
    this.#rows.push(row)
    if (this.#keys.length >= this.#trimAt) this.#trim()
  }

  /** The key at `rank` (0 = least, below `size`) of the sorted keys. */
  keyAt(rank: number): number {
    const keys = this.#keys
    let left = 0
    let right = keys.length - 1
    while (left < right) {
      const pivot = median(keys[left]!, keys[(left + right) >> 1]!, keys[right]!)
      let low = left
      let high = right
      while (low <= high) {
        while (keys[low]! < pivot) low++
        while (keys[high]! > pivot) high--
        if (low <= high) this.#swap(low++, high--)
      }
      if (rank <= high) right = high
      else if (rank >= low) left = low
      else break
    }
    return keys[rank]!
  }

  /** The rows with a key from `least` to `greatest`, both included, in no order. */
  rowsBetween(least: number, greatest: number): number[] {
    return this.#rows.filter((_, i) => this.#keys[i]! >= least && this.#keys[i]! <= greatest)
  }

  /** Counts the rows with a key less than `key`. */
  countBelow(key: number): number {
    return this.#keys.reduce((count, each) => count + Number(each < key), 0)
  }

  #trim(): void {
    this.bound = Math.min(this.bound, this.#tied(this.keyAt(this.#wanted - 1)))
    let kept = 0
    for (let i = 0; i < this.#keys.length; i++)
      if (this.#keys[i]! <= this.bound) this.#swap(i, kept++)
    this.#keys.length = kept
    this.#rows.length = kept
    this.#trimAt = trimAt(kept)
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a]!
    const row = this.#rows[a]!
    this.#keys[a] = this.#keys[b]!
    this.#rows[a] = this.#rows[b]!
    this.#keys[b] = key
    this.#rows[b] = row
  }
}

const trimAt = (needed: number) => needed + (needed >> 1) + 8

const median = (a: number, b: number, c: number) =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
