import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.ts'

/** The keys and their use, open for this process; several processes may have it open at once. */
export type Store = {
  db: Kysely<StoreSchema>
  /**
   * Returns a number that changes with every commit to the keys, whichever process makes it. Over
   * the network it is a promise, which rejects with StoreUnavailable where the store is away.
   */
  version(): number | Promise<number>
  /** The time that dates changes and ends sessions, links and former secrets. */
  now: () => Date
  close(): Promise<void>
}

/** What to do when something over the network stops answering, and when it answers again. */
export type OutageEffects = { onAway: (error: unknown) => void; onBack: () => void }

export type StoreEffects = Partial<OutageEffects> & { now?: () => Date }
