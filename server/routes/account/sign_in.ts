import { hashSecret } from '../../access/secret.ts'
import { beginSignIn, finishSignIn, link_ms, type SignIn } from '../../access/accounts/sign_in.ts'
import { openSession } from '../../access/accounts/sessions.ts'
import type { Account } from '../../access/accounts/accounts.ts'
import { addressBlock } from '../../access/limits/client_address.ts'
import type { RateState } from '../../access/limits/limits.ts'
import type { Services } from '../../services.ts'
import { duration } from '../../../data/digit_grouping.ts'
import { clientOf, limit } from '../callers.ts'
import type { Http } from '../route.ts'
import { signInLinkMail, signInTokenMail } from '../../mail/sign_in_mail.ts'

/** `former`: the browser's id from an earlier request. */
export type SignInRequest = {
  email: string
  next: string
  by: 'browser' | 'program'
  former?: string | undefined
}

/**
 * Sends a sign-in mail. It does the same for every address, so that nothing shows which have an
 * account. Throws a 429 Problem, or MailError.
 *
 * Mails to an address are limited per client, so that a client who enters a foreign address uses up only its
 * own limit. A higher limit for all clients together protects the mailbox.
 */
export async function askToSignIn(
  { req }: Http,
  services: Services,
  { email, next, by, former }: SignInRequest,
): Promise<SignIn> {
  const { store, mailer, config, publicUrl } = services
  const client = clientOf(req, config)
  await limit(services, 'signIn', client, tooMany)
  await limit(services, 'signInMail', hashSecret(`${email} ${addressBlock(client)}`), tooManyMails)
  await limit(services, 'signInMailbox', hashSecret(email), tooManyMails)
  const signIn = await beginSignIn(store, { email, next, former })
  const { token } = signIn
  const byLink = by === 'browser'
  await mailer.send(
    byLink ? signInLinkMail(email, publicUrl(), token) : signInTokenMail(email, token),
  )
  return signIn
}

export type SignedIn = { account: Account; next: string; token: string; expires_at: string }

/** Uses up a sign-in token and opens a session of the client that asks. Throws SignInRefused. */
export async function signIn(
  { req }: Http,
  { store, config }: Services,
  shown: { token: string; asker: string },
): Promise<SignedIn> {
  const { account, next } = await finishSignIn(store, shown)
  const session = await openSession(store, account.id, config.session, {
    agent: req.headers['user-agent'] ?? null,
    address: clientOf(req, config),
  })
  return { account, next, ...session }
}

const tooMany = ({ reset_s }: RateState) => `too many sign-ins; try again in ${duration(reset_s)}`

const tooManyMails = ({ reset_s }: RateState) =>
  `too many sign-in mails to this address; a mail that you asked for in the last ${link_ms / 60_000} minutes still works where you asked, else try again in ${duration(reset_s)}`
