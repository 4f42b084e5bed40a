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
  readonly #kept: LRUCache<string, Bitmap, () => Eventual<Bitmap>>

  constructor(capacity: number) {
    this.#kept = new LRUCache({
      // Not `max`, which allocates its room at once: there may be millions of small sets.
      maxSize: Math.max(1, Math.floor(capacity)),
      sizeCalculation: (set) => set.bytes,
      fetchMethod: async (_key, _stale, { context: rows }) => (await inItsOwnTurn(rows)).compact(),
      ignoreFetchAbort: true, // a request may wait for a set that there is no room for
    })
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
    const kept = this.#kept.get(key)
    if (kept) return kept
    const made = set().compact()
    this.#kept.set(key, made)
    return made
  }

  #find(condition: Condition): Eventual<Bitmap> {
    if ('set' in condition) return this.ready(condition)
    const { key, rows } = condition
    return this.#kept.get(key) ?? this.#kept.forceFetch(key, { context: rows })
  }
}

/** Each computed set takes its own turn of the event loop, so that other requests can run in between. */
async function inItsOwnTurn(rows: () => Eventual<Bitmap>): Promise<Bitmap> {
  await setImmediate()
  return rows()
}
