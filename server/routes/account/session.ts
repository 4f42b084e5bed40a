import { timingSafeEqual } from 'node:crypto'
import { findSession, type Session } from '../../access/accounts/sessions.ts'
import { hashSecret } from '../../access/secret.ts'
import { addLine } from '../../http/head.ts'
import { Problem } from '../../http/problem.ts'
import { refuseForeignOrigin } from '../../http/addresses/same_origin.ts'
import { bearerToken } from '../../http/bearer.ts'
import { cookieLine, readCookie, type Cookie } from '../../http/session_cookies.ts'
import type { Services } from '../../services.ts'
import type { Call, Caller, Http } from '../route.ts'

/** A session that a request carries, and how. */
export type GivenSession = Session & { token: string; by: 'bearer' | 'cookie' }

/** No cache keeps an answer about an account or a key. */
export const noStore = { 'Cache-Control': 'no-store' }

const challenge = { 'WWW-Authenticate': 'Bearer realm="farm-directory"' }

/**
 * Returns a request's session, from `Authorization: Bearer` or else from the cookie; undefined = none. Throws
 * a 401 Problem for an invalid or expired session, and removes its cookie.
 */
export async function givenSession(
  call: Call,
  services: Services,
): Promise<GivenSession | undefined> {
  const bearer = bearerToken(call.req)
  const token = bearer ?? readCookie(call, 'session', services.publicUrl())
  if (token === undefined) return undefined
  const { store, config } = services
  const session = await findSession(store, token, config.session)
  if (session !== undefined)
    return { ...session, token, by: bearer === undefined ? 'cookie' : 'bearer' }
  if (bearer === undefined) addLine(call.state.head, 'Set-Cookie', cookieLine(noSession(services)))
  throw new Problem('unauthorized', 'the session is not valid, or has ended: sign in again', {
    headers: challenge,
  })
}

const remedy = 'see POST /v1/sign-in'
export const sessionNeeded = `this needs a session: ${remedy}`
export const keyNotEnough = `this needs a session, not a key: ${remedy}`

/** A signed-in account. A valid API key alone returns 403. */
const session: Caller<{ session: GivenSession }> = {
  name: 'session',
  async check(call, services) {
    const session = await givenSession(call, services).catch((error: unknown) => {
      if (error instanceof Problem && call.state.key) return undefined
      throw error
    })
    if (session !== undefined) return own(call, session, services)
    if (call.state.key) throw new Problem('forbidden', keyNotEnough)
    throw new Problem('unauthorized', sessionNeeded, { headers: challenge })
  },
}

/** Any client. The answer depends on the session, if there is one. */
export const anyoneOrSession: Caller<{ session: GivenSession | undefined }> = {
  name: 'anyone or session',
  async check(call, services) {
    const session = await givenSession(call, services)
    return session === undefined ? { session } : own(call, session, services)
  },
}

/** What routes about the signed-in account share. */
export const ownAccount = { caller: session, headers: noStore } as const

/**
 * Refuses a change with a session cookie that no page of this server sent: throws a 403 Problem. Browsers
 * send cookies by themselves, but never a bearer token.
 */
function own(call: Call, session: GivenSession, services: Services) {
  const changes = call.method !== 'GET' && call.method !== 'HEAD'
  if (changes && session.by === 'cookie')
    refuseForeignOrigin(call, services.publicUrl(), { unknown: 'is refused' })
  return { session }
}

/** The token that a session's own forms carry, which no other site can know. */
export const formToken = ({ token }: Pick<GivenSession, 'token'>): string =>
  hashSecret(`form of ${token}`)

/** Refuses a form without its session's token, or from another site: throws a 403 Problem. */
export function requireFormToken(
  http: Http,
  session: GivenSession,
  given: string,
  services: Services,
): void {
  refuseForeignOrigin(http, services.publicUrl(), { unknown: 'passes' })
  const expected = Buffer.from(formToken(session))
  const actual = Buffer.from(given)
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return
  throw new Problem('forbidden', 'the form is out of date: open its page again')
}

/** The cookie by which a browser keeps a session. */
export const sessionCookie = ({ config, publicUrl }: Services, token: string): Cookie => ({
  kind: 'session',
  value: token,
  age_s: Math.floor(config.session.total_ms / 1000),
  publicUrl: publicUrl(),
})

/** The cookie that takes a session from the browser. */
export const noSession = (services: Services): Cookie => ({
  ...sessionCookie(services, ''),
  age_s: 0,
})
