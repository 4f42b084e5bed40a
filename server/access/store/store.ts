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
  /** The time by which changes are dated, and what has a term ends. */
  now: () => Date
  close(): Promise<void>
}

export type StoreEffects = {
  now?: () => Date
  /** Called when a store over the network stops answering, and when it answers again. */
  onAway?: (error: unknown) => void
  onBack?: () => void
  /** Milliseconds of a monotonic clock, for the pause after a failure. */
  clock?: () => number
}
