import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { instantOf } from '../instants.ts'
import type { KeysTable, StoreSchema } from './schema.ts'
import { writeNothing, type Store } from './store.ts'

/** The actor of a change: an account, for its own keys alone, or the operator, for any. */
export type ChangedBy = { account_id: string } | 'operator' | `operator ${string}`

/** The actor in the audit log; `email` is the reader of mail to an address without an account. */
type Actor = ChangedBy | 'email'

export type KeyChange = {
  trx: Transaction<StoreSchema>
  /** The value of `key_revision` after this change. */
  revision: number
  actor: Actor
  now: Date
}

/** An entry of the audit log; `detail` must hold no secret. */
type Action = {
  action: string
  /** With the prefix after the action. */
  key?: Pick<KeysTable, 'id' | 'prefix'>
  account_id?: string | null
  detail?: Record<string, unknown>
}

/**
 * Runs one change of keys or accounts. It raises the revision first because that is a write: it takes
 * SQLite's write lock, or the row's lock in PostgreSQL, until the commit. So changes run one after another,
 * their counts can't change meanwhile, and revisions appear in order.
 */
export async function changeKeys<Result>(
  store: Store,
  actor: Actor,
  change: (change: KeyChange) => Promise<Result>,
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

/** Writes an action to the audit log; it stays only if the change is committed. */
export async function audit(
  { trx, revision, actor, now }: KeyChange,
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

/** Keys in one statement. */
const batchKeys = 1000

/**
 * Returns the rows whose keys belong to no closed account. Rows of such keys are dropped, also if another
 * server has not written them yet. No account closes until the transaction ends.
 */
export async function notOfClosed<Row extends { key_id: string }>(
  trx: Transaction<StoreSchema>,
  rows: readonly Row[],
): Promise<Row[]> {
  await writeNothing(trx)
  const ids = [...new Set(rows.map(({ key_id }) => key_id))]
  const closed = new Set<string>()
  for (let from = 0; from < ids.length; from += batchKeys) {
    const found = await trx
      .selectFrom('keys')
      .leftJoin('accounts', 'accounts.id', 'keys.account_id')
      .select('keys.id')
      .where('keys.id', 'in', ids.slice(from, from + batchKeys))
      .where('keys.account_id', 'is not', null)
      .where('accounts.id', 'is', null)
      .execute()
    for (const { id } of found) closed.add(id)
  }
  return rows.filter(({ key_id }) => !closed.has(key_id))
}
