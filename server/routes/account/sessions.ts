import { z } from 'zod'
import { emailAddress } from '../../access/email_address.ts'
import { endSession, endSessionsOf } from '../../access/accounts/sessions.ts'
import type { Services } from '../../services.ts'
import { readJson } from '../../http/body.ts'
import { described } from '../../http/parameters/described.ts'
import { parseQueryString, readQuery } from '../../http/parameters/query_string.ts'
import { clearSessionCookie, refuseForeignChange, requireSession } from './session.ts'
import type { Call, PlainRoute } from '../plain_route.ts'
import { done, openedSession, session, signInAsked } from './session_response.ts'
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
const noQuery = z.strictObject({})
const ending = z.strictObject({
  everywhere: z.enum(['true', 'false'], 'must be true or false').default('false').meta({
    description: 'Whether every session of the account ends, in browsers too',
    example: 'true',
  }),
})

const ofBody = ['content-too-large', 'unsupported-media-type'] as const

/** Signing in and out from a program, which then sends `Authorization: Bearer <session>`. */
export const sessionRoutes: PlainRoute[] = [
  {
    method: 'post',
    path: '/v1/sign-in',
    describe: {
      operation: 'askToSignIn',
      summary: 'Mails a token by which a session is opened',
      details:
        'The token is good for 15 minutes, once, and only together with `sign_in`. The answer is the same whether the address has an account or not.',
      caller: 'anybody',
      body: { schema: asked },
      answers: {
        202: {
          description: 'A mail is on its way',
          schema: signInAsked,
          headers: ['Cache-Control'],
        },
      },
      problems: ofBody,
    },
    handle: ask,
  },
  {
    method: 'post',
    path: '/v1/sessions',
    describe: {
      operation: 'openSession',
      summary: 'Opens a session, and the account at the first time',
      caller: 'anybody',
      body: { schema: shown },
      answers: {
        201: {
          description: 'The session, to be sent as `Authorization: Bearer …`',
          schema: openedSession,
          headers: ['Cache-Control'],
        },
      },
      problems: [...ofBody, 'forbidden'],
    },
    handle: open,
  },
  {
    method: 'get',
    path: '/v1/session',
    describe: {
      operation: 'getSession',
      summary: 'Who is signed in, and until when',
      caller: 'session',
      answers: { 200: { description: 'It', schema: session, headers: ['Cache-Control'] } },
      problems: ['unauthorized', 'forbidden'],
    },
    handle: show,
  },
  {
    method: 'delete',
    path: '/v1/session',
    describe: {
      operation: 'endSession',
      summary: 'Signs out',
      caller: 'session',
      query: ending,
      answers: { 200: { description: 'The session has ended', schema: done } },
      problems: ['unauthorized', 'forbidden'],
    },
    handle: end,
  },
]

/** Mails a token; `sign_in` goes with it, so that the mail alone is of no use to anybody else. */
async function ask(context: Call, services: Services): Promise<void> {
  readQuery(noQuery, parseQueryString(context.querystring))
  const { email } = await readJson(context, asked)
  const { asker, expires_at } = await askToSignIn(context, services, {
    email,
    next: '/console',
    by: 'program',
  })
  context.status = 202
  context.set('Cache-Control', 'no-store')
  context.body = { sign_in: asker, expires_at }
}

async function open(context: Call, services: Services): Promise<void> {
  readQuery(noQuery, parseQueryString(context.querystring))
  const { sign_in: asker, token } = await readJson(context, shown)
  const signedIn = await signIn(services, { token, asker })
  const { id, email } = signedIn.account
  context.status = 201
  context.set('Cache-Control', 'no-store')
  context.body = {
    session: signedIn.token,
    expires_at: signedIn.expires_at,
    account: { id, email },
  }
}

async function show(context: Call, services: Services): Promise<void> {
  readQuery(noQuery, parseQueryString(context.querystring))
  const { account, created_at, expires_at } = await requireSession(context, services)
  context.set('Cache-Control', 'no-store')
  context.body = { account, created_at, expires_at }
}

async function end(context: Call, services: Services): Promise<void> {
  const { everywhere } = readQuery(ending, parseQueryString(context.querystring))
  const session = await requireSession(context, services)
  refuseForeignChange(context, session, services)
  if (everywhere === 'true') await endSessionsOf(services.store, session.account.id)
  else await endSession(services.store, session.token)
  if (session.by === 'cookie') clearSessionCookie(context, services)
  context.body = { success: true }
}
