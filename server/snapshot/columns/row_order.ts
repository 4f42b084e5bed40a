import type { Bitmap } from '../sets/bitmap.ts'

/** An order of all rows, and the pages of sets of rows in that order. */
export class RowOrder {
  readonly #rows: Uint32Array
  #ranks: Uint32Array | undefined

  /** `rows`: every row once, first to last. */
  constructor(rows: Uint32Array) {
    this.#rows = rows
  }

  /** The rows from `offset` on, at most `limit` of them. */
  page(offset: number, limit: number): number[] {
    return [...this.#rows.subarray(offset, offset + limit)]
  }

  /**
   * The rows of a set of `count`, from `offset` on, at most `limit`. Walks the order where the set
   * is dense, sorts the set where it is sparse: whichever touches fewer rows.
   */
  pageOf(set: Bitmap, count: number, offset: number, limit: number): number[] {
    const wanted = Math.min(offset + limit, count)
    if (offset >= wanted) return []
    const walked = (wanted * this.#rows.length) / count
    const sorted = count * Math.log2(count + 1)
    return walked < sorted
      ? this.#walk(set, offset, wanted)
      : this.sorted(set).slice(offset, wanted)
  }

  /** Some rows, in this order. */
  sorted(rows: Iterable<number>): number[] {
    const ranks = (this.#ranks ??= ranksOf(this.#rows))
    return [...rows].sort((a, b) => ranks[a]! - ranks[b]!)
  }

  #walk(set: Bitmap, offset: number, wanted: number): number[] {
    const page: number[] = []
    let seen = 0
    for (const row of this.#rows) {
      if (!set.has(row)) continue
      if (seen++ >= offset) page.push(row)
      if (seen === wanted) break
    }
    return page
  }
}

function ranksOf(rows: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(rows.length)
  for (let rank = 0; rank < rows.length; rank++) ranks[rows[rank]!] = rank
  return ranks
}
