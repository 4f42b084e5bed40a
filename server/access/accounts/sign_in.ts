import type { Kysely } from 'kysely'
import { confirmAccount, type Account } from './accounts.ts'
import { foldEmail } from '../email_address.ts'
import { SignInRefused } from '../errors.ts'
import type { StoreSchema } from '../store/schema.ts'
import { hashSecret, newToken } from '../secret.ts'
import type { Store } from '../store/store.ts'

/** For how long a link can be used. */
export const link_ms = 15 * 60 * 1000

/** The token that is mailed, and the one that the asking browser or program keeps to prove it asked. */
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
  const token = newToken('link')
  const asker = newToken('asker')
  const expires_at = new Date(now.getTime() + link_ms).toISOString()
  await forgetExpired(store.db, now)
  await store.db
    .insertInto('sign_ins')
    .values({
      hash: hashSecret(token),
      asker_hash: hashSecret(asker),
      email: foldEmail(email),
      next,
      expires_at,
    })
    .execute()
  return { token, asker, expires_at }
}

/**
 * Finishes a sign-in: uses up the token and returns the address's account, made where there was
 * none, and the path to go on to.
 *
 * Throws SignInRefused where the token is unknown, used, expired or was asked for by another; a
 * token shown by another than who asked is not used up.
 */
export async function finishSignIn(
  store: Store,
  { token, asker }: { token: string; asker: string },
): Promise<{ account: Account; next: string }> {
  const signIn = await store.db
    .deleteFrom('sign_ins')
    .where('hash', '=', hashSecret(token))
    .where('asker_hash', '=', hashSecret(asker))
    .where('expires_at', '>', store.now().toISOString())
    .returning(['email', 'next'])
    .executeTakeFirst()
  if (signIn === undefined) throw new SignInRefused()
  return { account: await confirmAccount(store, signIn.email), next: signIn.next }
}

async function forgetExpired(db: Kysely<StoreSchema>, now: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', now.toISOString()).execute()
}
