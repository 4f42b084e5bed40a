import type { Tier } from '../../data/schema/meta.ts'
import type { Random } from '../../data/sample/random.ts'
import type { Point } from '../../data/geography/distance.ts'
import { states } from '../../data/geography/states.ts'
import { readPlaces } from '../../data/geography/gazetteer/gazetteer.ts'
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
  /** Whether requests say that they have the answer already; there is one path then. */
  revalidates?: true
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
    name: 'search 25 mi, two products',
    tier: 'free',
    target: 0.3,
    requests: ({ random }) =>
      searches(random).map((path) => `${path}&products=${random.pick(products)},honey`),
  },
  {
    name: 'food 25 mi',
    tier: 'free',
    target: 0.3,
    requests: ({ random }) =>
      randomCenters(distinctRequests, random).map(
        (center) => `/v1/food?${around(center)}&radius=25&product=${random.pick(products)}`,
      ),
  },
  {
    name: 'search 25 mi, near a place',
    tier: 'free',
    target: 0.33,
    requests: ({ random }) => {
      const places = readPlaces()
      return Array.from(
        { length: distinctRequests },
        () => `/v1/search?near=${encodeURIComponent(random.pick(places).name)}&radius=25`,
      )
    },
  },
  {
    name: 'search 25 mi, facets',
    tier: 'free',
    target: 0.3,
    requests: ({ random }) =>
      searches(random).map((path) => `${path}&facets=place_type,products,state`),
  },
  {
    name: 'farm profile, paid key',
    tier: 'paid',
    target: 0.5,
    requests: (population) => ofFarms(population, (id) => `/v1/farms/${id}`),
  },
  {
    name: 'products of a farm, paid key',
    tier: 'paid',
    target: 0.5,
    requests: (population) => ofFarms(population, (id) => `/v1/farms/${id}/products`),
  },
  {
    name: 'availability',
    tier: 'free',
    target: 0.5,
    requests: (population) =>
      ofFarms(
        population,
        (id) => `/v1/availability?farm_id=${id}&product=${population.random.pick(products)}`,
      ),
  },
  {
    name: 'listings 25 mi, paid key',
    tier: 'paid',
    target: 0.05,
    requests: ({ random }) =>
      randomCenters(distinctRequests, random).map(
        (center) => `/v1/listings?${around(center)}&radius=25&product=${random.pick(products)}`,
      ),
  },
  {
    name: 'farms list, two filters',
    tier: 'free',
    target: 0.05,
    requests: ({ random }) =>
      Array.from(
        { length: distinctRequests },
        () => `/v1/farms?state=${random.pick(states).abbr}&products=${random.pick(products)}`,
      ),
  },
  {
    name: 'farms list, two filters and facets',
    tier: 'free',
    target: 0.05,
    requests: ({ random }) =>
      Array.from(
        { length: distinctRequests },
        () =>
          `/v1/farms?state=${random.pick(states).abbr}&products=${random.pick(products)}&facets=place_type,products,county`,
      ),
  },
  {
    name: 'stats, free key',
    tier: 'free',
    target: 0.6,
    requests: () => ['/v1/stats'],
  },
  {
    name: 'search 25 mi, not modified',
    tier: 'free',
    target: 0.6,
    revalidates: true,
    requests: ({ random }) => searches(random).slice(0, 1),
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

const ofFarms = async ({ folder, random }: Population, path: (id: string) => string) =>
  (await randomFarmIds(folder, distinctRequests, random)).map(path)

const landscapes = (centers: Point[], radius: number) =>
  centers.map((center) => `/v1/market/landscape?${around(center)}&radius=${radius}`)

const searches = (random: Random) =>
  randomCenters(distinctRequests, random).map((center) => `/v1/search?${around(center)}&radius=25`)
