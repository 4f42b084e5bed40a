import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { StoreSchema } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** A change of keys or accounts under way. */
export type Change = {
  trx: Transaction<StoreSchema>
  /** The value of `key_revision` that this change raised it to. */
  revision: number
  /** Who does it, and when. */
  actor: string
  now: Date
}

/** One thing done, as the audit log has it; `detail` must hold no secret. */
export type Deed = {
  action: string
  key_id?: string
  account_id?: string | null
  detail?: Record<string, unknown>
}

/**
 * Runs one change of the keys. Raising the revision comes first because it is a write: it takes
 * SQLite's write lock, or the row's lock in PostgreSQL, until the commit. Changes therefore follow
 * one another, what they count can't change under them, and revisions appear in their order.
 */
export async function changeKeys<Result>(
  store: Store,
  { actor, now }: { actor: string; now: Date },
  change: (change: Change) => Promise<Result>,
): Promise<Result> {
  return store.db.transaction().execute(async (trx) => {
    const { value } = await trx
      .updateTable('key_revision')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .returning('value')
      .executeTakeFirstOrThrow()
    return change({ trx, revision: value, actor, now })
  })
}

/** Writes down what a change did; it stands in the log if and only if the change came about. */
export async function audit(
  { trx, revision, actor, now }: Change,
  { action, key_id, account_id, detail }: Deed,
): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      id: randomUUID(),
      revision,
      at: now.toISOString(),
      actor,
      action,
      key_id: key_id ?? null,
      account_id: account_id ?? null,
      detail: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute()
}
