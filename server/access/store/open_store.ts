import { openPostgresStore } from './postgres_store.ts'
import { openSqliteStore } from './sqlite_store.ts'
import type { Store, StoreEffects } from './store.ts'

/**
 * Opens the store and updates its schema: the PostgreSQL database of a `postgres://` URL, or else the file
 * `store.sqlite` in the state folder.
 *
 * Throws a StoreError if it can't be used, or was written by a newer version.
 */
export async function openStore(
  stateDir: string,
  url?: string,
  effects: StoreEffects = {},
): Promise<Store> {
  return url === undefined ? openSqliteStore(stateDir, effects) : openPostgresStore(url, effects)
}
