import type { Kysely } from 'kysely'
import type { StoreSchema } from '../store/schema.ts'

/** Rows in one statement: 7 columns of 1,000 rows stay below SQLite's 32,766 parameters. */
const batchRows = 1000

/** Counts that are not in the store yet, a row for each key that they are counted under. */
export class Unwritten<Row> {
  readonly #merge: (into: Row, more: Row) => void
  #rows = new Map<string, Row>()

  /** `merge` adds the counts of one row to those of another of the same key. */
  constructor(merge: (into: Row, more: Row) => void) {
    this.#merge = merge
  }

  /** Returns the row of a key, to count in; `begin` makes it where there is none. */
  row(key: string, begin: () => Row): Row {
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    const row = begin()
    this.#rows.set(key, row)
    return row
  }

  /** Writes all rows; what can't be written is kept for the next time. */
  async write(write: (rows: Row[]) => Promise<void>): Promise<void> {
    const taken = this.#rows
    this.#rows = new Map()
    try {
      await write([...taken.values()])
    } catch (error) {
      this.#putBack(taken)
      throw error
    }
  }

  #putBack(taken: Map<string, Row>): void {
    for (const [key, row] of taken) {
      const since = this.#rows.get(key)
      if (since === undefined) this.#rows.set(key, row)
      else this.#merge(since, row)
    }
  }
}

/** Writes rows in statements of a bearable length, all or none. */
export async function writeInBatches<Row>(
  db: Kysely<StoreSchema>,
  rows: Row[],
  write: (db: Kysely<StoreSchema>, rows: Row[]) => Promise<unknown>,
): Promise<void> {
  if (rows.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += batchRows)
      await write(trx, rows.slice(from, from + batchRows))
  })
}
