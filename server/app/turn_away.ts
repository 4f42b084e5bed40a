import { randomUUID } from 'node:crypto'
import { peek } from '../access/limits/charges.ts'
import type { RateState } from '../access/limits/limits.ts'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import { linesOf } from '../http/head.ts'
import { documentOf } from '../http/problem.ts'
import { withoutKeys } from '../http/without_keys.ts'
import { hold } from '../load/hold.ts'
import type { Refusal } from '../load/overload.ts'
import { isDescribed, type Call, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { after, type Eventual } from '../eventual.ts'
import { rulesOf } from './browser_rules.ts'
import { anonymous, identityOf } from './identity.ts'
import type { Metrics } from './monitoring/metrics.ts'

/**
 * Refuses requests that would wait too long, before anything else is done for them: in a flood there
 * are many times as many of them as of those that are answered. The answer is that of `failureAnswer`.
 * Says whether it did. A request whose key is not known for certain goes on, and so do pages, and routes that are not counted.
 */
export function turnAway(call: Call, services: Services & { metrics: Metrics }): Eventual<boolean> {
  const { turns } = services
  const { arrived_ms, found: { route } = {} } = call.state
  if (!route || !isDescribed(route) || !route.counted || turns.waiting === 0) return false
  const identity = recalledIdentity(call, services)
  const refusal = identity && turns.refusal({ caller: identity.caller, arrived_ms })
  if (!refusal) return false
  return after(peek(services.limits, identity.charges), (rate) => {
    refuse(call, route, { ...refusal, rate: { ...rate, allowed: true } }, services)
    return true
  })
}

function refuse(
  call: Call,
  route: Route,
  { detail, retryAfter, rate }: Refusal & { rate: RateState },
  { config, metrics, log }: Services & { metrics: Metrics },
): void {
  if (config.trustedProxies === 0) hold(call.res) // else connections are of many clients
  const requestId = randomUUID()
  const document = documentOf({ kind: 'unavailable', detail, errors: [] }, call.path, requestId)
  const body = withoutKeys(JSON.stringify(document))
  const head = {
    ...rulesOf(route, call.req),
    ...rateLimitHeaders(rate),
    'X-Request-Id': requestId,
    'Retry-After': retryAfter,
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
  }
  call.res.writeHead(503, linesOf(head)).end(call.method === 'HEAD' ? undefined : body)
  metrics.note(route.path, 503, (performance.now() - call.state.arrived_ms) / 1000)
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
