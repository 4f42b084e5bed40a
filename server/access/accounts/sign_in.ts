import { confirmAccount, type Account } from './accounts.ts'
import { foldEmail } from '../email_address.ts'
import { SignInRefused } from '../errors.ts'
import { instantOf } from '../instants.ts'
import { hashSecret, newToken } from '../secret.ts'
import type { Store } from '../store/store.ts'

/** How long a link works. */
export const link_ms = 15 * 60 * 1000

/** The token that is mailed, and the one by which the asking browser or program proves that it asked. */
export type SignIn = { token: string; asker: string; expires_at: string }

/**
 * Begins a sign-in: makes a token to send to an address, which works once, for 15 minutes, and only
 * together with `asker`. Nothing reveals whether the address has an account. `next` is a path to go
 * on to.
 */
export async function beginSignIn(
  store: Store,
  { email, next }: { email: string; next: string },
): Promise<SignIn> {
  const now = store.now()
  const [token, asker] = [newToken('link'), newToken('asker')]
  const [hash, asker_hash] = [hashSecret(token), hashSecret(asker)]
  const expires_at = instantOf(now, link_ms)
  await store.db.deleteFrom('sign_ins').where('expires_at', '<=', instantOf(now)).execute()
  await store.db
    .insertInto('sign_ins')
    .values({ hash, asker_hash, email: foldEmail(email), next, expires_at })
    .execute()
  return { token, asker, expires_at }
}

/**
 * Finishes a sign-in: uses up the token and returns the address's account, made where there was
 * none, and the path to go on to.
 *
 * Throws SignInRefused where the token is unknown, used or expired, or the asker's is not the one
 * given with it; this last does not use up the token.
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
  if (signIn === undefined) throw new SignInRefused()
  return { account: await confirmAccount(store, signIn.email), next: signIn.next }
}
