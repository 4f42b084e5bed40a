import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Services } from '../services.ts'
import type { Metrics } from './metrics.ts'
import type { Call } from '../routes/route.ts'
import { withoutKeys } from '../http/without_keys.ts'

/**
 * Gives each request an id and writes a line for it when it is answered. The line has the path
 * without the query, since a query may hold a key.
 */
export const logRequests =
  ({
    log,
    metrics,
    outcomes,
    draining,
  }: Services & { metrics: Metrics }): Middleware<Call['state']> =>
  async (context, next) => {
    const { state, request } = context
    state.requestId = randomUUID()
    context.res.setHeader('X-Request-Id', state.requestId)
    await next()
    const ms = performance.now() - state.arrived_ms
    metrics.note(state.found?.route.path, context.status, ms / 1000)
    if (state.key) outcomes.note(state.key.id, context.status)
    if (draining()) context.set('Connection', 'close')
    log.info(
      {
        request_id: state.requestId,
        method: request.method,
        path: withoutKeys(request.path),
        status: context.status,
        ms: Math.round(ms * 100) / 100,
        key_id: state.key?.id,
      },
      'request',
    )
  }
