import type { Tier } from '../../../data/schema/meta.ts'
import { certifications, practices, type Vocabulary } from '../../../data/vocabulary/vocabulary.ts'
import type { AskedQuery } from '../../ask/ask.ts'
import { filtersOfOption } from '../../query/filters/conditions.ts'
import { farms } from '../../routes/farms/farms.ts'
import { search } from '../../routes/farms/search.ts'
import type { Gazetteer } from '../../snapshot/columns/gazetteer.ts'
import { readText, readings, type Meaning, type Reading } from './read_text.ts'

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
  as?: Reading | undefined
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

/** A view of the directory: its address, the address's meaning, and the API request. */
export type View = {
  address: Address
  meaning: Meaning
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
export function viewOf(address: Address, gazetteer: Gazetteer, tier: Tier): View {
  const read = readText(gazetteer, address.q, address.as)
  const meaning = tier === 'paid' ? { ...read, leftOut: [] } : read
  const { near, words } = meaning
  const isAround = near !== null && address.bbox === undefined
  const manners = tier === 'paid' ? mannersOf(read.leftOut) : {}
  const filters = { ...manners, ...joined(address.filters, meaning) }
  const texts = Object.entries(filters).map(([name, values]) => [name, values.join(',')] as const)
  const hasSeveral = listNames.some((name) => (filters[name]?.length ?? 0) > 1)
  const around = isAround && {
    near,
    radius: address.radius ?? meaning.radius_mi ?? usualRadius_mi,
  }
  return {
    address,
    meaning,
    filters,
    route: isAround ? search : farms,
    query: {
      ...around,
      ...Object.fromEntries(texts),
      ...(hasSeveral && { match: 'all' }),
      ...(words !== null && { q: words }),
      ...(address.bbox !== undefined && { bbox: address.bbox }),
      ...(address.said_since !== undefined && { said_since: address.said_since }),
      ...(!isAround && words === null && { sort: '-quality_score' }),
      ...(isPlain(address) && { per_page: fewFarms }),
    },
  }
}

/** Filters on lists: a farm must meet every value. */
const listNames = filtersOfOption.match as FilterName[]

/** Returns true if an address has no search, as the start page's own. */
export const isPlain = ({ q, filters, bbox, said_since }: Address): boolean =>
  q.trim() === '' && Object.keys(filters).length === 0 && (bbox ?? said_since) === undefined

/** The practices or certifications in the text, as paid filters. */
function mannersOf(terms: readonly string[]): Address['filters'] {
  const named = (vocabulary: Vocabulary) =>
    terms.flatMap((term) => vocabulary.find(term)?.name ?? [])
  const found = { practices: named(practices), certifications: named(certifications) }
  if (found.practices.length > 0) return { practices: found.practices }
  return found.certifications.length > 0 ? { certifications: found.certifications } : {}
}

/** Combines filters: all products of text and links apply; for other fields, links override the text. */
function joined(given: Address['filters'], { products, place_types, state }: Meaning) {
  const all = [...new Set([...products, ...(given.products ?? [])])]
  const filters: Address['filters'] = { ...given }
  if (all.length > 0) filters.products = all
  if (place_types.length > 0 && !given.place_type) filters.place_type = place_types
  if (state !== null && !given.state) filters.state = [state]
  return filters
}
