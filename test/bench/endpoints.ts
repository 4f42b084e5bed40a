import type { Tier } from '../../data/schema/meta.ts'
import type { Random } from '../../data/sample/random.ts'
import { randomCenters } from './centers.ts'
import { randomFarmIds } from './farm_ids.ts'

/** What requests are drawn from. */
export type Population = {
  /** The folder of the snapshot. */
  folder: string
  random: Random
}

/** What is measured: one line of the result. */
export type Endpoint = {
  name: string
  /** The key that it is called with. */
  tier: Tier
  /** The least share of the ceiling's throughput. */
  target: number
  /** The paths of the requests, with their queries; they are asked in turn, again and again. */
  requests(population: Population): string[] | Promise<string[]>
}

const distinctRequests = 2000

/** Every endpoint that is measured. */
export const endpoints: Endpoint[] = [
  {
    name: 'search 25 mi, free key',
    tier: 'free',
    target: 0.4,
    requests: ({ random }) => searches(random),
  },
  {
    name: 'search 25 mi, paid key',
    tier: 'paid',
    target: 0.4,
    requests: ({ random }) => searches(random),
  },
  {
    name: 'farm profile, paid key',
    tier: 'paid',
    target: 0.5,
    requests: async ({ folder, random }) => {
      const ids = await randomFarmIds(folder, distinctRequests, random)
      return ids.map((id) => `/v1/farms/${id}`)
    },
  },
  {
    name: 'stats, free key',
    tier: 'free',
    target: 0.6,
    requests: () => ['/v1/stats'],
  },
]

const searches = (random: Random) =>
  randomCenters(distinctRequests, random).map(
    ({ lat, lng }) => `/v1/search?lat=${lat.toFixed(5)}&lng=${lng.toFixed(5)}&radius=25`,
  )
