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
  if (url === undefined) return openSqliteStore(stateDir, effects)
  const { openPostgresStore } = await import('./postgres_store.ts')
  return openPostgresStore(url, effects)
}
