import { dayOf } from '../instants.ts'
import { keyColumns, type Key } from './keys.ts'
import type { Store } from '../store/store.ts'

/** `requests_today` may lag by the second between two flushes of the limits. */
export type ListedKey = Key & { requests_today: number; last_used_at: string | null }

/** Lists every key, revoked ones too, oldest first, with its use on this UTC day. */
export async function listKeys(store: Store): Promise<ListedKey[]> {
  return listing(store).execute()
}

/** Lists the active keys of an account, oldest first, with their use on this UTC day. */
export async function listKeysOfAccount(store: Store, account_id: string): Promise<ListedKey[]> {
  return listing(store)
    .where('keys.account_id', '=', account_id)
    .where('keys.revoked_at', 'is', null)
    .execute()
}

const listing = ({ db, now }: Store) =>
  db
    .selectFrom('keys')
    .leftJoin('usage as today', (join) =>
      join.onRef('today.key_id', '=', 'keys.id').on('today.day', '=', dayOf(now())),
    )
    .select(keyColumns)
    .select((eb) => [
      eb.fn.coalesce('today.count', eb.lit(0)).as('requests_today'),
      eb
        .selectFrom('usage')
        .whereRef('usage.key_id', '=', 'keys.id')
        .select((usage) => usage.fn.max('usage.last_used_at').as('last'))
        .as('last_used_at'),
    ])
    .orderBy('created_at')
    .orderBy('id')
