import type { IncomingMessage } from 'node:http'
import type { Tier } from '../../data/schema/meta.ts'
import { clientAddress } from '../access/limits/client_address.ts'
import { rateLimitHeaders, type LimitKind, type RateState } from '../access/limits/limits.ts'
import type { Config } from '../config.ts'
import { cameByOtherName } from '../http/addresses/public_address.ts'
import { Problem } from '../http/problem.ts'
import type { Services } from '../services.ts'
import type { Call, Caller } from './route.ts'

/** Any client. */
export const anybody: Caller = { name: 'anybody', check: () => ({}) }

/** Any client with a key. */
export const key: Caller<{ tier: Tier }> = {
  name: 'key',
  tier: 'free',
  check: ({ state }) => ({ tier: tierOf(state) }),
}

/** Any client. A key grants its tier; an invalid key is refused. */
export const keyOrNone: Caller<{ tier: Tier; hasKey: boolean }> = {
  name: 'key or none',
  tier: 'free',
  check: ({ state }) =>
    state.isKeySent ? { tier: tierOf(state), hasKey: true } : { tier: 'free', hasKey: false },
}

/** Whether a route takes keys of both kinds, needed or not. */
export const takesKeys = ({ name }: Caller): boolean => name === 'key' || name === 'key or none'

/**
 * Any client but pages of other sites. A secret key, which may also be a bearer token, grants its tier. Without
 * a key the tier is free, and the client address is limited.
 */
export const agent: Caller<{ tier: Tier }> = {
  name: 'agent',
  tier: 'free',
  bearer: true,
  check({ req, state }, services) {
    const tier = state.isKeySent ? tierOf(state) : 'free'
    const { origin } = req.headers
    const own = services.publicUrl()
    if (origin === undefined || origin === own) return { tier }
    if (cameByOtherName(URL.parse(origin)?.host, own)) return { tier }
    throw new Problem('forbidden', `pages of ${origin} may not call this: send no Origin`)
  },
}

/** Any client with a paid key. */
export const paidKey: Caller<{ tier: Tier }> = {
  name: 'key',
  tier: 'paid',
  check({ state, path }) {
    const tier = tierOf(state)
    if (tier === 'paid') return { tier }
    throw new Problem('forbidden', `${path} is for paid keys; this key is free`)
  },
}

function tierOf(state: Call['state']): Tier {
  if (state.key) return state.key.tier
  throw noKey(state)
}

/** The refusal of a request without a key, or with one that is not valid. */
export function noKey({ isKeySent, isKeyRevoked }: Partial<Call['state']> = {}): Problem {
  const detail = isKeyRevoked
    ? 'this API key is revoked: use another one'
    : isKeySent
      ? 'this API key is unknown: check that it is complete and for this server'
      : 'no API key: create one at /console, send it as X-API-Key'
  return new Problem('unauthorized', detail, {
    headers: { 'WWW-Authenticate': 'ApiKey realm="farm-directory", header="X-API-Key"' },
  })
}

/** The address that a request's limits count by. */
export const clientOf = (
  { socket, headers }: IncomingMessage,
  { trustedProxies }: Config,
): string =>
  clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxies)

/**
 * Counts the points of a request of a kind, all or none. Throws a 429 Problem at the limit, with the detail of
 * `refusal`.
 */
export async function limit(
  { limits }: Services,
  kind: LimitKind,
  subject: string,
  refusal: (rate: RateState) => string,
  points = 1,
): Promise<void> {
  const rate = await limits.consume(kind, subject, points)
  if (rate.allowed) return
  throw new Problem('too-many-requests', refusal(rate), { headers: rateLimitHeaders(rate) })
}
