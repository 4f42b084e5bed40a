import type { Tier } from '../../data/schema/meta.ts'
import type { Random } from '../../data/sample/random.ts'
import type { Point } from '../../data/geography/distance.ts'
import { randomCenters } from './centers.ts'
import { densestCenters } from './densest_area.ts'
import { duckDbLandscapes } from './duckdb_landscape.ts'
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
  /** Another way to the same figures: answers a second, and how many times as many it should be. */
  baseline?: {
    name: string
    target: number
    measure(folder: string, paths: string[], seconds: number): Promise<number>
  }
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
  {
    name: 'landscape 25 mi',
    tier: 'free',
    target: 0.1,
    requests: ({ random }) => landscapes(randomCenters(distinctRequests, random), 25),
  },
  {
    name: 'landscape 100 mi, densest area',
    tier: 'free',
    target: 0.02,
    requests: async ({ folder, random }) =>
      landscapes(await densestCenters(folder, distinctRequests, random), 100),
    baseline: { name: 'DuckDB', target: 20, measure: duckDbLandscapes },
  },
  {
    name: 'prices 25 mi',
    tier: 'free',
    target: 0.1,
    requests: ({ random }) =>
      randomCenters(distinctRequests, random).map(
        (center) =>
          `/v1/market/prices?${around(center)}&radius=25&product=${random.pick(products)}`,
      ),
  },
]

/** Of long-tailed demand, from the most offered on. */
const products = [
  'vegetables',
  'eggs',
  'tomatoes',
  'honey',
  'beef',
  'apples',
  'kale',
  'goat+cheese',
]

const around = ({ lat, lng }: Point) => `lat=${lat.toFixed(5)}&lng=${lng.toFixed(5)}`

const landscapes = (centers: Point[], radius: number) =>
  centers.map((center) => `/v1/market/landscape?${around(center)}&radius=${radius}`)

const searches = (random: Random) =>
  randomCenters(distinctRequests, random).map(
    ({ lat, lng }) => `/v1/search?lat=${lat.toFixed(5)}&lng=${lng.toFixed(5)}&radius=25`,
  )
