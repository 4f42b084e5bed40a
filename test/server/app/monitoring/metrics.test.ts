import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { Metrics, serveMetrics } from '../../../../server/app/monitoring/metrics.ts'

const nothing = {
  snapshots: { live: undefined, state: { published: null, served: null, problems: [] } },
  outages: { store: { isAway: false }, redis: undefined },
}

describe('Metrics', () => {
  it('counts answers by route and status, and their time by route', async () => {
    const metrics = new Metrics(nothing)
    metrics.note('/v1/farms/:id', 200, 0.0002)
    metrics.note('/v1/farms/:id', 200, 0.002)
    metrics.note('/v1/farms/:id', 404, 0.0002)
    metrics.note(undefined, 404, 0.0002)
    const lines = (await metrics.registry.metrics()).split('\n')
    const of = (start: string) => lines.filter((line) => line.startsWith(start))
    assert.deepEqual(of('farm_directory_requests_total'), [
      'farm_directory_requests_total{route="/v1/farms/:id",status="200"} 2',
      'farm_directory_requests_total{route="/v1/farms/:id",status="404"} 1',
      'farm_directory_requests_total{route="none",status="404"} 1',
    ])
    assert.deepEqual(of('farm_directory_request_seconds_count'), [
      'farm_directory_request_seconds_count{route="/v1/farms/:id"} 3',
      'farm_directory_request_seconds_count{route="none"} 1',
    ])
    assert.deepEqual(of('farm_directory_request_seconds_bucket{le="0.001",route="/v1/farms/:id"'), [
      'farm_directory_request_seconds_bucket{le="0.001",route="/v1/farms/:id"} 2',
    ])
    assert.deepEqual(of('farm_directory_snapshot_farms'), ['farm_directory_snapshot_farms 0'])
  })

  it('are answered on an address of their own, to whoever asks there', async (t) => {
    const metrics = new Metrics(nothing)
    const server = await serveMetrics(() => metrics.registry.metrics(), {
      host: '127.0.0.1',
      port: 0,
    })
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type')!, /^text\/plain/)
    assert.match(await response.text(), /^process_resident_memory_bytes \d+/m)
  })
})
