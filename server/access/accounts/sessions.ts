import type { Account } from './accounts.ts'
import { instantOf } from '../instants.ts'
import { hashSecret, newToken } from '../secret.ts'
import type { SessionsTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { unlessUnavailable } from '../store/store_errors.ts'

/** Session lifetimes: unused, and in total. */
export type SessionLengths = { idle_ms: number; total_ms: number }

/** Last use is recorded to the minute: a write per request would cost too much. */
const noted_ms = 60_000

/** The client that opens a session: User-Agent and address; null = unknown. */
export type SessionClient = Pick<SessionsTable, 'agent' | 'address'>

const longestAgent = 300

export type Session = {
  account: Pick<Account, 'id' | 'email'>
  created_at: string
  expires_at: string
}

/** Opens a session for an account. Returns its token, which is stored only as a hash. */
export async function openSession(
  store: Store,
  account_id: string,
  { idle_ms, total_ms }: SessionLengths,
  { agent, address }: SessionClient = { agent: null, address: null },
): Promise<{ token: string; expires_at: string }> {
  const now = store.now()
  const token = newToken('session')
  const expires_at = instantOf(now, total_ms)
  const at = instantOf(now)
  await store.db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', at), eb('seen_at', '<=', instantOf(now, -idle_ms - noted_ms))]),
    )
    .execute()
  await store.db
    .insertInto('sessions')
    .values({
      hash: hashSecret(token),
      account_id,
      created_at: at,
      seen_at: at,
      expires_at,
      agent: agent?.slice(0, longestAgent) ?? null,
      address,
    })
    .execute()
  return { token, expires_at }
}

/** The session of a token, or undefined; records its use if the store can be written. */
export async function findSession(
  store: Store,
  token: string,
  { idle_ms }: SessionLengths,
): Promise<Session | undefined> {
  const now = store.now()
  const hash = hashSecret(token)
  const row = await liveSessions(store, idle_ms)
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.email', 'sessions.created_at', 'seen_at', 'expires_at'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.seen_at <= instantOf(now, -noted_ms) && !store.outage.isAway)
    await noteUse(store, hash, now).catch(unlessUnavailable)
  const { id, email, created_at, expires_at } = row
  return { account: { id, email }, created_at, expires_at }
}

async function noteUse({ db }: Store, hash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: instantOf(now) })
    .where('hash', '=', hash)
    .execute()
}

/** A session of an account; `id` is no secret, and `current` marks the requesting session. */
export type ListedSession = Omit<SessionsTable, 'hash' | 'account_id'> & {
  id: string
  current: boolean
}

/** Lists an account's live sessions, last used first. */
export async function listSessions(
  store: Store,
  { account, token }: { account: { id: string }; token: string },
  { idle_ms }: SessionLengths,
): Promise<ListedSession[]> {
  const own = hashSecret(token)
  const rows = await liveSessions(store, idle_ms)
    .select(['hash', 'created_at', 'seen_at', 'expires_at', 'agent', 'address'])
    .where('account_id', '=', account.id)
    .orderBy('seen_at', 'desc')
    .orderBy('hash')
    .execute()
  return rows.map(({ hash, ...session }) => ({ id: hash, ...session, current: hash === own }))
}

export async function endSession(store: Store, token: string): Promise<void> {
  await store.db.deleteFrom('sessions').where('hash', '=', hashSecret(token)).execute()
}

/** Ends the session of an account with an id, if there is one; without an id, all but that of `token`. */
export async function endSessions(
  { db }: Store,
  { account, token }: { account: { id: string }; token: string },
  id: string | undefined,
): Promise<void> {
  const own = db.deleteFrom('sessions').where('account_id', '=', account.id)
  const ending =
    id === undefined ? own.where('hash', '!=', hashSecret(token)) : own.where('hash', '=', id)
  await ending.execute()
}

/** Ends every session of an account; returns their number. */
export async function endSessionsOf(store: Store, account_id: string): Promise<number> {
  const { numDeletedRows } = await store.db
    .deleteFrom('sessions')
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Sessions that are neither expired nor idle for too long. */
const liveSessions = ({ db, now }: Store, idle_ms: number) =>
  db
    .selectFrom('sessions')
    .where('expires_at', '>', instantOf(now()))
    .where('seen_at', '>', instantOf(now(), -idle_ms))
