import { confirmAccount, type Account } from './accounts.ts'
import { foldEmail } from '../email_address.ts'
import { Problem } from '../../http/problem.ts'
import { instantOf } from '../instants.ts'
import { hashSecret, newToken } from '../secret.ts'
import type { Store } from '../store/store.ts'

export const link_ms = 15 * 60 * 1000

/** The mailed token, and the token that proves which browser or program requested the link. */
export type SignIn = { token: string; asker: string; expires_at: string }

/**
 * Begins a sign-in: creates a token to mail to an address. It works once, for 15 minutes, and only together
 * with `asker`. Nothing reveals whether the address has an account. `next` is the path to open afterwards.
 * `former` is the browser's present `asker`; the same address keeps it, so earlier links still work.
 */
export async function beginSignIn(
  store: Store,
  { email: address, next, former }: { email: string; next: string; former?: string | undefined },
): Promise<SignIn> {
  const now = store.now()
  const email = foldEmail(address)
  await store.db.deleteFrom('sign_ins').where('expires_at', '<=', instantOf(now)).execute()
  const isKnown = former !== undefined && (await hasAsked(store, former, email))
  const [token, asker] = [newToken('link'), isKnown ? former : newToken('asker')]
  const [hash, asker_hash] = [hashSecret(token), hashSecret(asker)]
  const expires_at = instantOf(now, link_ms)
  await store.db
    .insertInto('sign_ins')
    .values({ hash, asker_hash, email, next, expires_at })
    .execute()
  return { token, asker, expires_at }
}

/** Returns true if a link sent to the address for this `asker` still works. */
async function hasAsked({ db, now }: Store, asker: string, email: string): Promise<boolean> {
  const asked = await db
    .selectFrom('sign_ins')
    .select('hash')
    .where('asker_hash', '=', hashSecret(asker))
    .where('email', '=', email)
    .where('expires_at', '>', instantOf(now()))
    .executeTakeFirst()
  return asked !== undefined
}

/**
 * Finishes a sign-in: uses up the token and returns the address's account, created if missing, and the path
 * to open.
 *
 * Throws a 403 Problem if the token is unknown, used or expired, or if `asker` does not match; a mismatch
 * does not use up the token.
 */
export async function finishSignIn(
  store: Store,
  { token, asker }: { token: string; asker: string },
): Promise<{ account: Account; next: string }> {
  const signIn = await store.db
    .deleteFrom('sign_ins')
    .where('hash', '=', hashSecret(token))
    .where('asker_hash', '=', hashSecret(asker))
    .where('expires_at', '>', instantOf(store.now()))
    .returning(['email', 'next'])
    .executeTakeFirst()
  if (signIn === undefined) throw signInRefused()
  return { account: await confirmAccount(store, signIn.email), next: signIn.next }
}

/** It does not reveal the reason. */
export const signInRefused = (): Problem =>
  new Problem(
    'forbidden',
    'this sign-in link was used, has expired, or was requested by another browser or program; ' +
      'request a new one and open it where you requested it',
  )
