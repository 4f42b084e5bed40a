import type { AuditTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

export type AuditEntry = Omit<AuditTable, 'id' | 'revision' | 'detail'> & {
  detail: Record<string, unknown> | null
}

/** Returns the actions on one key, one account or all, newest first. */
export async function readAuditLog(
  store: Store,
  { id, limit }: { id?: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  let query = newestFirst(store, limit)
  if (id !== undefined)
    query = query.where((eb) => eb.or([eb('key_id', '=', id), eb('audit.account_id', '=', id)]))
  return withDetail(await query.execute())
}

/** An action on an account or one of its keys, with the key's current name. */
export type OwnAuditEntry = AuditEntry & { key_name: string | null }

/** Returns the actions on an account and on the keys it owns now, newest first. */
export async function auditOfAccount(
  store: Store,
  account_id: string,
  limit: number,
): Promise<OwnAuditEntry[]> {
  const rows = await newestFirst(store, limit)
    .leftJoin('keys', 'keys.id', 'audit.key_id')
    .select('keys.name as key_name')
    .where((eb) =>
      eb.or([eb('audit.account_id', '=', account_id), eb('keys.account_id', '=', account_id)]),
    )
    .execute()
  return withDetail(rows)
}

const newestFirst = ({ db }: Store, limit: number) =>
  db
    .selectFrom('audit')
    .select(['at', 'actor', 'action', 'key_id', 'key_prefix', 'audit.account_id', 'detail'])
    .orderBy('audit.revision', 'desc')
    .orderBy('at', 'desc')
    .orderBy('audit.id')
    .limit(limit)

const withDetail = <Row extends Pick<AuditTable, 'detail'>>(rows: Row[]) =>
  rows.map((row) => ({
    ...row,
    detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
  }))
