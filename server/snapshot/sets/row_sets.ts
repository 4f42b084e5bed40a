import { setImmediate } from 'node:timers/promises'
import { DuckDBBitValue, type DuckDBValue } from '@duckdb/node-api'
import { LRUCache } from 'lru-cache'
import { Bitmap } from './bitmap.ts'
import { all, type Eventual } from '../../eventual.ts'
import { asker } from '../../load/asker.ts'
import type { SnapshotDatabase } from '../database.ts'

/**
 * A condition on farms: one that DuckDB tests over the view `farms`; one whose rows are computed from the
 * serving files, which may take milliseconds; or one whose set is at hand, as those of terms are. Equal
 * keys mean equal sets.
 */
export type Condition = { key: string } & (
  SqlTest | { rows: () => Eventual<Bitmap> } | { set: () => Bitmap }
)
type SqlTest = { sql: string; params: Record<string, DuckDBValue> }

/**
 * The sets of farms that meet single conditions: each is found once, and the ones asked for last are
 * kept, up to `capacity` bytes. A request combines them; a snapshot never changes, so they never do.
 */
export class RowSets {
  readonly #database: SnapshotDatabase
  readonly #farms: number
  readonly #kept: LRUCache<string, Bitmap>
  /** What is being computed. */
  readonly #computed = new Map<string, Promise<Bitmap>>()
  /** Queries that are not done, by their caller. */
  readonly #waiting = new Map<string, Promise<Bitmap>>()

  constructor(database: SnapshotDatabase, farms: number, capacity: number) {
    this.#database = database
    this.#farms = farms
    // Not as `max`, for which room is made at once: sets of few farms may be millions.
    const maxSize = Math.max(1, Math.floor(capacity))
    this.#kept = new LRUCache({ maxSize, sizeCalculation: (set) => set.bytes })
  }

  /**
   * The farms that meet each of some conditions: at once where each is kept or at hand, else as soon as
   * all are found, side by side.
   */
  findAll<const Conditions extends readonly Condition[]>(
    conditions: Conditions,
  ): Eventual<{ [Index in keyof Conditions]: Bitmap }> {
    type Sets = { [Index in keyof Conditions]: Bitmap }
    return all(
      conditions.map((condition) => this.#find(condition)),
    ) as Eventual<unknown> as Eventual<Sets>
  }

  #find(condition: Condition): Eventual<Bitmap> {
    if ('sql' in condition) this.#database.requireWhole() // what is kept may be wrong already
    const kept = this.#kept.get(condition.key)
    if (kept) return kept
    if ('set' in condition) return this.#keep(condition.key, condition.set())
    if ('rows' in condition) return this.#compute(condition.key, condition.rows)
    // A query waits on behalf of one caller: others that ask for the same have turns of their own.
    const key = `${asker().caller} ${condition.key}`
    const waiting = this.#waiting.get(key) ?? this.#query(condition)
    this.#waiting.set(key, waiting)
    const forget = () => this.#waiting.delete(key)
    waiting.then(forget, forget) // the caller has the error
    return waiting
  }

  #keep(key: string, set: Bitmap): Bitmap {
    const compact = set.compact()
    this.#kept.set(key, compact)
    return compact
  }

  #compute(key: string, rows: () => Eventual<Bitmap>): Promise<Bitmap> {
    const known = this.#computed.get(key)
    if (known) return known
    const computed = inItsOwnTurn(rows).then((set) => this.#keep(key, set))
    this.#computed.set(key, computed)
    const forget = () => this.#computed.delete(key)
    computed.then(forget, forget) // the caller has the error
    return computed
  }

  async #query({ key, sql, params }: SqlTest & { key: string }): Promise<Bitmap> {
    if (this.#farms === 0) return new Bitmap(0)
    return this.#database.inTurn(async (rows) => {
      const kept = this.#kept.get(key)
      if (kept) return kept
      return this.#keep(key, bitmapOf(await rows(statement(sql, this.#farms), params), this.#farms))
    })
  }
}

const statement = (sql: string, farms: number) =>
  `select bitstring_agg(file_row_number, 0, ${farms - 1}) from farms where ${sql}`

const bitmapOf = ([row]: DuckDBValue[][], farms: number) => {
  const bits = row?.[0]
  return bits instanceof DuckDBBitValue ? Bitmap.fromBitString(bits.data, farms) : new Bitmap(farms)
}

/** Sets that are computed take a turn of the event loop each, so that other requests come between. */
async function inItsOwnTurn(rows: () => Eventual<Bitmap>): Promise<Bitmap> {
  await setImmediate()
  return rows()
}
