import type { z } from 'zod'
import { listBody } from './row_formats.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import { recentYears } from '../../snapshot/said/said_figures.ts'
import { instantText } from '../../http/parameters/canonical.ts'
import type { RawQuery } from '../../http/parameters/query_string.ts'
import { after, type Eventual } from '../../eventual.ts'
import { badParameters, Problem } from '../../http/problem.ts'
import { askedFarms, type AskedFarms } from '../../query/row_of.ts'
import { allowFacets } from '../../query/facets/fields.ts'
import { facetsOf } from '../../query/facets/facets.ts'
import { conditions, filtersOfOption, type FilterValues } from '../../query/filters/conditions.ts'
import type { FilterRequest } from '../../query/filters/filter.ts'
import { listHints, type ListHints } from '../../query/hints/list_hints.ts'
import { matchingProducts } from '../../query/farm_record.ts'
import type { Location } from '../../query/reader/places/locate.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { select, type Near, type Order, type Scope, type Selected } from '../../query/select.ts'
import { coverageFor } from '../../query/market/suppression.ts'
import { textRanks } from '../../query/text_search.ts'
import type { Services } from '../../services.ts'
import { locationOf } from '../parameters.ts'
import { pageOf, type Counts, type ListBody, type ListMeta } from './envelope.ts'
import { hasMeta } from './formats.ts'
import { asksOfNow, listFields, type listParameters, type Sort } from './parameters.ts'
import type { DataAnswer, DataRequest } from '../data_route.ts'

type Query = Pick<
  z.output<z.ZodObject<typeof listParameters>>,
  'page' | 'per_page' | 'fields' | 'facets' | 'now'
>

/** Pages this far into a list cost up to a few times the first, and say where all farms are. */
const deepEntries = 1000

/** A list endpoint's parameters, as read. */
export type ListRequest = {
  /** Those of the filters, with or without the other parameters. */
  values: FilterValues
  near?: Near | (Near & Location) | undefined
  ids?: string[] | undefined
  /** Default: as `ids` has the farms. */
  sort: Sort | undefined
  /** The product that the list is of, if it is of one. */
  product?: string
  /** Parameters that do not apply to this request. */
  ignored?: string[]
  /** The reading of a text for `meta`, and the path of the request in strict parameters. */
  read?: Pick<ListMeta, 'understood' | 'unread' | 'corrected' | 'ambiguous' | 'left_out'> & {
    strict: string
  }
}

/** Answers a list endpoint. */
export function answerList(
  request: DataRequest<Query>,
  services: Services,
  asked: ListRequest,
): Eventual<DataAnswer<ListBody>> {
  listFields.allow(request.query.fields, request.tier)
  requireSense(request, asked)
  return after(editionsOf(asked.values, services), (editions) => {
    const { snapshot, tier, query } = request
    const asker: FilterRequest = { snapshot, tier, now: query.now ?? request.now, editions }
    const farms = asked.ids && askedFarms(snapshot, asked.ids)
    const scope = { near: asked.near, rows: farms?.rows }
    const found = select(snapshot, {
      ...scope,
      conditions: conditions(asked.values, asker),
      order: orderOf(asked, request),
      page: query.page,
      per_page: query.per_page,
      recentSince: firstDayOf(recentYears, asker.now),
    })
    return after(found, (selected) =>
      after(saidOf(request, { asked, farms, scope, selected, asker }), (said) =>
        pageWith(request, asked, selected, said),
      ),
    )
  })
}

/** The page as it is written. */
function pageWith(
  request: DataRequest<Query>,
  { product, read }: ListRequest,
  selected: Selected,
  said: Counts,
): DataAnswer<ListBody> {
  const { tier, snapshot, rawQuery, query, format } = request
  const { page, per_page, fields } = query
  const shows = product !== undefined && (fields?.includes('matching_products') ?? true)
  const matching = shows ? matchingProducts(snapshot, selected.rows, product, tier) : undefined
  const ofNext = asksOfNow(rawQuery) ? pinned(rawQuery, request.now) : rawQuery
  const shown = pageOf(request, said, { ofNext, strict: read?.strict })
  const allFields = listFields.of(tier)
  const body = listBody({ snapshot, selected, tier, fields, allFields, matching, ...shown }, format)
  const bulk = (page - 1) * per_page >= deepEntries
  const { count, ignored = [] } = shown.meta
  return { body, next: shown.links.next, count, bulk, ignored }
}

/** Throws a 400 or 403 Problem for parameters that contradict each other, or are not for the tier. */
function requireSense({ query, format, tier }: DataRequest<Query>, asked: ListRequest): void {
  const { near, sort, values, product, read } = asked
  const refuse = (parameter: string, message: string, suggestion?: string) => {
    throw badParameters([{ parameter, message, ...(suggestion && { suggestion }) }])
  }
  if (!near && !read && query.fields?.includes('distance_mi'))
    refuse('fields', 'distance_mi is known only around a point: give lat and lng, or near')
  if (product === undefined && query.fields?.includes('matching_products'))
    refuse('fields', 'matching_products is known only of lists of one product: ask /v1/food')
  if (!near && sort === 'distance')
    refuse('sort', `\`distance\` orders by distance from a point: ${read ? 'name a place in text, or give lat and lng' : 'give near, or lat and lng, on /v1/search or /v1/food'}`) // prettier-ignore
  if (sort === 'relevance' && values.q === undefined)
    refuse('sort', '`relevance` is an order of what q finds: give q')
  if (sort === 'rating' && tier !== 'paid') throw ratingRefused()
  if (query.facets === undefined) return
  allowFacets(query.facets, tier)
  if (!hasMeta(format))
    refuse('facets', `are in meta, which ${format} has no place for: ask for json or geojson`, 'format=json') // prettier-ignore
}

/** The order by a field shows the field. */
function ratingRefused(): Problem {
  const detail = 'sort: `rating` is for paid keys, since it shows a field of the paid tier'
  const errors = [{ parameter: 'sort', message: '`rating` needs a key of the paid tier' }]
  return new Problem('forbidden', detail, { errors })
}

function orderOf({ sort, values }: ListRequest, { snapshot, tier }: DataRequest): Order {
  if (sort === 'relevance') return { ranks: textRanks(snapshot, String(values.q), tier) }
  return sort ?? 'as asked'
}

type Answered = {
  asked: ListRequest
  farms: AskedFarms | undefined
  scope: Scope
  selected: Selected
  asker: FilterRequest
}

/** The `meta` of a list. */
function saidOf(request: DataRequest<Query>, answered: Answered): Eventual<Counts> {
  const { snapshot, rawQuery, format, query } = request
  const { farms, scope, selected, asker } = answered
  const { near, values, product, ignored = [], read } = answered.asked
  const { strict: _, ...readAs } = read ?? { strict: '' }
  const { rows, total } = selected
  const idle = [...ignored, ...idleOptions(values)].filter((name) => rawQuery.has(name))
  const counted = query.facets && facetsOf(query.facets, { ...scope, values }, asker)
  return after(counted, (facets) => {
    const hints = hasMeta(format)
      ? listHints({ values, product: product !== undefined, scope, total }, asker)
      : {}
    return after(hints, (hinted) => ({
      count: rows.length,
      total,
      snapshot: snapshot.id,
      matched_products: matchedIn(values, snapshot),
      ...(near && 'query' in near && { location: locationOf(near) }),
      ...readAs,
      ...coverageFor(request.tier, selected),
      ...(facets && { facets }),
      ...(farms && farms.missing.length > 0 && { missing: farms.missing }),
      ...(farms && farms.merged.length > 0 && { merged: farms.merged }),
      ...(idle.length > 0 && { ignored: idle }),
      ...hinted,
      ...(rows.length === 0 && total > 0 && endHint(hinted, total, query.per_page)),
    }))
  })
}

/** Tells an empty page which page is the last. */
const endHint = ({ hints = [] }: ListHints, total: number, perPage: number) => ({
  hints: [...hints, `page: the list ends at page ${Math.ceil(total / perPage)}`],
})

/** The products that the requested names stand for; null = none requested. */
const matchedIn = ({ products }: FilterValues, { terms }: Snapshot): string[] | null =>
  products === undefined
    ? null
    : (products as string[]).flatMap((text) => terms.matchKinds('products', text))

const idleOptions = (values: FilterValues): string[] =>
  Object.entries(filtersOfOption)
    .filter(([, filters]) => filters.every((filter) => values[filter] === undefined))
    .map(([option]) => option)

/** The next page is of the same minute as this one, as it is of the same snapshot. */
function pinned(query: RawQuery, now: Date): RawQuery {
  const minute = [instantText(new Date(now.getTime() - (now.getTime() % 60_000)))]
  const next = new Map(query)
  if (next.get('open_at')?.[0] === 'now') next.set('open_at', minute)
  if (next.has('open_on') || next.has('text')) next.set('now', minute)
  return next
}

/** Filters that compare with a snapshot's editions, if they name one. */
const ofEditions = ['first_listed_since', 'last_listed_since'] as const

/**
 * The newest editions of the snapshots that filters name. Throws a 410 Problem for a snapshot that is
 * not published (any more).
 */
function editionsOf(
  values: FilterValues,
  { published }: Pick<Services, 'published'>,
): Eventual<Editions> {
  const named = ofEditions.filter((parameter) => typeof values[parameter] === 'string')
  if (named.length === 0) return none
  const found = named.map(async (parameter) => {
    const id = String(values[parameter])
    const manifest = await published.find(id)
    if (!manifest) throw gone(parameter, id)
    return [id, manifest.edition] as const
  })
  return Promise.all(found).then((editions) => new Map(editions))
}

type Editions = ReadonlyMap<string, string | null>
const none: Editions = new Map()

const gone = (parameter: string, id: string) =>
  new Problem('gone', `${parameter}: snapshot ${id} is not published any more; give a date`, {
    errors: [{ parameter, message: 'names a snapshot that is not published any more' }],
  })
