import type { Middleware } from 'koa'
import { credentials } from '../access/keys/credentials.ts'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import type { RateState } from '../access/limits/limits.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import { setHeaders } from '../http/answer.ts'
import { Problem } from '../http/problem.ts'
import { onBehalfOf } from '../load/asker.ts'
import { clientOf } from '../routes/callers.ts'
import type { Call } from '../routes/route.ts'

/**
 * Finds the caller's key, waits for the request's turn, counts the request under the key, or under the
 * client's address without a valid one, and shows what the caller has left. A route that is not
 * counted waits for nothing and is never refused. Throws a 429 Problem at the limit, a 503 Problem
 * where the turn is too far away; what is refused is not counted.
 */
export const admit =
  (services: Services): Middleware<Call['state']> =>
  async (context, next) => {
    const { req, res, state } = context
    const { limits } = services
    const asked_ms = performance.now()
    const { kind, subject, failure } = await identify(context, services)
    const isCounted = state.found?.route.counted !== false
    const asker = { caller: `${kind} ${subject}`, arrived_ms: state.arrived_ms }
    // How long the store took for the key is not held against the request.
    const known_ms = asker.arrived_ms + performance.now() - asked_ms
    try {
      if (isCounted) await services.turns.enter({ ...asker, arrived_ms: known_ms })
    } catch (refusal) {
      setHeaders(res, rateLimitHeaders({ ...(await limits.peek(kind, subject)), allowed: true }))
      throw refusal
    }
    const looked = isCounted ? limits.consume(kind, subject) : limits.peek(kind, subject)
    const rate = looked instanceof Promise ? await looked : looked
    if (!isCounted) rate.allowed = true
    setHeaders(res, rateLimitHeaders(rate))
    if (!rate.allowed) throw limited(rate)
    if (failure) throw failure
    if (req.headers.host === undefined && req.httpVersion === '1.1') throw hostMissing()
    await onBehalfOf(asker, next)
  }

/**
 * Whom a request counts for. `failure`: why its key can't be known; it is to be thrown when the
 * request is counted.
 */
async function identify(context: Call, { config, keys }: Services) {
  const { req, state } = context
  const { secret, conflict: failure } = givenKey(context)
  const anonymous = () => ({ kind: 'anonymous' as const, subject: clientOf(req, config) })
  try {
    state.key = secret === undefined ? undefined : await keys.find(secret)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return { ...anonymous(), failure: error }
  }
  const { key } = state
  return { ...(key ? { kind: key.tier, subject: key.id } : anonymous()), failure }
}

/** The key as sent; two different ones are a conflict, thrown after the request is counted. */
function givenKey({ req, querystring }: Call): { secret?: string; conflict?: Error } {
  const inQuery = querystring.includes('key=') ? new URLSearchParams(querystring).getAll('key') : []
  try {
    const secret = credentials({ 'x-api-key': req.headers['x-api-key'] }, { key: inQuery })
    return secret === undefined ? {} : { secret }
  } catch (conflict) {
    return { conflict: conflict as Error }
  }
}

const hostMissing = () =>
  new Problem('bad-request', 'the Host header is missing', { headers: { Connection: 'close' } })

const limited = ({ policy, limit, reset_s }: RateState) =>
  new Problem(
    'too-many-requests',
    `the ${policy} limit of ${limit} requests is used up; it starts again in ${reset_s} s`,
  )
