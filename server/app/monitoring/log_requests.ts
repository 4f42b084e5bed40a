import { withoutKeys } from '../../http/without_keys.ts'
import type { Call } from '../../routes/route.ts'
import type { Services } from '../../services.ts'
import type { Metrics } from './metrics.ts'

/** Logs and counts an answered request, without its query, which may hold a key. */
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
      // All unknown paths are one endpoint.
      endpoint: found ? `${found.route.method.toUpperCase()} ${found.route.path}` : 'unknown path',
      ms,
      detail: state.detail,
    })
  log.info(
    { request_id, method, path, status, ms: Math.round(ms * 100) / 100, key_id: key?.id },
    'request',
  )
}
