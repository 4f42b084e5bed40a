import { day } from '../../http/parameters/instants.ts'
import { usualRadius_mi } from '../../http/parameters/places.ts'
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
import { middleTimeZone } from '../../query/open_hours/wall_clock.ts'
import { searchPlace } from '../../query/reader/places/locate.ts'
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
  /** What: products, a name, or a whole sentence. */
  q: string
  /** Where; comes before a place in `q`. */
  near?: string | undefined
  /** When: `today`, a day of the week or a date; comes before a day in `q`. */
  on?: string | undefined
  as?: ReadingAs | undefined
  filters: Partial<Record<FilterName, string[]>>
  radius?: string | undefined
  bbox?: string | undefined
  said_since?: string | undefined
  page?: string | undefined
  /** Ids of farms to compare, and of stops of the plan. */
  compare?: string[] | undefined
  plan?: string[] | undefined
}

/** Maximum number of farms to compare, and of stops of a plan. */
export const most = { compare: 3, plan: 8 }

/** The ids of farms in a parameter of an address, each once. */
export const idsIn = (text: string | null, limit: number): string[] =>
  [...new Set(text?.toLowerCase().match(uuidPattern))].slice(0, limit)

const uuidPattern = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

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
    q: textIn(given.get('q')) ?? '',
    near: textIn(given.get('near'))?.trim() || undefined,
    on: dayIn(value('on') === 'date' ? value('date') : value('on')),
    as: readings.find((each) => each === value('as')),
    filters,
    radius: value('radius'),
    bbox: value('bbox'),
    said_since: value('said_since'),
    page: value('page'),
    compare: idsIn(given.get('compare'), most.compare),
    plan: idsIn(given.get('plan'), most.plan),
  }
}

/** A day as the form sends it: `sat` for `Saturday`. */
const dayIn = (text: string | undefined) => day.safeParse(text).data ?? text

const textIn = (text: string | null) => text?.slice(0, 200).replaceAll(/\p{Cc}/gu, ' ')

/** The path of an address, at its first page unless `page` is set. */
export function pathOf(address: Address): string {
  const query = new URLSearchParams()
  for (const [name, value] of valuesOf(address)) if (value) query.set(name, value)
  const text = query.toString().replaceAll('%2C', ',')
  return text === '' ? '/' : `/?${text}`
}

/** The parameters of an address as texts, in their order. */
export const valuesOf = ({ q, near, on, as, filters, page, ...more }: Address) =>
  Object.entries({
    q: q.trim(),
    near,
    on,
    as,
    ...Object.fromEntries(Object.entries(filters).map(([name, all]) => [name, all.join()])),
    radius: more.radius,
    bbox: more.bbox,
    said_since: more.said_since,
    page: page === '1' ? undefined : page,
    compare: more.compare?.join(),
    plan: more.plan?.join(),
  })

/** An address without what a new search leaves behind: the page, and an area of the map. */
export const searchOf = (address: Address): Address => ({
  ...address,
  page: undefined,
  bbox: undefined,
})

/** A view of the directory: its address, the meaning of its text, and the API request. */
export type View = {
  address: Address
  reading: Reading
  /** Parts of the text that the request leaves out. */
  leftOut: LeftOut[]
  /** The values of filters, from the text or from links. */
  filters: Partial<Record<FilterName, string[]>>
  route: typeof search | typeof farms
  /** The day that farms are open on; undefined = any day. */
  day?: string | undefined
  /** The parameters of the API request, without page and facets. */
  query: AskedQuery<typeof search>
}

const fewFarms = 10

/** Reads an address as a view, for a visitor's tier. */
export function viewOf(address: Address, snapshot: ReadBy, tier: Tier, now: Date): View {
  const { bbox } = address
  const reading = readingOf(address, snapshot, now)
  // Lists of pages may filter by day, in any tier.
  const { leftOut, query: ofText } = understand(reading, tier, address.near !== undefined)
  const { open_on: day, ...hours } = dayOf(address, reading, now)
  const { near: nearText, radius, match: _, open_on: __, ...read } = { ...ofText, ...hours }
  const { near, state } = placeOf(address.near, nearText, snapshot)
  const isAround = near !== undefined && bbox === undefined
  const filters = joined(address.filters, state === undefined ? read : { ...read, state })
  const texts = Object.entries(filters).map(([name, values]) => [name, values.join(',')] as const)
  const hasSeveral = listNames.some((name) => (filters[name]?.length ?? 0) > 1)
  return {
    address,
    reading,
    leftOut: leftOut.filter(
      ({ parameter }) => parameter !== 'open_on' && parameter !== 'open_between',
    ),
    filters,
    day,
    route: isAround ? search : farms,
    query: {
      ...read,
      ...Object.fromEntries(texts),
      ...(isAround && { near, radius: address.radius ?? radius ?? usualRadius_mi }),
      ...(day !== undefined && { open_on: day }),
      ...(hasSeveral && !reading.isAny && { match: 'all' }),
      ...(bbox !== undefined && { bbox }),
      ...(address.said_since !== undefined && { said_since: address.said_since }),
      ...(!isAround && read['q'] === undefined && { sort: '-quality_score' }),
      ...(isPlain(address) && { per_page: fewFarms }),
    },
  }
}

function readingOf({ q, as }: Address, snapshot: ReadBy, now: Date): Reading {
  if (as !== undefined && as !== 'sentence') return readAs(q, as)
  const reading = readText(snapshot, q, now)
  return as === 'sentence' ? (reading.sentence ?? reading) : reading
}

/** The day of a view: of the address, else of the text; with the time of the text. */
function dayOf({ on }: Address, { parts }: Reading, now: Date): Record<string, string> {
  const ofText = Object.fromEntries(parts.map(({ parameter, value }) => [parameter, value]))
  const day = on ?? ofText['open_on']
  if (day === undefined) return {}
  const { open_between } = ofText
  const open_on = day === 'today' ? weekdayIn(now) : day
  return { open_on, ...(open_between !== undefined && { open_between }) }
}

/** The day of the week in the middle of the country. */
const weekdayIn = (now: Date): string =>
  now.toLocaleDateString('en-US', { weekday: 'short', timeZone: middleTimeZone }).toLowerCase()

/** The place of a view: of its own field, which may name a state, else of the text. */
function placeOf(field: string | undefined, near: string | undefined, { gazetteer }: ReadBy) {
  if (field === undefined) return { near }
  const found = searchPlace(gazetteer, field)
  if (found.is === 'state') return { state: found.state }
  const isNamed = found.is === 'place' && found.location.kind !== 'point'
  return { near: isNamed ? found.location.name : field }
}

/** Filters on lists: a farm must meet every value. */
const listNames = filtersOfOption.match as FilterName[]

/** The words of a view's text that may be a farm's name, if they are read in another way. */
export function possibleName({ reading, address }: Pick<View, 'address' | 'reading'>): string {
  const [first] = reading.parts
  const name = first?.others.find(({ parameter }) => parameter === 'q')?.value
  if (first === undefined || name === undefined || first.parameter === 'q') return address.q.trim()
  // The words for a place are in the names of many farms.
  const isPlace = first.parameter === 'near' && name.length === first.end - first.start
  return isPlace ? address.q.trim() : name
}

/** Returns true if an address has no search, as the start page's own. */
export const isPlain = ({ q, filters, near, on, bbox, said_since }: Address): boolean =>
  q.trim() === '' &&
  Object.keys(filters).length === 0 &&
  (near ?? on ?? bbox ?? said_since) === undefined

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
