import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { openApiDocument } from './all_routes.ts'
import { answerReporters } from './answer_reporters.ts'
import { createApp } from './app.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { ThreadCounts } from '../access/limits/counters/thread_counter.ts'
import { everyPeriod } from '../access/store/outage_watch.ts'
import type { Config } from '../config.ts'
import { answerBadHttp } from './bad_http.ts'
import { limitConnections, timesOf, begin } from './listening/connections.ts'
import { listen, ofRequests } from './listening/listen.ts'
import { addressHere, publicAddress } from '../http/addresses/public_address.ts'
import { Metrics, serveMetrics } from './monitoring/metrics.ts'
import { openAccess } from './open_access.ts'
import { openStreets } from './open_streets.ts'
import { Overload } from '../load/overload.ts'
import { Turns } from '../load/turns.ts'
import type { Services } from '../services.ts'
import { SnapshotDatabase } from '../snapshot/database.ts'
import { openFollower } from '../snapshot/following/follower.ts'
import type { Ages } from '../snapshot/figures.ts'
import { LiveSnapshots, type OpenTogether } from '../snapshot/live.ts'
import { PublishedSnapshots } from '../snapshot/published.ts'

// Bodies of about 10 kB come from one pool instead of separate allocations: a seventh of a search's time.
Buffer.poolSize = 1024 * 1024

/** A snapshot, and the ages of its farms at the server's start. */
export type Served = { manifest: Manifest; ages: Ages }

export type RunningServer = {
  url: string
  /** The snapshot at the start; undefined if none was valid. */
  served: Served | undefined
  /** The OpenAPI document, as JSON. */
  openApi: string
  metrics: Metrics
  /** Checks at once for a new live snapshot. */
  refresh(): Promise<void>
  /** Re-reads the snapshots' files at once. */
  patrol(): Promise<void>
  /** Refuses new requests, lets running ones finish, and writes every count. */
  close(): Promise<void>
}

/** Rough interval at which connections become free, for Retry-After. */
const connection_ms = 10

/** Interval at which reporters are answered. */
const minute_ms = 60_000

/** What serving threads share; absent with one. */
type Together = {
  counts: ThreadCounts
  open: OpenTogether
  workers: Services['workers']
}

/** `openApi`: the document, if it was made before with the same settings. */
type Options = { clock?: () => Date; together?: Together; openApi?: string | undefined }

/** Opens store, limits and snapshot, and listens. Throws a StoreError or a ConfigError. */
export async function serve(
  config: Config,
  log: Logger,
  { clock = () => new Date(), together, openApi: made }: Options = {},
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack()
  const overload = new Overload()
  const turns = new Turns(config.patience_ms, overload)
  const access = await openAccess(config, log, clock, together?.counts)
  opened.defer(() => access.close())
  // Made before the first request: it blocks the event loop for 0.1 to 0.4 s.
  const openApi = made ?? JSON.stringify(openApiDocument(config))
  const now = () => clock().getTime()
  const options = { ...config.snapshot, overload }
  const snapshots = await LiveSnapshots.open(config.layout, options, log, now, together?.open)
  opened.defer(() => snapshots.close())
  const follower = await openFollower(config.following, snapshots, log, clock)
  opened.defer(() => follower?.close())
  const archive = await SnapshotDatabase.openFolder(
    config.layout.snapshots,
    config.snapshot.query,
    overload,
  )
  opened.defer(() => archive.close())
  const metrics = new Metrics({ snapshots, outages: access.outages })
  if (config.metrics) {
    const metricsServer = await serveMetrics(() => metrics.registry.metrics(), config.metrics)
    opened.defer(() => metricsServer.close().closeAllConnections())
  }
  let draining = false
  let bound = config.port // a draining server has no address
  const services = {
    config,
    openApi,
    ...access,
    snapshots,
    published: new PublishedSnapshots(config.layout, snapshots),
    archive,
    streets: await openStreets(config.basemap, log),
    turns,
    log,
    metrics,
    clock,
    publicUrl: () => publicAddress(config.publicUrl, config.host, bound),
    draining: () => draining,
    workers: together?.workers,
  }
  opened.defer(everyPeriod(minute_ms, () => void answerReporters(services)))
  const refuse = answerBadHttp(services)
  const handle = createApp(services).callback()
  const server = httpServer(
    (request, response) => void handle(request, response),
    refuse,
    timesOf(config.connections),
  )
  const connections = limitConnections(server, config, (socket, why) =>
    refuse(overload.refuse('connections', why, connection_ms), socket),
  )
  server.on('connection', () => turns.accepted())
  metrics.watch({ overload, turns, snapshots, connections })
  const { host, port } = config
  await listen(server, { host, port, isShared: together !== undefined, settings: ofRequests })
  bound = (server.address() as AddressInfo).port
  opened.defer(() => drain(server, config.drain_s))
  const open = opened.move()
  const { live } = snapshots
  return {
    url: addressHere(host, bound),
    served: live && { manifest: live.manifest, ages: live.ages(clock()) },
    openApi,
    metrics,
    refresh: () => follower?.look() ?? snapshots.refresh(),
    patrol: () => snapshots.patrol(),
    close() {
      draining = true
      return open.disposeAsync()
    },
  }
}

/** The application answers a missing Host and an unknown Expect, like all other requests. */
function httpServer(
  handle: RequestListener,
  refuse: ReturnType<typeof answerBadHttp>,
  times: ServerOptions,
): Server {
  const answer: RequestListener = (request, response) => {
    if (!request.socket.writable) return // already refused
    const target = pathAndQuery(request.url ?? '')
    if (target === null) return refuse(new Error('no such target'), request.socket)
    request.url = target
    begin(response)
    handle(request, response)
  }
  const options = { requireHostHeader: false, optimizeEmptyRequests: true, ...times }
  return createServer(options, answer)
    .on('checkExpectation', answer)
    .on('clientError', refuse)
    .on('connect', (_, socket) => refuse(new Error('no proxy'), socket))
}

/** Waits until all connections end, or cuts them after `seconds`. */
async function drain(server: Server, seconds: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cutOff = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  await closed
  clearTimeout(cutOff)
}

/** A target's path and query, for a path, `*` or a page's address (RFC 9112, 3.2); else null. */
function pathAndQuery(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const address = /^https?:/i.test(target) ? URL.parse(target) : null
  return address && address.pathname + address.search
}
