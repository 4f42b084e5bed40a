import type { Kysely } from 'kysely'
import type { OutageEffects, OutageWatch } from './outage_watch.ts'
import type { StoreSchema } from './schema.ts'

/** The keys and their use, open for this process; several processes may have it open at once. */
export type Store = {
  db: Kysely<StoreSchema>
  /**
   * The same, for counts, which are written every second: nobody waits for the disk, and what was
   * written last may be lost where the machine fails, though not where the process does.
   */
  counts: Kysely<StoreSchema>
  /**
   * Returns a number that changes with every commit to the keys, whichever process makes it; over
   * the network a promise of one. Throws, or rejects with, StoreUnavailable where the store is away.
   */
  version(): number | Promise<number>
  /** The time that dates changes and ends sessions, links and former secrets. */
  now: () => Date
  /** Whether it works at the moment. */
  outage: Pick<OutageWatch, 'isAway'>
  close(): Promise<void>
}

export type StoreEffects = Partial<OutageEffects> & { now?: () => Date }
