import type { Context, Middleware } from 'koa'
import { credentials } from '../access/keys/credentials.ts'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import type { RateState } from '../access/limits/limits.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import { setHeaders } from '../http/answer.ts'
import { Problem } from '../http/problem.ts'
import { clientOf } from '../routes/callers.ts'
import type { Call } from '../routes/route.ts'

/**
 * Finds the caller's key, counts the request under it, or under the client's address without a
 * valid key, and shows what the caller has left. A route that is not counted is never refused.
 * Throws a 429 Problem at the limit.
 */
export const admit =
  ({ config, keys, limits }: Services): Middleware<Call['state']> =>
  async (context, next) => {
    const { req, state } = context
    const { secret, conflict } = givenKey(context)
    let storeAway: StoreUnavailable | undefined
    try {
      state.key = secret === undefined ? undefined : await keys.find(secret)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      storeAway = error
    }
    const [kind, subject] = state.key
      ? [state.key.tier, state.key.id]
      : ['anonymous' as const, clientOf(req, config)]
    const isCounted = state.found?.route.counted !== false
    const looked = isCounted ? limits.consume(kind, subject) : limits.peek(kind, subject)
    const rate = looked instanceof Promise ? await looked : looked
    if (!isCounted) rate.allowed = true
    setHeaders(context.res, rateLimitHeaders(rate))
    if (!rate.allowed) throw limited(rate)
    if (storeAway) throw storeAway
    if (conflict) throw conflict
    if (req.headers.host === undefined && req.httpVersion === '1.1') throw hostMissing()
    await next()
  }

/** The key as sent; two different ones are a conflict, thrown after the request is counted. */
function givenKey({ req, querystring }: Context): { secret?: string; conflict?: unknown } {
  const inQuery = querystring.includes('key=') ? new URLSearchParams(querystring).getAll('key') : []
  try {
    const secret = credentials({ 'x-api-key': req.headers['x-api-key'] }, { key: inQuery })
    return secret === undefined ? {} : { secret }
  } catch (conflict) {
    return { conflict }
  }
}

const hostMissing = () =>
  new Problem('bad-request', 'the Host header is missing', { headers: { Connection: 'close' } })

const limited = ({ policy, limit, reset_s }: RateState) =>
  new Problem(
    'too-many-requests',
    `the ${policy} limit of ${limit} requests is used up; it starts again in ${reset_s} s`,
  )
