import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import { peek } from '../access/limits/charges.ts'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import { documentOf } from '../http/problem.ts'
import { withoutKeys } from '../http/without_keys.ts'
import { hold } from '../load/hold.ts'
import { isDescribed, type Call } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { rulesOf } from './browser_rules.ts'
import { anonymous, identityOf } from './identity.ts'
import type { Metrics } from './metrics.ts'

/**
 * Refuses requests that would wait too long, before anything else is done for them: in a flood there
 * are many times as many of them as of those that are answered. The answer is that of `answerProblems`.
 * A request whose key is not known for certain goes on, and so do pages, and routes that are not counted.
 */
export const turnAway =
  (services: Services & { metrics: Metrics }): Middleware<Call['state']> =>
  async (call, next) => {
    const { config, turns, metrics, log } = services
    const { arrived_ms, found: { route } = {} } = call.state
    if (!route || !isDescribed(route) || !route.counted || turns.waiting === 0) return next()
    const identity = recalledIdentity(call, services)
    const refusal = identity && turns.refusal({ caller: identity.caller, arrived_ms })
    if (!refusal) return next()
    call.respond = false
    if (config.trustedProxies === 0) hold(call.res) // else connections are of many clients
    const requestId = randomUUID()
    const looked = peek(services.limits, identity.charges)
    const rate = { ...(looked instanceof Promise ? await looked : looked), allowed: true }
    const { detail, retryAfter } = refusal
    const document = documentOf({ kind: 'unavailable', detail, errors: [] }, call.path, requestId)
    const body = withoutKeys(JSON.stringify(document))
    call.res
      .writeHead(503, {
        ...rulesOf(route, call.req),
        ...rateLimitHeaders(rate),
        'X-Request-Id': requestId,
        'Retry-After': retryAfter,
        'Content-Type': 'application/problem+json',
        'Content-Length': Buffer.byteLength(body),
      })
      .end(call.method === 'HEAD' ? undefined : body)
    metrics.note(route.path, 503, (performance.now() - arrived_ms) / 1000)
    log.info({ request_id: requestId, path: route.path, status: 503 }, 'refused')
  }

/** Whom a request would count for, if that is known without asking the store. */
function recalledIdentity(call: Call, services: Services) {
  const secret = call.req.headers['x-api-key']
  if (typeof secret !== 'string' || secret === '') return undefined
  if (call.querystring.includes('key=')) return undefined
  const key = services.keys.recall(secret)
  return key ? identityOf(call, key, services) : anonymous(call, services)
}
