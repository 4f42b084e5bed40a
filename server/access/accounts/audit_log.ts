import type { AuditTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** One thing done to a key or an account. */
export type AuditEntry = Omit<AuditTable, 'id' | 'revision' | 'detail'> & {
  detail: Record<string, unknown> | null
}

/** Returns what was done, newest first: of one key or account, or of all of them. */
export async function readAuditLog(
  store: Store,
  { id, limit }: { id?: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  const rows = await store.db
    .selectFrom('audit')
    .select(['at', 'actor', 'action', 'key_id', 'account_id', 'detail'])
    .$if(id !== undefined, (query) =>
      query.where((eb) => eb.or([eb('key_id', '=', id!), eb('account_id', '=', id!)])),
    )
    .orderBy('revision', 'desc')
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, detail: detailOf(row) }))
}

/** An entry about an account or one of its keys, with what the key is called now. */
export type OwnAuditEntry = AuditEntry & { key_name: string | null; key_prefix: string | null }

/** Returns what was done to an account and to the keys that are its own now, newest first. */
export async function auditOfAccount(
  store: Store,
  account_id: string,
  limit: number,
): Promise<OwnAuditEntry[]> {
  const rows = await store.db
    .selectFrom('audit')
    .leftJoin('keys', 'keys.id', 'audit.key_id')
    .select(['at', 'actor', 'action', 'key_id', 'audit.account_id', 'detail'])
    .select(['keys.name as key_name', 'keys.prefix as key_prefix'])
    .where((eb) =>
      eb.or([eb('audit.account_id', '=', account_id), eb('keys.account_id', '=', account_id)]),
    )
    .orderBy('audit.revision', 'desc')
    .orderBy('at', 'desc')
    .orderBy('audit.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, detail: detailOf(row) }))
}

const detailOf = ({ detail }: Pick<AuditTable, 'detail'>) =>
  detail === null ? null : (JSON.parse(detail) as Record<string, unknown>)
