import { hash } from 'node:crypto'
import { Bitmap } from './bitmap.ts'
import type { FarmIds } from '../columns/ids.ts'

/**
 * A snapshot's farms that were removed from the directory after the build: the snapshot still holds them,
 * but no answer shows them.
 */
export class HiddenFarms {
  readonly #ids: FarmIds
  readonly #farms: number
  #hidden: Bitmap | null = null
  ids: readonly string[] = []
  /** Identifies the hidden farms: cached results are valid for one key only. Empty = none. */
  key = ''
  /** All other farms; null if none is hidden. */
  visible: Bitmap | null = null

  /** `farms`: the number of rows. */
  constructor(ids: FarmIds, farms: number) {
    this.#ids = ids
    this.#farms = farms
  }

  /** Hides exactly these farms. */
  replace(farmIds: Iterable<string>): void {
    this.ids = [...farmIds].filter((id) => this.#ids.rowOf(id) !== undefined).sort()
    this.key = this.ids.length > 0 ? hash('sha256', this.ids.join()) : ''
    const every = Bitmap.fromRanges([[0, this.#farms]], this.#farms)
    const rows = this.ids.map((id) => this.#ids.rowOf(id)!)
    this.#hidden = rows.length > 0 ? Bitmap.fromRows(rows, this.#farms) : null
    this.visible = this.#hidden && every.andNot(this.#hidden)
  }

  has(row: number): boolean {
    return this.#hidden !== null && this.#hidden.has(row)
  }

  /** Returns true if one of the rows [first, end) is hidden. */
  anyIn(first: number, end: number): boolean {
    return this.#hidden !== null && this.#hidden.hasAny(first, end)
  }
}
