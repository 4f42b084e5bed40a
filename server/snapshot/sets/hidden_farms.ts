import { hash } from 'node:crypto'
import { Bitmap } from './bitmap.ts'
import type { FarmIds } from '../columns/ids.ts'

/**
 * Farms of a snapshot that were taken out of the directory after it was built: the snapshot still
 * holds them, and no answer shows them.
 */
export class HiddenFarms {
  readonly #ids: FarmIds
  readonly #farms: number
  #hidden: Bitmap | null = null
  /** Their ids. */
  ids: readonly string[] = []
  /** Names which these are: what is kept of answers is for the same ones only. Empty = none. */
  key = ''
  /** All other farms; null where none is hidden, so that every farm is visible. */
  visible: Bitmap | null = null

  /** `farms`: how many rows there are. */
  constructor(ids: FarmIds, farms: number) {
    this.#ids = ids
    this.#farms = farms
  }

  /** Hides these farms, and no others. */
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

  /** Whether one of the rows of [first, end) is hidden. */
  anyIn(first: number, end: number): boolean {
    return this.#hidden !== null && this.#hidden.hasAny(first, end)
  }
}
