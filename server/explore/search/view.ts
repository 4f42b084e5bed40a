import type { Tier } from '../../../data/schema/meta.ts'
import type { AskedQuery } from '../../ask/ask.ts'
import { filtersOfOption } from '../../query/filters/conditions.ts'
import {
  readAs,
  readings,
  readText,
  type ReadBy,
  type Reading,
  type ReadingAs,
} from '../../query/reader/read.ts'
import { understand, type LeftOut } from '../../query/reader/understand.ts'
import { farms } from '../../routes/farms/farms.ts'
import { search } from '../../routes/farms/search.ts'

/** Filters that links of the page set, with any number of values each. */
export const listFilters = ['place_type', 'products', 'category', 'state'] as const
export const memberFilters = [
  'certifications',
  'practices',
  'delivery_options',
  'payment_methods',
] as const
export type FilterName = (typeof listFilters | typeof memberFilters)[number]

/** The parameters of the start page's address. Other parameters are ignored. */
export type Address = {
  q: string
  as?: ReadingAs | undefined
  filters: Partial<Record<FilterName, string[]>>
  radius?: string | undefined
  bbox?: string | undefined
  said_since?: string | undefined
  page?: string | undefined
}

export function readAddress(querystring: string, tier: Tier): Address {
  const given = new URLSearchParams(querystring)
  const value = (name: string) => given.get(name)?.trim() || undefined
  const names: readonly FilterName[] =
    tier === 'paid' ? [...listFilters, ...memberFilters] : listFilters
  const filters: Address['filters'] = {}
  for (const name of names) {
    const values = (value(name) ?? '').split(',').flatMap((each) => each.trim() || [])
    if (values.length > 0) filters[name] = [...new Set(values)]
  }
  return {
    q: (given.get('q') ?? '').slice(0, 200).replaceAll(/\p{Cc}/gu, ' '),
    as: readings.find((each) => each === value('as')),
    filters,
    radius: value('radius'),
    bbox: value('bbox'),
    said_since: value('said_since'),
    page: value('page'),
  }
}

/** The path of an address, at its first page unless `page` is set. */
export function pathOf({ q, as, filters, radius, bbox, said_since, page }: Address): string {
  const query = new URLSearchParams()
  const set = (name: string, value: string | undefined) => value && query.set(name, value)
  set('q', q.trim())
  set('as', as)
  for (const [name, values] of Object.entries(filters)) set(name, values.join(','))
  set('radius', radius)
  set('bbox', bbox)
  set('said_since', said_since)
  if (page !== '1') set('page', page)
  const text = query.toString().replaceAll('%2C', ',')
  return text === '' ? '/' : `/?${text}`
}

/** A view of the directory: its address, the meaning of its text, and the API request. */
export type View = {
  address: Address
  reading: Reading
  /** Parts of the text that the request leaves out. */
  leftOut: LeftOut[]
  /** The values of filters, from the text or from links. */
  filters: Partial<Record<FilterName, string[]>>
  route: typeof search | typeof farms
  /** The parameters of the API request, without page and facets. */
  query: AskedQuery<typeof search>
}

/** Number of farms in a view without a search. */
const fewFarms = 10

/** The default distance around a place. */
export const usualRadius_mi = 25

/** Reads an address as a view, for a visitor's tier. */
export function viewOf(address: Address, snapshot: ReadBy, tier: Tier, now: Date): View {
  const { q, as, bbox } = address
  const reading = as ? readAs(q, as) : readText(snapshot, q, now)
  const { query, leftOut } = understand(reading, tier)
  const { near, radius, match: _, ...read } = query
  const isAround = near !== undefined && bbox === undefined
  const filters = joined(address.filters, read)
  const texts = Object.entries(filters).map(([name, values]) => [name, values.join(',')] as const)
  const hasSeveral = listNames.some((name) => (filters[name]?.length ?? 0) > 1)
  return {
    address,
    reading,
    leftOut,
    filters,
    route: isAround ? search : farms,
    query: {
      ...read,
      ...Object.fromEntries(texts),
      ...(isAround && { near, radius: address.radius ?? radius ?? usualRadius_mi }),
      ...(hasSeveral && !reading.isAny && { match: 'all' }),
      ...(bbox !== undefined && { bbox }),
      ...(address.said_since !== undefined && { said_since: address.said_since }),
      ...(!isAround && read['q'] === undefined && { sort: '-quality_score' }),
      ...(isPlain(address) && { per_page: fewFarms }),
    },
  }
}

/** Filters on lists: a farm must meet every value. */
const listNames = filtersOfOption.match as FilterName[]

/** Returns true if an address has no search, as the start page's own. */
export const isPlain = ({ q, filters, bbox, said_since }: Address): boolean =>
  q.trim() === '' && Object.keys(filters).length === 0 && (bbox ?? said_since) === undefined

/** Combines filters: all products of text and links apply; for other fields, links override the text. */
function joined(given: Address['filters'], read: Record<string, string>): Address['filters'] {
  const names = [...listFilters, ...memberFilters].filter((name) => read[name] !== undefined)
  const filters: Address['filters'] = { ...given }
  for (const name of names) {
    const values = read[name]!.split(',')
    if (name === 'products') filters.products = [...new Set([...values, ...(given.products ?? [])])]
    else filters[name] ??= values
  }
  return filters
}
