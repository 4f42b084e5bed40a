import { withoutKeys } from '../../http/without_keys.ts'
import type { Call, RouteMatch } from '../../routes/route.ts'
import type { Services } from '../../services.ts'
import type { Metrics } from './metrics.ts'

/**
 * Logs and counts an answered request. The line has the path without the query, since a query may hold a
 * key.
 */
export function noteRequest(
  { state, method, path: asked }: Call,
  status: number,
  { log, metrics, outcomes }: Services & { metrics: Metrics },
): void {
  const { requestId: request_id, arrived_ms, found, key } = state
  const ms = performance.now() - arrived_ms
  const path = withoutKeys(asked)
  metrics.note(found?.route.path, status, ms / 1000)
  if (key)
    outcomes.note(key.id, status, {
      request_id,
      method,
      path,
      endpoint: endpointOf(found),
      ms,
      detail: state.detail,
    })
  log.info(
    { request_id, method, path, status, ms: Math.round(ms * 100) / 100, key_id: key?.id },
    'request',
  )
}

/** `GET /v1/farms/:id`; all unknown paths are one endpoint. */
const endpointOf = (found: RouteMatch | undefined): string =>
  found ? `${found.route.method.toUpperCase()} ${found.route.path}` : 'unknown path'
