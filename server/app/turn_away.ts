import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import { documentOf } from '../http/problem.ts'
import { withoutKeys } from '../http/without_keys.ts'
import { hold } from '../load/hold.ts'
import { clientOf } from '../routes/callers.ts'
import { isDescribed, type Call } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { rules, openRules } from './browser_rules.ts'
import type { Metrics } from './metrics.ts'

/**
 * Refuses requests that would wait too long, before anything else is done for them: in a flood there
 * are many times as many of them as of those that are answered. The answer is that of `answerProblems`.
 * A request whose key is not known for certain goes on, and so do pages, and routes that are not counted.
 */
export const turnAway =
  (services: Services & { metrics: Metrics }): Middleware<Call['state']> =>
  async (call, next) => {
    const { config, turns, limits, metrics, log } = services
    const { arrived_ms, found: { route } = {} } = call.state
    if (!route || !isDescribed(route) || !route.counted || turns.waiting === 0) return next()
    const [kind, subject] = callerOf(call, services) ?? []
    const refusal = kind && turns.refusal({ caller: `${kind} ${subject}`, arrived_ms })
    if (!refusal) return next()
    call.respond = false
    if (config.trustedProxies === 0) hold(call.res) // else connections are of many clients
    const requestId = randomUUID()
    const looked = limits.peek(kind, subject)
    const rate = { ...(looked instanceof Promise ? await looked : looked), allowed: true }
    const { detail, retryAfter } = refusal
    const document = documentOf({ kind: 'unavailable', detail, errors: [] }, call.path, requestId)
    const body = withoutKeys(JSON.stringify(document))
    call.res
      .writeHead(503, {
        ...(route.open ? openRules : rules),
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
function callerOf({ req, querystring }: Call, { keys, config }: Services) {
  const secret = req.headers['x-api-key']
  if (typeof secret !== 'string' || secret === '' || querystring.includes('key=')) return undefined
  const key = keys.recall(secret)
  return key ? ([key.tier, key.id] as const) : (['anonymous', clientOf(req, config)] as const)
}
