import { join } from 'node:path'
import type { Tier } from '../../data/schema/meta.ts'
import type { Original } from './ceiling.ts'
import { program } from './command.ts'
import type { Draw } from './draw.ts'
import type { Endpoint } from './endpoints.ts'
import { load } from './load.ts'
import { loadByWrk } from './load_by_wrk.ts'
import { Meter, type Figures } from './meter.ts'
import type { Options } from './options.ts'
import type { RealServer } from './real_server.ts'
import type { Stalls } from './report_usage.ts'
import { requestsOf, type Request, type Requests } from './requests.ts'
import { startServer, type ServerProcess } from './server_process.ts'

export type Measurement = {
  name: string
  tier: Tier
  server: Figures
  ceiling: Figures
  /** The server's throughput as a share of the ceiling's, and what it should be at least. */
  share: number
  target: number
  /** Processor time of a request above that of the ceiling's. */
  cpu_above_us: number
  /** The share by processor time, which holds where other programs take turns on the cores. */
  cpu_share: number
  /** The server against another way to the same figures; null where there is none. */
  baseline: { name: string; requests_per_s: number; times: number; target: number } | null
  /** Both at half of the throughput that the server reached. */
  half_load: { server: Steady; ceiling: Steady }
  /** A server with one worker and a ceiling with as many as this one, where it has several; else null. */
  one_worker: Figures | null
  ceiling_of_workers: Figures | null
  /** Other programs that answer the same requests. */
  peers: Peer[]
}

/** How a server stood requests at an even rate, with the longest stall of each second. */
export type Steady = Figures & { stalls_ms: Stalls }

export type Peer = { name: string; figures: Figures; share: number }

/** What an endpoint is measured with. */
export type Setting = {
  server: RealServer
  oneWorker: ServerProcess | null
  /** How many workers `server` has; null = as by default. */
  workers: number | null
  /** Those that answer what the endpoint answers. */
  peers: { name: string; server: ServerProcess }[]
  draw: Draw
  folder: string
  scratch: string
}

type Timing = Pick<Options, 'seconds' | 'warmUp_s' | 'load'>

const connections = 16

/** All servers take so many turns in a measurement, so that they see the same conditions. */
const turns = 5

/** So many answers of the server are what its ceiling sends. */
const sampleSize = ({ seconds }: Timing) => Math.min(1000, 60 + Math.ceil(200 * seconds))

/** Measures an endpoint and its ceiling. Throws where an answer is not what is to be measured. */
export async function measure(
  endpoint: Endpoint,
  setting: Setting,
  timing: Timing,
  signal: AbortSignal,
): Promise<Measurement> {
  const { server, oneWorker, workers, peers, draw, folder, scratch } = setting
  const { name, tier, target } = endpoint
  const requests = await requestsOf(endpoint, draw, server)
  const sample = Array.from({ length: sampleSize(timing) }, requests.next)
  const original = { url: server.url.href, requests: sample, expected: requests.expected }
  await using ends = new AsyncDisposableStack()
  const start = async (workers: number) => {
    const started = await startCeiling({ ...original, workers }, scratch, signal)
    ends.defer(() => started.stop())
    return started
  }
  const ceiling = await start(1)
  const ofSeveral = oneWorker ? [oneWorker, await start(workers!)] : []
  const beside = [ceiling, ...ofSeveral, ...peers.map((peer) => peer.server)]
  const [ofServer, ofCeiling, ...others] = await inTurns([server, ...beside], requests, timing)
  const [ofOneWorker = null, ceilingOfWorkers = null] = others.splice(0, ofSeveral.length)
  const shareOf = (figures: Figures) => figures.requests_per_s / ofCeiling.requests_per_s
  const half = { seconds: timing.seconds, rate_per_s: ofServer.requests_per_s / 2 }
  return {
    name,
    tier,
    server: ofServer,
    ceiling: ofCeiling,
    share: shareOf(ofServer),
    target,
    cpu_above_us: ofServer.cpu_us - ofCeiling.cpu_us,
    cpu_share: ofCeiling.cpu_us / ofServer.cpu_us,
    half_load: {
      server: await steadily(server, requests, half),
      ceiling: await steadily(ceiling, requests, half),
    },
    one_worker: ofOneWorker,
    ceiling_of_workers: ceilingOfWorkers,
    peers: peers.map(({ name }, index) => ({
      name,
      figures: others[index]!,
      share: shareOf(others[index]!),
    })),
    baseline: await baselineOf(endpoint, { folder, sample, ofServer }, timing.seconds),
  }
}

async function inTurns(
  servers: ServerProcess[],
  requests: Requests,
  { seconds, warmUp_s, load: by }: Timing,
): Promise<[server: Figures, ceiling: Figures, ...others: Figures[]]> {
  const meters = servers.map((each) => new Meter(each, requests, by === 'wrk' ? loadByWrk : load))
  for (const meter of meters) await meter.warmUp({ connections, seconds: warmUp_s })
  for (let turn = 0; turn < turns; turn++)
    for (const meter of meters) await meter.run({ connections, seconds: seconds / turns })
  return meters.map((meter) => meter.figures()) as [Figures, Figures, ...Figures[]]
}

async function baselineOf(
  { baseline }: Endpoint,
  { folder, sample, ofServer }: { folder: string; sample: Request[]; ofServer: Figures },
  seconds: number,
): Promise<Measurement['baseline']> {
  if (!baseline) return null
  const { name, target } = baseline
  const paths = sample.map(({ path }) => path)
  const requests_per_s = await baseline.measure(folder, paths, seconds)
  return { name, requests_per_s, times: ofServer.requests_per_s / requests_per_s, target }
}

async function steadily(
  server: ServerProcess,
  requests: Requests,
  half: { seconds: number; rate_per_s: number },
): Promise<Steady> {
  const meter = new Meter(server, requests)
  await server.watch()
  await meter.run({ connections, ...half })
  return { ...meter.figures(), stalls_ms: await server.stalls() }
}

const startCeiling = (original: Original, scratch: string, signal: AbortSignal) =>
  startServer(
    {
      path: program('test/bench/ceiling.ts'),
      input: JSON.stringify(original),
      log: join(scratch, 'ceiling.log'),
    },
    signal,
  )
