import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Bitmap } from './bitmap.ts'
import { all, type Eventual } from '../../eventual.ts'

/**
 * A condition on farms: one whose rows are computed from the serving files, which may take milliseconds; or
 * one whose set is at hand, as those of terms are. Equal keys mean equal sets.
 */
export type Condition = { key: string } & ({ rows: () => Eventual<Bitmap> } | { set: () => Bitmap })

/**
 * The sets of farms that meet single conditions: each is found once, and the ones asked for last are
 * kept, up to `capacity` bytes. A request combines them; a snapshot never changes, so they never do.
 */
export class RowSets {
  readonly #kept: LRUCache<string, Bitmap>
  /** What is being computed. */
  readonly #computed = new Map<string, Promise<Bitmap>>()

  constructor(capacity: number) {
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
    const kept = this.#kept.get(condition.key)
    if (kept) return kept
    if ('set' in condition) return this.#keep(condition.key, condition.set())
    return this.#compute(condition.key, condition.rows)
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
}

/** Sets that are computed take a turn of the event loop each, so that other requests come between. */
async function inItsOwnTurn(rows: () => Eventual<Bitmap>): Promise<Bitmap> {
  await setImmediate()
  return rows()
}
