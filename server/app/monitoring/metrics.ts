import { createServer, type Server } from 'node:http'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Aggregator,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import { reasons, type Overload } from '../../load/overload.ts'
import type { Services } from '../../services.ts'
import type { LiveSnapshots } from '../../snapshot/live.ts'
import { listen } from '../listening/listen.ts'

type Route = { seconds: Histogram.Internal<'route'>; answers: Map<number, Counter.Internal> }

type Watched = {
  snapshots: Pick<LiveSnapshots, 'live' | 'state'> & { following?: LiveSnapshots['following'] }
  outages: Services['outages']
}

type Loaded = Pick<Services, 'turns' | 'snapshots'> & {
  overload: Overload
  connections: () => number
}

/** A thread's metrics, each with its rule for combining threads. */
export type MetricFigures = MetricObjectWithValues<MetricValue<string>>[]

/** The combined metrics of all threads, as text for Prometheus. */
export const metricsText = (threads: MetricFigures[]): Promise<string> =>
  AggregatorRegistry.aggregate(threads).metrics()

export function workerFigures(wanted: number, serving: number): Promise<MetricFigures> {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value)
  gauge('farm_directory_workers', 'Configured worker threads', wanted)
  gauge('farm_directory_workers_serving', 'Worker threads that serve', serving)
  return registry.getMetricsAsJSON()
}

/** The process's metrics for Prometheus; no label contains client input. */
export class Metrics {
  readonly registry = new Registry()
  readonly #routes = new Map<string, Route>()
  readonly #requests: Counter<'route' | 'status'>
  readonly #seconds: Histogram<'route'>

  constructor({ snapshots, outages }: Watched) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    this.#requests = new Counter({
      name: 'farm_directory_requests_total',
      help: 'Requests answered, by route and status',
      labelNames: ['route', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'farm_directory_request_seconds',
      help: 'Time from a request to its answer, by route',
      labelNames: ['route'],
      buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    })
    this.gauge(
      'farm_directory_snapshot_farms',
      'Farms of the live snapshot; 0 = none',
      () => snapshots.live?.farms ?? 0,
      'first',
    )
    this.gauge(
      'farm_directory_snapshot_built_seconds',
      'Build time of the live snapshot, in Unix seconds; 0 = none',
      () => Date.parse(snapshots.live?.manifest.built_at ?? '1970-01-01') / 1000,
      'first',
    )
    this.gauge(
      'farm_directory_following_read_seconds',
      'Time at which SNAPSHOTS_URL was last read, in Unix seconds; 0 = never, or not set',
      () => (snapshots.following?.readAt?.getTime() ?? 0) / 1000,
      'max',
    )
    for (const [name, outage] of Object.entries(outages))
      if (outage)
        this.gauge(
          `farm_directory_${name}_up`,
          `1 = the ${name} works; 0 = it is away`,
          () => (outage.isAway ? 0 : 1),
          'min',
        )
    this.#showState(snapshots)
  }

  /** The published snapshot, the served one, and their faults: one line each. */
  #showState(snapshots: Pick<LiveSnapshots, 'state'>): void {
    const ids = {
      name: 'farm_directory_snapshot',
      help: 'Always 1; role published = named live by the folder, served = answers come from it',
      labelNames: ['role', 'snapshot'],
    }
    const problems = {
      name: 'farm_directory_snapshot_problem',
      help: 'Always 1: a problem with the snapshots, as listed by /readyz',
      labelNames: ['problem'],
    }
    const lines = (about: typeof ids, labels: () => Record<string, string>[]) =>
      this.registry.registerMetric(
        new Gauge({
          ...about,
          aggregator: 'max',
          registers: [],
          collect() {
            this.reset()
            for (const each of labels()) this.set(each, 1)
          },
        }),
      )
    lines(ids, () => {
      const { published, served } = snapshots.state
      return Object.entries({ published, served }).flatMap(([role, snapshot]) =>
        snapshot === null ? [] : [{ role, snapshot }],
      )
    })
    lines(problems, () => snapshots.state.problems.map((problem) => ({ problem })))
  }

  /** This thread's metrics. Process-wide values are the same in each thread. */
  async figures(): Promise<MetricFigures> {
    const figures = await this.registry.getMetricsAsJSON()
    return figures.map((figure) =>
      figure.name.startsWith('process_') ? { ...figure, aggregator: 'first' } : figure,
    )
  }

  /** Reports a value read at each scrape; threads combine it by `aggregator`. */
  gauge(name: string, help: string, value: () => number, aggregator: Aggregator = 'sum'): void {
    const collect = function (this: Gauge) {
      this.set(value())
    }
    this.registry.registerMetric(new Gauge({ name, help, aggregator, registers: [], collect }))
  }

  /** Reports refusals in an overload, and waiting requests. */
  watch({ overload, turns, snapshots, connections }: Loaded): void {
    this.registry.registerMetric(
      new Counter({
        name: 'farm_directory_refused_total',
        help: 'Requests and connections refused because of overload, by reason',
        labelNames: ['reason'],
        registers: [],
        collect() {
          this.reset()
          for (const reason of reasons) this.inc({ reason }, overload.count(reason))
        },
      }),
    )
    const waitingQueries = () => snapshots.live?.database.waiting ?? 0
    this.gauge(
      'farm_directory_waiting_requests',
      'Requests that wait for their turn',
      () => turns.waiting,
    )
    this.gauge('farm_directory_waiting_queries', 'Queries that wait', waitingQueries)
    this.gauge('farm_directory_connections', 'Open connections', connections)
  }

  /** Counts an answer. `route` is the pattern of its path, undefined if none matches. */
  note(route = 'none', status: number, seconds: number): void {
    let known = this.#routes.get(route)
    if (!known) {
      known = { seconds: this.#seconds.labels({ route }), answers: new Map() }
      this.#routes.set(route, known)
    }
    let answers = known.answers.get(status)
    if (!answers) {
      answers = this.#requests.labels({ route, status: String(status) })
      known.answers.set(status, answers)
    }
    answers.inc()
    known.seconds.observe(seconds)
  }
}

/** Answers any request with the metrics, on a separate address. Throws a ConfigError if it can't listen. */
export async function serveMetrics(
  metrics: () => Promise<string>,
  place: { host: string; port: number },
): Promise<Server> {
  const server = createServer((_request, response) => {
    metrics().then(
      (text) => response.setHeader('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).end(text),
      (error: Error) => response.destroy(error),
    )
  })
  const settings = { host: 'METRICS_HOST', port: 'METRICS_PORT', zero: 'none' }
  return listen(server, { ...place, settings })
}
