import { hashSecret } from '../../access/secret.ts'
import { beginSignIn, finishSignIn, type SignIn } from '../../access/accounts/sign_in.ts'
import { openSession } from '../../access/accounts/sessions.ts'
import type { Account } from '../../access/accounts/accounts.ts'
import type { RateState } from '../../access/limits/limits.ts'
import type { Services } from '../../services.ts'
import { clientOf, limit } from '../callers.ts'
import type { Http } from '../route.ts'
import { signInLinkMail, signInTokenMail } from '../../mail/sign_in_mail.ts'

export type Asked = { email: string; next: string; by: 'browser' | 'program' }

/**
 * Sends a sign-in mail, limited for the client and for the address. It does the same for every
 * address, so that nothing shows which have an account. Throws a 429 Problem, or MailError.
 */
export async function askToSignIn(
  { req }: Http,
  services: Services,
  { email, next, by }: Asked,
): Promise<SignIn> {
  const { store, mailer, config, publicUrl } = services
  await limit(services, 'signIn', clientOf(req, config), tooMany)
  await limit(services, 'signInMail', hashSecret(email), tooMany)
  const signIn = await beginSignIn(store, { email, next })
  const { token } = signIn
  const byLink = by === 'browser'
  await mailer.send(
    byLink ? signInLinkMail(email, publicUrl(), token) : signInTokenMail(email, token),
  )
  return signIn
}

export type SignedIn = { account: Account; next: string; token: string; expires_at: string }

/** Uses up a sign-in token and opens a session. Throws SignInRefused. */
export async function signIn(
  { store, config }: Services,
  shown: { token: string; asker: string },
): Promise<SignedIn> {
  const { account, next } = await finishSignIn(store, shown)
  const session = await openSession(store, account.id, config.session)
  return { account, next, ...session }
}

const tooMany = ({ reset_s }: RateState) => `too many sign-ins; try again in ${reset_s} s`
