import type { Bitmap } from '../sets/bitmap.ts'

/** Makes the orders of a table of sorts: value of `sort` → column. */
export const rowOrders = <Sort extends string, Column extends string>(
  columns: Record<Column, Uint32Array>,
  sorts: Record<Sort, Column>,
) =>
  Object.fromEntries(
    Object.entries<Column>(sorts).map(([sort, column]) => [sort, new RowOrder(columns[column])]),
  ) as Record<Sort, RowOrder>

/** An order of all rows. Returns pages of sets in that order. */
export class RowOrder {
  readonly #rows: Uint32Array
  #ranks: Uint32Array | undefined

  /** `rows`: every row once, first to last. */
  constructor(rows: Uint32Array) {
    this.#rows = rows
  }

  /** The rows from `offset` on, at most `limit` rows. */
  page(offset: number, limit: number): number[] {
    return [...this.#rows.subarray(offset, offset + limit)]
  }

  /**
   * The rows of a set of `count`, from `offset` on, at most `limit`. A dense set is found by walking the
   * order, a sparse set by picking its first rows: the cheaper of the two.
   */
  pageOf(set: Bitmap, count: number, offset: number, limit: number): number[] {
    const wanted = Math.min(offset + limit, count)
    if (offset >= wanted) return []
    const walked = (wanted * this.#rows.length) / count
    return walked < count ? this.#walk(set, offset, wanted) : this.#pick(set, count, offset, wanted)
  }

  /** Sorts rows in this order. */
  sorted(rows: Iterable<number>): number[] {
    const ranks = this.#ranksOfRows()
    return [...rows].sort((a, b) => ranks[a]! - ranks[b]!)
  }

  /** The ranks of the set's rows, with the first `wanted` ranks sorted at the front. */
  #pick(set: Bitmap, count: number, offset: number, wanted: number): number[] {
    const ranks = this.#ranksOfRows()
    const found = new Uint32Array(count)
    let at = 0
    set.forEach((row) => (found[at++] = ranks[row]!))
    const first = wanted < count ? leastOf(found, wanted) : found
    return Array.from(first.sort().subarray(offset), (rank) => this.#rows[rank]!)
  }

  #ranksOfRows(): Uint32Array {
    return (this.#ranks ??= ranksOf(this.#rows))
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

/** Finds the `wanted` least of more distinct numbers, in no order. Rearranges the numbers (Hoare). */
function leastOf(numbers: Uint32Array, wanted: number): Uint32Array {
  let [left, right] = [0, numbers.length - 1]
  while (left < right) {
    const pivot = numbers[(left + right) >>> 1]!
    let [low, high] = [left, right]
    while (low <= high) {
      while (numbers[low]! < pivot) low++
      while (numbers[high]! > pivot) high--
      if (low > high) break
      const number = numbers[low]!
      numbers[low++] = numbers[high]!
      numbers[high--] = number
    }
    if (wanted - 1 <= high) right = high
    else if (wanted - 1 >= low) left = low
    else break
  }
  return numbers.subarray(0, wanted)
}

function ranksOf(rows: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(rows.length)
  for (let rank = 0; rank < rows.length; rank++) ranks[rows[rank]!] = rank
  return ranks
}
