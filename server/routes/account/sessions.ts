import { z } from 'zod'
import { endSession, endSessionsOf } from '../../access/accounts/sessions.ts'
import { emailAddress } from '../../access/email_address.ts'
import { described } from '../../http/parameters/described.ts'
import { anybody } from '../callers.ts'
import { apiRoute, type Route } from '../route.ts'
import { noSession, noStore, ownAccount } from './session.ts'
import {
  done,
  openedSession,
  session as shownSession,
  signInAsked,
  success,
} from './session_response.ts'
import { askToSignIn, signIn } from './sign_in.ts'

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
  everywhere: z.enum(['true', 'false'], 'must be true or false').default('false').meta({
    description: 'Scope of the sign-out: `true` ends every session of the account, in browsers too',
    example: 'true',
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
