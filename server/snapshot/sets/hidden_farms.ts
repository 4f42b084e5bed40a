import { firstWhere } from '../../../data/binary_search.ts'
import { Bitmap } from './bitmap.ts'
import type { FarmIds } from '../columns/ids.ts'

/**
 * Farms of a snapshot that were taken out of the directory after it was built: the snapshot still
 * holds them, and no answer shows them.
 */
export class HiddenFarms {
  readonly #ids: FarmIds
  readonly #farms: number
  #rows: number[] = []
  /** Their ids. */
  ids: readonly string[] = []
  #visible: Bitmap | null = null

  /** `farms`: how many rows there are. */
  constructor(ids: FarmIds, farms: number) {
    this.#ids = ids
    this.#farms = farms
  }

  /** Hides these farms, and no others. */
  replace(farmIds: Iterable<string>): void {
    const found = [...farmIds].flatMap((id) => {
      const row = this.#ids.rowOf(id)
      return row === undefined ? [] : [{ id, row }]
    })
    this.ids = found.map(({ id }) => id).sort()
    this.#rows = found.map(({ row }) => row).sort((a, b) => a - b)
    const every = Bitmap.fromRanges([[0, this.#farms]], this.#farms)
    this.#visible =
      this.#rows.length > 0 ? every.andNot(Bitmap.fromRows(this.#rows, this.#farms)) : null
  }

  /** All other farms; null where none is hidden, so that every farm is visible. */
  get visible(): Bitmap | null {
    return this.#visible
  }

  has(row: number): boolean {
    return this.#visible !== null && !this.#visible.has(row)
  }

  /** Whether one of the rows of [first, end) is hidden. */
  anyIn(first: number, end: number): boolean {
    if (this.#rows.length === 0) return false
    const place = firstWhere(0, this.#rows.length, (each) => this.#rows[each]! >= first)
    return place < this.#rows.length && this.#rows[place]! < end
  }
}
