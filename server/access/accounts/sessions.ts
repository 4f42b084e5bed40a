import type { Account } from './accounts.ts'
import { hashSecret, newToken } from '../secret.ts'
import type { Store } from '../store/store.ts'

/** How long a session lasts without being used, and altogether. */
export type SessionLengths = { idle_ms: number; total_ms: number }

/** Uses are noted to the minute: a write for each request would cost more than it is worth. */
const noted_ms = 60_000

export type Session = {
  account: Pick<Account, 'id' | 'email'>
  created_at: string
  expires_at: string
}

/** Opens a session of an account. Returns its token, which is kept only as a hash. */
export async function openSession(
  store: Store,
  account_id: string,
  { idle_ms, total_ms }: SessionLengths,
): Promise<{ token: string; expires_at: string }> {
  const now = store.now()
  const token = newToken('session')
  const expires_at = new Date(now.getTime() + total_ms).toISOString()
  const at = now.toISOString()
  await store.db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', at), eb('seen_at', '<=', before(now, idle_ms + noted_ms))]),
    )
    .execute()
  await store.db
    .insertInto('sessions')
    .values({ hash: hashSecret(token), account_id, created_at: at, seen_at: at, expires_at })
    .execute()
  return { token, expires_at }
}

/**
 * Returns the session of a token and notes its use, or undefined where there is none, it was ended,
 * unused for too long or is past its end.
 */
export async function findSession(
  store: Store,
  token: string,
  { idle_ms }: SessionLengths,
): Promise<Session | undefined> {
  const now = store.now()
  const hash = hashSecret(token)
  const row = await store.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.email'])
    .select(['sessions.created_at', 'sessions.seen_at', 'sessions.expires_at'])
    .where('sessions.hash', '=', hash)
    .where('sessions.expires_at', '>', now.toISOString())
    .where('sessions.seen_at', '>', before(now, idle_ms))
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.seen_at <= before(now, noted_ms)) await noteUse(store, hash, now)
  const { id, email, created_at, expires_at } = row
  return { account: { id, email }, created_at, expires_at }
}

/** A session of an account; `current` is the one that asks. */
export type ListedSession = {
  created_at: string
  seen_at: string
  expires_at: string
  current: boolean
}

/** Lists the sessions of an account that have not ended, the one used last first. */
export async function listSessions(
  store: Store,
  { account, token }: { account: { id: string }; token: string },
  { idle_ms }: SessionLengths,
): Promise<ListedSession[]> {
  const now = store.now()
  const own = hashSecret(token)
  const rows = await store.db
    .selectFrom('sessions')
    .select(['hash', 'created_at', 'seen_at', 'expires_at'])
    .where('account_id', '=', account.id)
    .where('expires_at', '>', now.toISOString())
    .where('seen_at', '>', before(now, idle_ms))
    .orderBy('seen_at', 'desc')
    .orderBy('hash')
    .execute()
  return rows.map(({ hash, ...session }) => ({ ...session, current: hash === own }))
}

/** Ends one session. */
export async function endSession(store: Store, token: string): Promise<void> {
  await store.db.deleteFrom('sessions').where('hash', '=', hashSecret(token)).execute()
}

/** Ends every session of an account; returns how many there were. */
export async function endSessionsOf(store: Store, account_id: string): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom('sessions')
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function noteUse(store: Store, hash: string, now: Date): Promise<void> {
  await store.db
    .updateTable('sessions')
    .set({ seen_at: now.toISOString() })
    .where('hash', '=', hash)
    .execute()
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
