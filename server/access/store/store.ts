import type { Kysely } from 'kysely'
import { OutageWatch, type OutageEffects } from './outage_watch.ts'
import type { StoreSchema } from './schema.ts'
import { StoreUnavailable } from './store_errors.ts'

/** The store of keys and their use, open for this process; several processes may open it at once. */
export type Store = {
  db: Kysely<StoreSchema>
  /**
   * The same store for counts, which are written every second. Commits do not wait for the disk: a crash of
   * the machine may lose the last ones, a crash of the process does not.
   */
  counts: Kysely<StoreSchema>
  /**
   * Returns a number that changes with every commit to the keys by any process; over the network, a
   * promise. Throws, or rejects with, StoreUnavailable if the store is away.
   */
  version(): number | Promise<number>
  /** The clock for dates of changes and for the ends of sessions, links and former secrets. */
  now: () => Date
  outage: Pick<OutageWatch, 'isAway'>
  close(): Promise<void>
}

export type StoreEffects = Partial<OutageEffects> & {
  now?: () => Date
  /** The longest wait for a file that another process locks. */
  patience_ms?: number
}

/** A write that changes nothing; in a transaction it takes the lock of changes of keys and accounts. */
export const writeNothing = (db: Kysely<StoreSchema>) =>
  db
    .updateTable('key_revision')
    .set((eb) => ({ value: eb.ref('value') }))
    .execute()

/**
 * Watches the store for outages. `report` takes every error of its operations, and returns it. While the
 * store is away, a write that changes nothing tests it.
 */
export function watchStore(db: Kysely<StoreSchema>, effects: Partial<OutageEffects>) {
  const outage = new OutageWatch(() => writeNothing(db), effects)
  const report = (error: unknown) => {
    if (error instanceof StoreUnavailable) outage.failed(error)
    return error
  }
  return { outage, report }
}
