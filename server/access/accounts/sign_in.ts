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
 * on to, `former` the asker that the browser has already: it stays the same for the same address, so
 * that a link sent before still works.
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

/** Whether a link that was sent to the address for this asker still works. */
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
