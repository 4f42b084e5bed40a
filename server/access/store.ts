import type { Kysely } from 'kysely'
import { openPostgresStore } from './postgres_store.ts'
import type { StoreSchema } from './schema.ts'
import { openSqliteStore } from './sqlite_store.ts'

export { StoreError } from './store_errors.ts'

/** The keys and their use, open for this process; several processes may have it open at once. */
export type Store = {
  db: Kysely<StoreSchema>
  /**
   * Returns a number that changes with every commit to the keys, whichever process makes it. Over
   * the network it is a promise, which rejects with StoreUnavailable where the store is away.
   */
  version(): number | Promise<number>
  close(): Promise<void>
}

export type StoreEffects = {
  /** Told when a store over the network stops answering, and when it answers again. */
  onAway?: (error: unknown) => void
  onBack?: () => void
  /** Milliseconds, of any clock that goes on. */
  clock?: () => number
}

/**
 * Opens the store and brings its schema up to date: the PostgreSQL database of a `postgres://` URL,
 * or else the file `store.sqlite` in the state folder.
 *
 * Throws a StoreError where it can't be used, or was written by a newer version.
 */
export async function openStore(
  stateDir: string,
  url?: string,
  effects: StoreEffects = {},
): Promise<Store> {
  return url === undefined ? openSqliteStore(stateDir) : openPostgresStore(url, effects)
}
