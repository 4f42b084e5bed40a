import type { Tier } from '../../../data/schema/meta.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { Ask } from '../../ask/ask.ts'
import { facetOf } from '../../query/facets/fields.ts'
import { namesState } from '../../query/text_search.ts'
import { farms } from '../../routes/farms/farms.ts'
import { search } from '../../routes/farms/search.ts'
import type { ListMeta } from '../../routes/lists/envelope.ts'
import type { CardFarm } from '../parts/card.ts'
import { listFilters, memberFilters, possibleName, type FilterName, type View } from './view.ts'

export type ListedFarm = CardFarm & Pick<Farm, 'lat' | 'lng'>

type FacetValue = { value: string; count: number }

/** The number of farms in an area, and of farms with known products: all, and recent ones. */
export type Known = {
  farms: number
  products: number
  recent: number
  /** The conditions besides products that the farms meet: a place, others, or none. */
  among: 'place' | 'others' | 'all'
}

/** The answer of the directory to a view. */
export type Found = {
  farms: ListedFarm[]
  meta: ListMeta
  facets: Partial<Record<FilterName, FacetValue[]>>
  known: Known | null
  /** Farms whose hours on the day are unknown or old; null = any day. */
  unconfirmed: { total: number; farms: ListedFarm[] } | null
  /** Number of farms with this name, if the text was read in another way. */
  namesakes: number
}

const shownFields = 'id,name,place_type,city,state,lat,lng,products,updated_at,last_listed,said_at'

/** Requests a view in free fields, by day in any tier. Throws a Problem for a wrong parameter. */
export async function find(view: View, askAs: (tier: Tier) => Ask, tier: Tier): Promise<Found> {
  const ask = askAs(view.day === undefined ? tier : 'paid')
  const { route, query, address } = view
  const isAround = route === search
  const filters = tier === 'paid' ? [...listFilters, ...memberFilters] : listFilters
  const fields = isAround ? `${shownFields},distance_mi` : shownFields
  const [{ data, meta }, unconfirmed, besides, namesakes] = await Promise.all([
    ask(route, {
      ...query,
      page: address.page,
      fields,
      facets: filters.map(facetOf).join(','),
    }),
    view.day === undefined ? null : withoutHours(view, ask, fields),
    besidesProducts(view, ask),
    query.q !== address.q.trim() && address.q !== '' ? countNamed(possibleName(view), ask) : 0,
  ])
  const counts = (meta.facets ?? {}) as Record<string, FacetValue[]>
  const facets = Object.fromEntries(filters.map((name) => [name, counts[facetOf(name)!] ?? []]))
  return {
    farms: data,
    meta,
    facets,
    known: knownIn(besides ?? meta, view),
    unconfirmed,
    namesakes,
  }
}

/** Maximum number of farms without confirmed hours below a list. */
const mostUnconfirmed = 20

/** The farms of a view whose hours on its day are unknown or old. */
async function withoutHours({ route, query }: View, ask: Ask, fields: string) {
  const [known, all] = await Promise.all([
    ask(route, { ...query, per_page: 100, fields: 'id' }),
    ask(route, { ...query, per_page: 100, fields, open_unknown: 'include' }),
  ])
  const ids = new Set(known.data.map(({ id }) => id))
  const farms = all.data.filter(({ id }) => !ids.has(id)).slice(0, mostUnconfirmed)
  return { total: all.meta.total - known.meta.total, farms: farms as ListedFarm[] }
}

/** The counts of a view without its products and day, which select only farms that are known; null if it has none. */
async function besidesProducts({ route, query }: View, ask: Ask): Promise<ListMeta | null> {
  if ((query.products ?? query.category ?? query.open_on) === undefined) return null
  const none = undefined
  const ofProducts = { products: none, category: none, match: none }
  const others = { ...query, ...ofProducts, open_on: none, open_between: none }
  return (await ask(route, { ...others, per_page: 1 })).meta
}

/** Parameters that select no farms, or only farms that are known. */
const noOthers = new Set(
  'sort per_page said_since products category match open_on open_between'.split(' '),
)

function knownIn(meta: ListMeta, { query }: View): Known | null {
  const { total: farms, coverage, coverage_recent: recent } = meta
  if (!coverage || !recent || farms === 0) return null
  const isPlaced = [query.near, query.bbox, query.state].some((each) => each !== undefined)
  const isAny = Object.entries(query).some(
    ([name, value]) => value !== undefined && !noOthers.has(name),
  )
  const among = isPlaced ? 'place' : isAny ? 'others' : 'all'
  return { farms, products: coverage.products, recent: recent.products, among }
}

/** Counts the farms with a name; 0 without a word, and for a state, which matches all its farms. */
async function countNamed(q: string, ask: Ask): Promise<number> {
  const words = q.trim().split(/\s+/).slice(0, 10).join(' ')
  if (!/[\p{L}\p{N}]/u.test(words) || namesState(words)) return 0
  const { meta } = await ask(farms, { q: words, per_page: 1 })
  return meta.total
}
