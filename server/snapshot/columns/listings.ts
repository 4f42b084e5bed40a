import { firstWhere } from '../../../data/binary_search.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { ListingKind } from '../../../data/schema/serving/listings.ts'
import { listingSorts, type ListingSort } from '../../../data/schema/serving/sorts.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { rowOrders, type RowOrder } from './row_order.ts'

/** The product listings of all farms. Each has a place, and a row's listings follow one another. */
export class Listings {
  readonly count: number
  readonly orders: Record<ListingSort, RowOrder>
  readonly kinds: readonly ListingKind[]
  /** The listings that count; null = all. */
  readonly counted: Bitmap | null
  readonly #columns: Columns['listings']

  /** `rows`: the farms whose listings count; null = all. */
  constructor(columns: Columns['listings'], rows: Bitmap | null = null) {
    this.#columns = columns
    this.count = columns.price.length
    this.counted = rows && this.ofRows(rows)
    this.kinds = columns.kinds
    this.orders = rowOrders(columns, listingSorts)
  }

  /** The range of places of the listings of the rows [first, end). */
  rangeOf(first: number, end: number): [first: number, end: number] {
    const { starts } = this.#columns
    return [starts[first]!, starts[end]!]
  }

  /** Finds a listing's row, and its number within the row, from 0. */
  find(listing: number): { row: number; place: number } {
    const { starts } = this.#columns
    const row = firstWhere(0, starts.length - 1, (each) => starts[each + 1]! > listing)
    return { row, place: listing - starts[row]! }
  }

  /** The listings that count whose kind passes a test. */
  thatAre(isMeant: (kind: ListingKind) => boolean): Bitmap {
    const chosen = Uint8Array.from(this.kinds, (kind) => +isMeant(kind))
    const found = Bitmap.fromNumbers(this.#columns.ofKind, chosen)
    return this.counted ? found.and(this.counted) : found
  }

  /** The listings with a price from `least` to `most` US dollars, both included. */
  priced(least: number, most: number): Bitmap {
    const { byPrice, price } = this.#columns
    // Listings without a price come last.
    const from = (meets: (price: number) => boolean) =>
      firstWhere(0, this.count, (place) => {
        const each = price[byPrice[place]!]!
        return each === 0 || meets(each)
      })
    const first = from((each) => each >= least)
    const end = from((each) => each > most)
    return Bitmap.fromLists([byPrice.subarray(first, end)], this.count)
  }

  /** The products of a row's listings, null if not in the vocabulary. */
  productsOf(row: number): (string | null)[] {
    const kinds = this.#columns.ofKind.subarray(...this.rangeOf(row, row + 1))
    return Array.from(kinds, (kind) => this.kinds[kind]!.product)
  }

  /** The rows, of `count`, that have any listing of a set. */
  rowsOf(listings: Bitmap, count: number): Bitmap {
    const { starts } = this.#columns
    const rows: number[] = []
    let row = 0
    listings.forEach((listing) => {
      while (starts[row + 1]! <= listing) row++
      if (rows.at(-1) !== row) rows.push(row)
    })
    return Bitmap.fromRows(rows, count)
  }

  /** The listings of the rows of a set. */
  ofRows(rows: Bitmap): Bitmap {
    const ranges: [number, number][] = []
    for (const row of rows) ranges.push(this.rangeOf(row, row + 1))
    return Bitmap.fromRanges(ranges, this.count)
  }
}
