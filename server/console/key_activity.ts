import { html, type Html } from '../../data/html.ts'
import type { EndpointUse } from '../access/limits/endpoint_use.ts'
import type { Failure } from '../access/limits/failures.ts'
import { latencies, type Latency } from '../access/store/schema.ts'
import { section } from '../pages/page.ts'
import { inline, instant } from '../pages/shown.ts'
import { table } from '../pages/parts.ts'

/** The requests of a key in the last 30 days by endpoint, with their latency. */
export const endpointsSection = (use: readonly EndpointUse[]): Html =>
  section(
    'endpoints',
    'Requests by endpoint',
    use.length === 0
      ? html`<p>None.</p>`
      : html`${table(
            'Requests of the last 30 days by endpoint and status',
            ['Endpoint', 'Status', 'Requests', 'Median', '95 % took'],
            use
              .toSorted((a, b) => requestsOf(b) - requestsOf(a))
              .map((each) => [
                html`<code class="break">${each.endpoint}</code>`,
                { figure: String(each.status) },
                requestsOf(each),
                { figure: names[latencyOf(each, 0.5)] },
                { figure: names[latencyOf(each, 0.95)] },
              ]),
            'stacks',
          )}
          <p class="small">Times are measured at the server, without the network.</p>`,
  )

const names: Record<Latency, string> = {
  within_5_ms: 'up to 5 ms',
  within_25_ms: 'up to 25 ms',
  within_100_ms: 'up to 100 ms',
  within_500_ms: 'up to 500 ms',
  slower: 'over 500 ms',
}

const requestsOf = (use: EndpointUse) => latencies.reduce((sum, each) => sum + use[each], 0)

/** The latency step within which a share of the requests, 0 to 1, was answered. */
export function latencyOf(use: EndpointUse, share: number): Latency {
  const wanted = share * requestsOf(use)
  let sum = 0
  return latencies.find((each) => (sum += use[each]) >= wanted) ?? 'slower'
}

export const failuresSection = (failures: readonly Failure[]): Html =>
  section(
    'failures',
    'The last failures',
    failures.length === 0
      ? html`<p>None.</p>`
      : html`<p>
            At most 100, newest first, for 90 days. Keys and query strings are not kept; an answer
            may quote a parameter.
          </p>
          ${table(
            'Failures of the key, newest first',
            ['When', 'Request', 'Status', 'Answer'],
            failures.map(({ at, method, path, status, detail, request_id }) => [
              instant(at),
              html`<code class="break">${method} ${path}</code>`,
              { figure: String(status) },
              html`<span class="said"
                >${inline(detail)}<br /><small class="break">request ${request_id}</small></span
              >`,
            ]),
            'stacks',
          )}`,
  )
