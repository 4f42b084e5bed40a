import type { Draw } from '../draw.ts'
import type { RealServer } from '../real_server.ts'
import { sendAtOnce, type Burst } from './burst.ts'
import { flood, type Flooded, type Timing } from './flood.ts'

/** How the server stands more than it can answer at once; each part is empty if it was not asked for. */
export type Overload = { bursts: Burst[]; floods: Flooded[] }

/** What is measured, by name; a flood sends the requests of one client with a paid key. */
const bursts = 'overload: bursts around Albany'
const floods = [
  {
    name: 'overload: flood of searches',
    path: (draw: Draw) => `/v1/search?${draw.center()}&radius=25`,
  },
  {
    name: 'overload: flood of listings',
    path: (draw: Draw) =>
      `/v1/listings?${draw.center()}&radius=100&product=${draw.product()}&per_page=100`,
  },
]
export const overloads = [bursts, ...floods.map(({ name }) => name)]

/**
 * From servers that have just started, each of these sizes so often; then the largest. Measurements shorter than
 * by default have fewer servers and rounds.
 */
const servers = ({ seconds }: Timing) => Math.min(3, Math.ceil(seconds))
const rounds = ({ seconds }: Timing) => Math.min(5, Math.ceil(seconds))
const sizes = [50, 100, 200]
const largest = 2000
/** A flood lasts so many times as long as a measurement: a minute by default. */
const longer = 12

/** Starts servers with the patience that they have by default, one after the other. */
export async function measureOverload(
  start: (name: string) => Promise<RealServer>,
  draw: Draw,
  isWanted: (name: string) => boolean,
  timing: Timing,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Overload> {
  const result: Overload = { bursts: [], floods: [] }
  const using = async (name: string, measure: (server: RealServer) => Promise<void>) => {
    tell(`measuring ${name}`)
    const server = await start(name.replaceAll(/\W+/g, '-'))
    await measure(server)
    await server.stop()
  }
  for (let number = 1; isWanted(bursts) && number <= servers(timing); number++)
    await using(`${bursts} ${number}`, async ({ url, keys }) => {
      const all = [...Array.from({ length: rounds(timing) }, () => sizes).flat(), largest]
      for (const size of all)
        result.bursts.push(await sendAtOnce(url, aroundAlbany(draw, keys.paid, size)))
    })
  for (const { name, path } of floods.filter((each) => isWanted(each.name)))
    await using(name, async (server) => {
      const headers = { 'X-API-Key': server.keys.paid, 'Accept-Encoding': 'identity' }
      const requests = () => ({ path: path(draw), headers })
      const modest = () => floods[0]!.path(draw)
      const lasting = { ...timing, seconds: longer * timing.seconds }
      result.floods.push(await flood(name, server, requests, modest, lasting, signal))
    })
  return result
}

const aroundAlbany = (draw: Draw, key: string, size: number) =>
  Array.from({ length: size }, () => ({
    path: `/v1/search?${draw.centerAtAlbany()}&radius=25`,
    headers: { 'X-API-Key': key },
  }))
