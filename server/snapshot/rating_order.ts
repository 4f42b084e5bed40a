import type { Eventual } from '../eventual.ts'
import { asker } from '../load/asker.ts'
import { RowOrder } from './columns/row_order.ts'
import type { SnapshotDatabase } from './database.ts'

/**
 * The farms by their Google rating, best first, unknown last; ties by id. Read on first use: hardly any
 * source has ratings, and few requests want this order.
 */
export class RatingOrder {
  readonly #database: SnapshotDatabase
  readonly #byId: Uint32Array
  #order: RowOrder | undefined
  /** Reads in progress, by waiting client: each client waits for its own turn. */
  readonly #reading = new Map<string, Promise<RowOrder>>()

  /** `byId`: every row once, by the farm's id. */
  constructor(database: SnapshotDatabase, byId: Uint32Array) {
    this.#database = database
    this.#byId = byId
  }

  /** Throws an `unavailable` Problem like every query. */
  find(): Eventual<RowOrder> {
    this.#database.requireWhole()
    if (this.#order) return this.#order
    const { caller } = asker()
    const reading =
      this.#reading.get(caller) ?? this.#read().finally(() => this.#reading.delete(caller))
    this.#reading.set(caller, reading)
    return reading
  }

  async #read(): Promise<RowOrder> {
    const rows = new Uint32Array(this.#byId.length)
    const isRated = new Uint8Array(this.#byId.length)
    let count = 0
    await this.#database.inParts(rated, {}, (part) => {
      for (const [row] of part) {
        isRated[Number(row)] = 1
        rows[count++] = Number(row)
      }
    })
    for (const row of this.#byId) if (isRated[row] === 0) rows[count++] = row
    return (this.#order = new RowOrder(rows))
  }
}

const rated = `
  select file_row_number
  from farms
  where google_rating is not null
  order by google_rating desc, id`
