import type { Kysely } from 'kysely'
import type { OutageEffects, OutageWatch } from './outage_watch.ts'
import type { StoreSchema } from './schema.ts'

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

export type StoreEffects = Partial<OutageEffects> & { now?: () => Date }
