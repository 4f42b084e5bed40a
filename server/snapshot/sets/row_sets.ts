import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Bitmap } from './bitmap.ts'
import { all, type Eventual } from '../../eventual.ts'

/**
 * A condition on farms. `rows` computes its set from the serving files, which may take milliseconds; `set`
 * returns a ready set, for example of a term. Equal keys mean equal sets.
 */
export type Condition = ReadyCondition | { key: string; rows: () => Eventual<Bitmap> }
export type ReadyCondition = { key: string; set: () => Bitmap }

/**
 * The sets of farms that meet single conditions. Each is computed once, and the latest are kept, up to
 * `capacity` bytes. A request combines them. A snapshot never changes, so neither do its sets.
 */
export class RowSets {
  readonly #kept: LRUCache<string, Bitmap>
  /** Computations in progress. */
  readonly #computed = new Map<string, Promise<Bitmap>>()

  constructor(capacity: number) {
    // Not `max`, which allocates its room at once: there may be millions of small sets.
    const maxSize = Math.max(1, Math.floor(capacity))
    this.#kept = new LRUCache({ maxSize, sizeCalculation: (set) => set.bytes })
  }

  /**
   * Finds the farms that meet each of some conditions: at once if every set is kept or ready, else when all
   * are computed, concurrently.
   */
  findAll<const Conditions extends readonly Condition[]>(
    conditions: Conditions,
  ): Eventual<{ [Index in keyof Conditions]: Bitmap }> {
    type Sets = { [Index in keyof Conditions]: Bitmap }
    return all(
      conditions.map((condition) => this.#find(condition)),
    ) as Eventual<unknown> as Eventual<Sets>
  }

  /** The farms that meet a condition whose set is ready. */
  ready({ key, set }: ReadyCondition): Bitmap {
    return this.#kept.get(key) ?? this.#keep(key, set())
  }

  #find(condition: Condition): Eventual<Bitmap> {
    if ('set' in condition) return this.ready(condition)
    return this.#kept.get(condition.key) ?? this.#compute(condition.key, condition.rows)
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
    computed.then(forget, forget) // the awaiting request gets the error
    return computed
  }
}

/** Each computed set takes its own turn of the event loop, so that other requests can run in between. */
async function inItsOwnTurn(rows: () => Eventual<Bitmap>): Promise<Bitmap> {
  await setImmediate()
  return rows()
}
