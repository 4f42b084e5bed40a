import { setImmediate } from 'node:timers/promises'
import { DuckDBBitValue, type DuckDBValue } from '@duckdb/node-api'
import { LRUCache } from 'lru-cache'
import { Bitmap } from './bitmap.ts'
import type { SnapshotDatabase } from '../database.ts'

/**
 * A condition on farms: one that DuckDB tests over the view `farms`, or one whose rows are computed
 * from the serving files. Equal keys mean equal sets.
 */
export type Condition = { key: string } & (SqlTest | { rows: () => Bitmap | Promise<Bitmap> })
type SqlTest = { sql: string; params: Record<string, DuckDBValue> }

/**
 * The sets of farms that meet single conditions: each is found once, and the ones asked for last are
 * kept, up to `capacity` bytes. A request combines them; a snapshot never changes, so they never do.
 */
export class RowSets {
  readonly #database: SnapshotDatabase
  readonly #farms: number
  readonly #kept: LRUCache<string, Bitmap | Promise<Bitmap>>

  constructor(database: SnapshotDatabase, farms: number, capacity: number) {
    this.#database = database
    this.#farms = farms
    // Not as `max`, for which room is made at once: sets of few farms may be millions.
    const maxSize = Math.max(1, Math.floor(capacity / (farms / 8 + 1)))
    this.#kept = new LRUCache({ maxSize, sizeCalculation: () => 1 })
  }

  /** The farms that meet each of some conditions, found side by side. */
  async findAll<const Conditions extends readonly Condition[]>(conditions: Conditions) {
    const sets: Bitmap[] = []
    for (const found of conditions.map((condition) => this.#find(condition))) sets.push(await found)
    return sets as { [Index in keyof Conditions]: Bitmap }
  }

  #find(condition: Condition): Bitmap | Promise<Bitmap> {
    if ('sql' in condition) this.#database.requireWhole() // what is kept may be wrong already
    const kept = this.#kept.get(condition.key)
    if (kept) return kept
    const found = 'sql' in condition ? this.#query(condition) : inItsOwnTurn(condition.rows)
    this.#kept.set(condition.key, found)
    found.then(
      (set) => this.#kept.has(condition.key) && this.#kept.set(condition.key, set),
      () => this.#kept.delete(condition.key), // the caller has the error
    )
    return found
  }

  async #query({ sql, params }: SqlTest): Promise<Bitmap> {
    if (this.#farms === 0) return new Bitmap(0)
    const [[bits] = []] = await this.#database.rows(
      `select bitstring_agg(file_row_number, 0, ${this.#farms - 1}) from farms where ${sql}`,
      params,
    )
    return bits instanceof DuckDBBitValue
      ? Bitmap.fromBitString(bits.data, this.#farms)
      : new Bitmap(this.#farms)
  }
}

/** Sets that are computed take a turn of the event loop each, so that other requests come between. */
async function inItsOwnTurn(rows: () => Bitmap | Promise<Bitmap>): Promise<Bitmap> {
  await setImmediate()
  return rows()
}
