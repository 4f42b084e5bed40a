import { products } from '../../data/vocabulary/vocabulary.ts'

/** The farm that examples ask about, and the snapshot since which they ask for changes. */
export type Subject = { farm: string; since: string }

/** An example of a request, and SQL for DuckDB that answers the same from the public tables. */
export type Question = { request: string; sql?: string }

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
const [egg, ...kinds] = products.kindsOf('eggs')
const eggs = `list_has_any(products, ['${egg}',
    ${listed(kinds.slice(0, 4))},
    ${listed(kinds.slice(4))}])`

const albany = '42.6526, -73.7562'

const miles = `create temp macro miles(lat1, lng1, lat2, lng2) as 2 * 3958.7613 * asin(sqrt(
  pow(sin(radians(lat2 - lat1) / 2), 2)
  + cos(radians(lat1)) * cos(radians(lat2)) * pow(sin(radians(lng2 - lng1) / 2), 2)));

`

/** The farms around Albany, nearest first. */
const around = (radius: number, ...filters: string[]) => `${miles}select
  id, name, place_type, city, products,
  miles(${albany}, lat, lng) as distance_mi
from farms.farms
where ${[`distance_mi <= ${radius}`, ...filters].join('\n  and ')}
order by distance_mi, id
limit 20;`

/** Questions by operation. Operations without one ask for the examples of their parameters. */
export const questions = ({ farm, since }: Subject): Partial<Record<string, Question>> => ({
  searchFarms: { request: '/v1/search?near=Albany,+NY&radius=25', sql: around(25) },
  findFarms: {
    request: '/v1/find?text=farmers+markets+with+eggs+near+Albany',
    sql: around(25, `place_type = 'farmers_market'`, eggs),
  },
  searchByProduct: {
    request: '/v1/food?product=eggs&near=Albany,+NY&radius=50',
    sql: around(50, eggs),
  },
  listFarms: {
    request: '/v1/farms?state=VT&sort=-updated_at',
    sql: `select id, name, place_type, city, products, updated_at
from farms.farms
where state = 'VT'
order by updated_at desc nulls last, id
limit 20;`,
  },
  getFarm: {
    request: `/v1/farms/${farm}`,
    sql: `select * exclude (geometry, bbox, changed_at)
from farms.farms
where id = '${farm}';`,
  },
  getFarmProducts: {
    request: `/v1/farms/${farm}/products`,
    sql: `select unnest(products) as product
from farms.farms
where id = '${farm}';`,
  },
  getFarmHours: { request: `/v1/farms/${farm}/hours` },
  getFarmHistory: {
    request: `/v1/farms/${farm}/history`,
    sql: `select series, source_id, first_edition, last_edition is null as listed, name, products
from farms.listings_history
where farm_id = '${farm}'
order by first_edition, source_id;`,
  },
  getAvailability: {
    request: `/v1/availability?farm_id=${farm}&product=eggs`,
    sql: `select
  name,
  ${eggs} as listed
from farms.farms
where id = '${farm}';`,
  },
  listListings: { request: '/v1/listings?product=eggs&near=Albany,+NY&radius=50' },
  getStats: {
    request: '/v1/stats',
    sql: `select place_type, count(*) as farms
from farms.farms
group by place_type
order by farms desc, place_type;`,
  },
  suggest: { request: '/v1/suggest?q=alb' },
  getMarketLandscape: {
    request: '/v1/market/landscape?near=Albany,+NY&radius=25',
    sql: `${miles}select place_type, count(*) as farms, count(products) as products_known
from farms.farms
where miles(${albany}, lat, lng) <= 25
group by place_type
order by farms desc, place_type;`,
  },
  getMarketPrices: { request: '/v1/market/prices?near=Albany,+NY&product=eggs&radius=50' },
  getMarketCompetitors: { request: `/v1/market/competitors?farm_id=${farm}&radius=25` },
  getMarketDifferentiators: { request: `/v1/market/differentiators?farm_id=${farm}&radius=25` },
  getMarketDelivery: { request: '/v1/market/delivery?near=Albany,+NY&radius=50' },
  listNetChanges: { request: `/v1/changes?since=${since}` },
  listChanges: {
    request: '/v1/snapshots/latest/changes',
    sql: `select farm_id, change, field, before, after
from farms.changes
order by farm_id, field
limit 20;`,
  },
})
