import { z } from 'zod'
import { hashSecret } from '../../access/secret.ts'
import { beginSignIn, finishSignIn, link_ms, type SignIn } from '../../access/accounts/sign_in.ts'
import { openSession, endSession, endSessionsOf } from '../../access/accounts/sessions.ts'
import type { Account } from '../../access/accounts/accounts.ts'
import { addressBlock } from '../../access/limits/client_address.ts'
import type { RateState } from '../../access/limits/limits.ts'
import type { Services } from '../../services.ts'
import { duration } from '../../../data/digit_grouping.ts'
import { clientOf, limit, anybody } from '../callers.ts'
import { type Http, apiRoute, type Route } from '../route.ts'
import { signInLinkMail, signInTokenMail } from '../../mail/sign_in_mail.ts'
import { component, instant, text, uuid } from '../../http/answer_fields.ts'
import { emailAddress } from '../../access/email_address.ts'
import { described } from '../../http/parameters/described.ts'
import { flag } from '../../http/parameters/parameters.ts'
import { noSession, noStore, ownAccount } from './session.ts'

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

/** Uses up a sign-in token and opens a session of the client that asks. Throws a 403 Problem. */
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

/** Schemas of the session endpoints' answers. */

const at = (description: string) => instant(`${description} (UTC)`, '2026-12-21T09:30:00.000Z')

const account = component('Account', 'Account that is signed in', {
  id: uuid('Account of the session', '3c2b1a09-8f7e-4d6c-b5a4-938271605f4e'),
  email: z
    .email()
    .meta({ description: 'Email address of the account', example: 'ann@example.org' }),
})

export const done = component('Done', 'Confirmation', {
  success: z.literal(true).meta({ description: 'Constant true', example: true }),
})
export const success = { success: true } as const

const signInAsked = component('SignInAsked', 'Request for a sign-in mail', {
  sign_in: text('Proof of this request; send it with the token from the mail', 'svc_asker_…'),
  mail_goes_to: z.enum(['mailbox', 'server']).meta({
    description:
      'Destination of the mail with the token. server = no mail server is set; the operator finds the mail in the log and in `STATE_DIR/mail`',
    example: 'mailbox',
  }),
  expires_at: at('End of the token'),
})

const openedSession = component('OpenedSession', 'New session', {
  session: text('Session token. Shown once, in this answer only', 'svc_session_…'),
  expires_at: at('Latest end of the session'),
  account,
})

const shownSession = component('Session', 'Session without its token', {
  account,
  created_at: at('Start of the session'),
  expires_at: at('Latest end of the session'),
})

const asked = z.strictObject({
  email: described(emailAddress, { type: 'string', format: 'email', maxLength: 254 }).meta({
    description: 'Email address that receives the token',
    example: 'ann@example.org',
  }),
})
const secret = z.string('is required, as text').max(200, 'must have at most 200 characters')
const shown = z.strictObject({
  sign_in: secret.meta({
    description: 'Value of `sign_in` from `POST /v1/sign-in`',
    example: 'svc_asker_…',
  }),
  token: secret.meta({ description: 'Token from the mail', example: 'svc_link_…' }),
})
const ending = z.strictObject({
  everywhere: flag('everywhere').meta({
    description: 'Scope of the sign-out: `true` ends every session of the account, in browsers too',
  }),
})

/** The mail alone is of no use: its token needs `sign_in`. */
const ask = apiRoute({
  method: 'post',
  path: '/v1/sign-in',
  caller: anybody,
  headers: noStore,
  body: { schema: asked },
  operation: 'askToSignIn',
  tag: 'Sessions',
  summary: 'Send a sign-in token by mail',
  details:
    'The token works once, for 15 minutes, and only together with `sign_in`. Addresses with and without an account get the same answer.',
  answers: { 202: { description: 'Confirmation: the mail is sent', schema: signInAsked } },
  problems: { forbidden: 'a browser key opens data only, no keys, accounts or sessions' },
  async answer({ http, body: { email } }, services) {
    const asked = { email, next: '/console', by: 'program' as const }
    const { asker, expires_at } = await askToSignIn(http, services, asked)
    const body = { sign_in: asker, mail_goes_to: services.mailer.goesTo, expires_at }
    return { status: 202 as const, body }
  },
})

const open = apiRoute({
  method: 'post',
  path: '/v1/sessions',
  caller: anybody,
  headers: noStore,
  body: { schema: shown },
  operation: 'openSession',
  tag: 'Sessions',
  summary: 'Open a session',
  details:
    'Exchanges the token from the sign-in mail for a session. The first sign-in creates the account.',
  answers: {
    201: {
      description: 'Session; send its token as `Authorization: Bearer …`',
      schema: openedSession,
    },
  },
  problems: { forbidden: true },
  async answer({ http, body: { sign_in: asker, token } }, services) {
    const { token: session, expires_at, account } = await signIn(http, services, { token, asker })
    const { id, email } = account
    return { status: 201 as const, body: { session, expires_at, account: { id, email } } }
  },
})

const show = apiRoute({
  method: 'get',
  path: '/v1/session',
  ...ownAccount,
  operation: 'getSession',
  tag: 'Sessions',
  summary: 'Show the current session',
  details: 'Account and end of the session that the request carries.',
  answers: { 200: { description: 'Current session', schema: shownSession } },
  answer: ({ session: { account, created_at, expires_at } }) => ({
    body: { account, created_at, expires_at },
  }),
})

const end = apiRoute({
  method: 'delete',
  path: '/v1/session',
  ...ownAccount,
  query: ending,
  operation: 'endSession',
  tag: 'Sessions',
  summary: 'Sign out',
  details: 'Ends the session of the request, or with `everywhere` all sessions of the account.',
  answers: { 200: { description: 'Confirmation: the session has ended', schema: done } },
  async answer({ session, query: { everywhere } }, services) {
    if (everywhere === 'true') await endSessionsOf(services.store, session.account.id)
    else await endSession(services.store, session.token)
    const cookies = session.by === 'cookie' ? [noSession(services)] : []
    return { cookies, body: success }
  },
})

/** Signing in and out from a program, which then sends `Authorization: Bearer <session>`. */
export const sessionRoutes: Route[] = [ask, open, show, end]
