import { utcDay } from '../../../data/calendar.ts'
import { instantOf } from '../instants.ts'
import { keyColumns, keyFrom, type Key } from './keys.ts'
import type { Store } from '../store/store.ts'

/** A rotated secret that still opens its key; `prefix` null = unknown. */
export type FormerSecret = { prefix: string | null; valid_until: string }

/** `requests_today` may lag by the second between two flushes of the counts. */
export type ListedKey = Key & {
  requests_today: number
  last_used_at: string | null
  /** Longest validity first. */
  former_secrets: FormerSecret[]
}

/** Lists every key, revoked ones included, oldest first, with its use on this UTC day. */
export async function listKeys(store: Store): Promise<ListedKey[]> {
  return withFormer(store, await listing(store).execute())
}

/** Lists an account's active keys, oldest first, with their use on this UTC day. */
export async function listKeysOfAccount(store: Store, account_id: string): Promise<ListedKey[]> {
  const keys = await listing(store)
    .where('keys.account_id', '=', account_id)
    .where('keys.revoked_at', 'is', null)
    .execute()
  return withFormer(store, keys, account_id)
}

async function withFormer(
  { db, now }: Store,
  keys: ListedRow[],
  account_id?: string,
): Promise<ListedKey[]> {
  let former = db
    .selectFrom('former_secrets as former')
    .innerJoin('keys', 'keys.id', 'former.key_id')
    .select(['former.key_id', 'former.prefix', 'former.valid_until'])
    .where('former.valid_until', '>', instantOf(now()))
    .where('keys.revoked_at', 'is', null)
    .orderBy('former.valid_until', 'desc')
    .orderBy('former.replaced_at', 'desc')
  if (account_id !== undefined) former = former.where('keys.account_id', '=', account_id)
  const byKey = Map.groupBy(await former.execute(), ({ key_id }) => key_id)
  return keys.map((key) => ({
    ...keyFrom(key),
    former_secrets: (byKey.get(key.id) ?? []).map(({ prefix, valid_until }) => ({
      prefix,
      valid_until,
    })),
  }))
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listing>['execute']>>[number]

const listing = ({ db, now }: Store) =>
  db
    .selectFrom('keys')
    .leftJoin('usage as today', (join) =>
      join.onRef('today.key_id', '=', 'keys.id').on('today.day', '=', utcDay(now())),
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
