import type { Transaction } from 'kysely'
import { holdChanges } from './changes.ts'
import type { StoreSchema } from './schema.ts'

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
  await holdChanges(trx)
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
