import type { Kysely } from 'kysely'
import { OutageWatch, type OutageEffects } from './outage_watch.ts'
import type { StoreSchema } from './schema.ts'
import { StoreUnavailable } from './store_errors.ts'

/**
 * Watches the store for outages. `report` takes every error of its operations, and returns it. While the
 * store is away, a write that changes nothing tests it.
 */
export function watchStore(db: Kysely<StoreSchema>, effects: Partial<OutageEffects>) {
  const write = () =>
    db
      .updateTable('key_revision')
      .set((eb) => ({ value: eb.ref('value') }))
      .execute()
  const outage = new OutageWatch(write, effects)
  const report = (error: unknown) => {
    if (error instanceof StoreUnavailable) outage.failed(error)
    return error
  }
  return { outage, report }
}
