import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import { hashSecret } from '../../access/secret.ts'
import { findSession, type Session } from '../../access/accounts/sessions.ts'
import type { Services } from '../../services.ts'
import { Problem } from '../../http/problem.ts'
import type { RequestState } from '../request_state.ts'
import { refuseForeignOrigin } from '../../http/same_origin.ts'
import { readCookie, setCookie } from '../../http/session_cookies.ts'

/** A session that a request carries, and how. */
export type GivenSession = Session & { token: string; by: 'bearer' | 'cookie' }

type Needed = Pick<Services, 'config' | 'store' | 'publicUrl'>
type Call = Context & { state: RequestState }

const challenge = { 'WWW-Authenticate': 'Bearer realm="farm-directory"' }

/**
 * Returns the session of a request, from `Authorization: Bearer` or else from the cookie; undefined
 * where it carries none. Throws a 401 Problem for one that is not valid, or no more.
 */
export async function givenSession(
  context: Call,
  services: Needed,
): Promise<GivenSession | undefined> {
  const bearer = /^Bearer +(\S+)$/i.exec(context.get('Authorization'))?.[1]
  const token = bearer ?? readCookie(context, 'session', services.publicUrl())
  if (token === undefined) return undefined
  const { store, config } = services
  const session = await findSession(store, token, config.session)
  if (session !== undefined)
    return { ...session, token, by: bearer === undefined ? 'cookie' : 'bearer' }
  if (bearer === undefined) clearSessionCookie(context, services)
  throw new Problem('unauthorized', 'the session is not valid, or has ended: sign in again', {
    headers: challenge,
  })
}

/**
 * Returns the session of a request. Throws a Problem where it carries none: 403 with a valid API
 * key, since a key is not enough, else 401.
 */
export async function requireSession(context: Call, services: Needed): Promise<GivenSession> {
  const session = await givenSession(context, services).catch((error: unknown) => {
    if (error instanceof Problem && context.state.key) return undefined
    throw error
  })
  if (session !== undefined) return session
  if (context.state.key)
    throw new Problem('forbidden', 'this needs a signed-in session, not just a key')
  throw new Problem('unauthorized', 'this needs a signed-in session', { headers: challenge })
}

/**
 * Refuses a change that a session cookie came with, but that no page of ours asked for: throws a
 * 403 Problem. Browsers send cookies by themselves, but nobody else sends a bearer token.
 */
export function refuseForeignChange(
  context: Context,
  session: GivenSession | undefined,
  services: Needed,
): void {
  if (session?.by !== 'cookie') return
  refuseForeignOrigin(context, services.publicUrl(), { unknown: 'is refused' })
}

/** The token that a session's own forms carry, which no other site can know. */
export const formToken = ({ token }: Pick<GivenSession, 'token'>): string =>
  hashSecret(`form of ${token}`)

/** Refuses a form without its session's token, or from another site: throws a 403 Problem. */
export function requireFormToken(
  context: Context,
  session: GivenSession,
  given: unknown,
  services: Needed,
): void {
  refuseForeignOrigin(context, services.publicUrl(), { unknown: 'passes' })
  const expected = Buffer.from(formToken(session))
  const actual = Buffer.from(typeof given === 'string' ? given : '')
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return
  throw new Problem('forbidden', 'the form is out of date: open its page again')
}

/** Gives the browser a session's cookie. */
export function setSessionCookie(context: Context, services: Needed, token: string): void {
  const age_s = Math.floor(services.config.session.total_ms / 1000)
  setCookie(context, 'session', { value: token, age_s, publicUrl: services.publicUrl() })
}

/** Takes the session's cookie from the browser. */
export function clearSessionCookie(context: Context, services: Needed): void {
  setCookie(context, 'session', { value: '', age_s: 0, publicUrl: services.publicUrl() })
}
