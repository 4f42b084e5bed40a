import { join } from 'node:path'
import type { Tier } from '../../data/schema/meta.ts'
import type { Original } from './ceiling.ts'
import { program } from './command.ts'
import type { Endpoint } from './endpoints.ts'
import { Meter, type Figures } from './meter.ts'
import type { Options } from './options.ts'
import type { RealServer } from './real_server.ts'
import { startServer } from './server_process.ts'

export type Measurement = {
  name: string
  tier: Tier
  server: Figures
  ceiling: Figures
  /** The server's throughput as a share of the ceiling's, and what it should be at least. */
  share: number
  target: number
  /** The share by processor time, which holds where other programs take turns on the cores. */
  cpu_share: number
  /** The server against another way to the same figures, where there is one. */
  baseline?: { name: string; requests_per_s: number; times: number; target: number }
  /** The server at half of the throughput that it reached. */
  half_load: Figures
}

type Timing = Pick<Options, 'seconds' | 'warmUp_s'>

const connections = 16

/** Server and ceiling take so many turns in a measurement, so that both see the same conditions. */
const turns = 5

/** Measures an endpoint and its ceiling. Throws where a request fails. */
export async function measure(
  { name, tier, target, revalidates, baseline }: Endpoint,
  paths: string[],
  server: RealServer,
  { seconds, warmUp_s }: Timing,
  { scratch, folder }: { scratch: string; folder: string },
  signal: AbortSignal,
): Promise<Measurement> {
  const headers = {
    'X-API-Key': server.keys[tier],
    ...(revalidates && { 'If-None-Match': await tagOf(server, tier, paths[0]!) }),
  }
  const original = { url: server.url.href, headers, paths }
  const ceiling = await startCeiling(original, scratch, signal)
  try {
    const both = [server, ceiling].map((each) => new Meter(each, paths, headers)) as [Meter, Meter]
    for (const meter of both) await meter.warmUp({ connections, seconds: warmUp_s })
    for (let turn = 0; turn < turns; turn++)
      for (const meter of both) await meter.run({ connections, seconds: seconds / turns })
    const [ofServer, ofCeiling] = both.map((meter) => meter.figures()) as [Figures, Figures]
    const half = new Meter(server, paths, headers)
    await half.run({ connections, seconds, rate_per_s: ofServer.requests_per_s / 2 })
    const other_per_s = await baseline?.measure(folder, paths, seconds)
    return {
      name,
      tier,
      server: ofServer,
      ceiling: ofCeiling,
      share: ofServer.requests_per_s / ofCeiling.requests_per_s,
      target,
      cpu_share: ofCeiling.cpu_us / ofServer.cpu_us,
      half_load: half.figures(),
      ...(baseline &&
        other_per_s !== undefined && {
          baseline: {
            name: baseline.name,
            requests_per_s: other_per_s,
            times: ofServer.requests_per_s / other_per_s,
            target: baseline.target,
          },
        }),
    }
  } finally {
    await ceiling.stop()
  }
}

async function tagOf({ url, keys }: RealServer, tier: Tier, path: string): Promise<string> {
  const { headers } = await fetch(new URL(path, url), { headers: { 'X-API-Key': keys[tier] } })
  return headers.get('ETag')!
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
