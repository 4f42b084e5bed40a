import type { Tier } from '../../data/schema/meta.ts'
import type { Draw } from './draw.ts'
import { duckDbLandscapes } from './duckdb_landscape.ts'

/** What is measured: one line of the result. */
export type Endpoint = {
  name: string
  /** The key that it is called with. */
  tier: Tier
  /** The least share of bare Koa's throughput. */
  target: number
  /** The bytes that the body of an answer to measure has, both included. */
  bytes: readonly [least: number, most: number]
  /** Whether requests say that they have the answer already: it is 304, and has no body. */
  revalidates?: true
  /** The path of a request, with its query. */
  path: (draw: Draw) => string
  /** Whether the peers answer it, too. */
  isPeersToo?: true
  /** Another way to the same figures: answers a second, and how many times as many it should be. */
  baseline?: {
    name: string
    target: number
    measure(folder: string, paths: string[], seconds: number): Promise<number>
  }
}

const list = [50, 100_000] as const
const record = [40, 20_000] as const
const figures = [300, 30_000] as const
const none = [0, 0] as const

const search = (draw: Draw) => `/v1/search?${draw.center()}&radius=25`
const twoFilters = (draw: Draw) => `/v1/farms?state=${draw.state()}&products=${draw.product()}`

/** Every endpoint that is measured. */
export const endpoints: Endpoint[] = [
  {
    name: 'search 25 mi, free key',
    tier: 'free',
    target: 0.4,
    bytes: list,
    path: search,
    isPeersToo: true,
  },
  { name: 'search 25 mi, paid key', tier: 'paid', target: 0.4, bytes: list, path: search },
  {
    name: 'search 25 mi, two products',
    tier: 'free',
    target: 0.33,
    bytes: list,
    path: (draw) => `${search(draw)}&products=${draw.twoProducts()}`,
  },
  {
    name: 'search 25 mi, near a place',
    tier: 'free',
    target: 0.33,
    bytes: list,
    path: (draw) => `/v1/search?near=${draw.place()}&radius=25`,
  },
  {
    name: 'search 25 mi, facets',
    tier: 'free',
    target: 0.3,
    bytes: list,
    path: (draw) => `${search(draw)}&facets=place_type,products,state`,
  },
  {
    name: 'food 25 mi',
    tier: 'free',
    target: 0.33,
    bytes: list,
    path: (draw) => `/v1/food?${draw.center()}&radius=25&product=${draw.product()}`,
  },
  {
    name: 'farm profile, paid key',
    tier: 'paid',
    target: 0.5,
    bytes: [400, 20_000],
    path: (draw) => `/v1/farms/${draw.farm()}`,
  },
  {
    name: 'products of a farm, paid key',
    tier: 'paid',
    target: 0.5,
    bytes: record,
    path: (draw) => `/v1/farms/${draw.farm()}/products`,
  },
  {
    name: 'availability',
    tier: 'free',
    target: 0.5,
    bytes: record,
    path: (draw) => `/v1/availability?farm_id=${draw.farm()}&product=${draw.product()}`,
  },
  {
    name: 'listings 25 mi, paid key',
    tier: 'paid',
    target: 0.05,
    bytes: list,
    path: (draw) => `/v1/listings?${draw.center()}&radius=25&product=${draw.product()}`,
  },
  { name: 'farms list, two filters', tier: 'free', target: 0.25, bytes: list, path: twoFilters },
  {
    name: 'farms list, two filters and facets',
    tier: 'free',
    target: 0.05,
    bytes: list,
    path: (draw) => `${twoFilters(draw)}&facets=place_type,products,county`,
  },
  { name: 'stats', tier: 'free', target: 0.65, bytes: figures, path: () => '/v1/stats' },
  {
    name: 'suggest',
    tier: 'free',
    target: 0.1,
    bytes: [20, 20_000],
    path: (draw) => `/v1/suggest?q=${draw.beginning()}`,
  },
  {
    name: 'not modified: search 25 mi',
    tier: 'free',
    target: 0.55,
    revalidates: true,
    bytes: none,
    path: search,
  },
  {
    name: 'not modified: stats',
    tier: 'free',
    target: 0.55,
    revalidates: true,
    bytes: none,
    path: () => '/v1/stats',
  },
  {
    name: 'landscape 25 mi',
    tier: 'free',
    target: 0.2,
    bytes: figures,
    path: (draw) => `/v1/market/landscape?${draw.center()}&radius=25`,
  },
  {
    name: 'landscape 100 mi, densest area',
    tier: 'free',
    target: 0.15,
    bytes: figures,
    path: (draw) => `/v1/market/landscape?${draw.centerOfMost()}&radius=100`,
    baseline: { name: 'DuckDB', target: 100, measure: duckDbLandscapes },
  },
  {
    name: 'prices 25 mi',
    tier: 'free',
    target: 0.2,
    bytes: [100, 30_000],
    path: (draw) => `/v1/market/prices?${draw.center()}&radius=25&product=${draw.product()}`,
  },
]
