import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { instantOf } from '../instants.ts'
import type { KeysTable, StoreSchema } from './schema.ts'
import type { Store } from './store.ts'

/** Who asks for a change: an account, for its own keys alone, or the operator, for any. */
export type Caller = { account_id: string } | 'operator' | `operator ${string}`

/** Who the audit log names; `email` is the reader of mail to an address without an account. */
type Actor = Caller | 'email'

/** A change of keys or accounts under way. */
export type Change = {
  trx: Transaction<StoreSchema>
  /** The value of `key_revision` that this change raised it to. */
  revision: number
  actor: Actor
  now: Date
}

/** An entry of the audit log; `detail` must hold no secret. */
type Action = {
  action: string
  /** With the prefix that the action leaves it. */
  key?: Pick<KeysTable, 'id' | 'prefix'>
  account_id?: string | null
  detail?: Record<string, unknown>
}

/**
 * Runs one change of keys or accounts. Raising the revision comes first because it is a write: it takes
 * SQLite's write lock, or the row's lock in PostgreSQL, until the commit. So changes follow one
 * another, what they count can't change under them, and revisions appear in their order.
 */
export async function changeKeys<Result>(
  store: Store,
  actor: Actor,
  change: (change: Change) => Promise<Result>,
): Promise<Result> {
  return store.db.transaction().execute(async (trx) => {
    const { value } = await trx
      .updateTable('key_revision')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .returning('value')
      .executeTakeFirstOrThrow()
    return change({ trx, revision: value, actor, now: store.now() })
  })
}

/**
 * Waits for changes of keys and accounts under way, and holds others back until the transaction ends.
 * A write, too, for the reason of `changeKeys`: it changes nothing.
 */
export async function holdChanges(trx: Transaction<StoreSchema>): Promise<void> {
  await trx
    .updateTable('key_revision')
    .set((eb) => ({ value: eb.ref('value') }))
    .execute()
}

/** Writes an action to the audit log, which keeps it if and only if the change is committed. */
export async function audit(
  { trx, revision, actor, now }: Change,
  { action, key, account_id, detail }: Action,
): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      id: randomUUID(),
      revision,
      at: instantOf(now),
      actor: typeof actor === 'string' ? actor : `account ${actor.account_id}`,
      action,
      key_id: key?.id ?? null,
      key_prefix: key?.prefix ?? null,
      account_id: account_id ?? null,
      detail: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute()
}
