import { z } from 'zod'
import { endSession, endSessionsOf } from '../../access/accounts/sessions.ts'
import { emailAddress } from '../../access/email_address.ts'
import { described } from '../../http/parameters/described.ts'
import { anybody } from '../callers.ts'
import { apiRoute, type Route } from '../route.ts'
import { noSession, notKept, session } from './session.ts'
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
    description: 'Where the token is sent',
    example: 'ann@example.org',
  }),
})
const secret = z.string('is required, as text').max(200, 'must have at most 200 characters')
const shown = z.strictObject({
  sign_in: secret.meta({ description: 'As `/v1/sign-in` answered it', example: 'svc_asker_…' }),
  token: secret.meta({ description: 'As the mail has it', example: 'svc_link_…' }),
})
const ending = z.strictObject({
  everywhere: z.enum(['true', 'false'], 'must be true or false').default('false').meta({
    description: 'Whether every session of the account ends, in browsers too',
    example: 'true',
  }),
})

/** The mail alone is of no use to anybody else: `sign_in` goes with its token. */
const ask = apiRoute({
  method: 'post',
  path: '/v1/sign-in',
  caller: anybody,
  headers: notKept,
  body: { schema: asked },
  operation: 'askToSignIn',
  tag: 'Sessions',
  summary: 'Mails a token by which a session is opened',
  details:
    'The token is good for 15 minutes, once, and only together with `sign_in`. Whether the address has an account makes no difference to the answer.',
  answers: { 202: { description: 'The mail is made and sent', schema: signInAsked } },
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
  headers: notKept,
  body: { schema: shown },
  operation: 'openSession',
  tag: 'Sessions',
  summary: 'Opens a session, and the first time the account',
  answers: {
    201: {
      description: 'The session, to be sent as `Authorization: Bearer …`',
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
  caller: session,
  headers: notKept,
  operation: 'getSession',
  tag: 'Sessions',
  summary: 'Who is signed in, and until when',
  answers: { 200: { description: 'The session', schema: shownSession } },
  answer: ({ session: { account, created_at, expires_at } }) => ({
    body: { account, created_at, expires_at },
  }),
})

const end = apiRoute({
  method: 'delete',
  path: '/v1/session',
  caller: session,
  headers: notKept,
  query: ending,
  operation: 'endSession',
  tag: 'Sessions',
  summary: 'Signs out',
  answers: { 200: { description: 'The session has ended', schema: done } },
  async answer({ session, query: { everywhere } }, services) {
    if (everywhere === 'true') await endSessionsOf(services.store, session.account.id)
    else await endSession(services.store, session.token)
    const cookies = session.by === 'cookie' ? [noSession(services)] : []
    return { cookies, body: success }
  },
})

/** Signing in and out from a program, which then sends `Authorization: Bearer <session>`. */
export const sessionRoutes: Route[] = [ask, open, show, end]
