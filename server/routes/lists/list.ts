import { Fields } from './fields.ts'
import { format, type Format } from './formats.ts'
import { listBody } from './list_answer.ts'
import type { RawQuery } from '../../http/parameters/query_string.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { conditions, type FilterValues } from '../../query/filters/conditions.ts'
import { filterOfOption } from '../../query/filters/parameters.ts'
import type { Location } from '../../query/places/near.ts'
import { listHints } from '../../query/hints/list_hints.ts'
import { select, type Near } from '../../query/select.ts'
import { textRanks } from '../../query/text_search.ts'
import type { SortOrder } from '../../snapshot/open.ts'
import { listedFarm, pageOf } from './envelope.ts'
import type { DataAnswer, DataRequest } from '../data_route.ts'

const fields = new Fields(listedFarm)

/** Parameters of every list. */
export const listParameters = {
  page: parameter.page,
  per_page: parameter.perPage,
  snapshot: parameter.snapshot,
  fields: fields.parameter,
  format,
}

/** Whether a list depends on the time of the request: cached answers are good for that minute only. */
export const asksOfNow = (query: RawQuery): boolean =>
  query.get('open_at')?.some((text) => text.trim().toLowerCase() === 'now') ?? false

type Page = { page: number; per_page: number; fields?: string[] | undefined }

/** Pages this far into a list cost up to a few times the first, and say where all farms are. */
const deepEntries = 1000

/** The order of a list; `relevance` is that of the filter `q`. */
type Order = { near: Near | (Near & Location) } | { sort: SortOrder | 'relevance' }

/**
 * Answers a list endpoint. `values`: those of its filters, with or without its other parameters.
 * `ignored`: parameters that do not apply to this request.
 */
export async function answerList(
  request: DataRequest<Page>,
  order: Order,
  values: FilterValues,
  ignored: string[] = [],
): Promise<DataAnswer> {
  const { tier, snapshot, rawQuery, query, format, now } = request
  const { page, per_page, fields: asked } = query
  fields.allow(asked, tier)
  if (asked?.includes('distance_mi') && !('near' in order)) throw noCenter()
  const asker = { snapshot, tier, now }
  const wanted = conditions(values, asker)
  const ordered = inOrder(order, values, request)
  const selected = await select(snapshot, { ...wanted, ...ordered, page, per_page })
  const { rows, total, coverage } = selected
  const given = [...ignored, ...idleOptions(values)].filter((name) => rawQuery.has(name))
  const counts = {
    count: rows.length,
    total,
    snapshot: snapshot.id,
    ...('near' in order && 'query' in order.near && { location: locationOf(order.near) }),
    ...(coverage && { coverage }),
    ...(given.length > 0 && { ignored: given }),
    ...(hasMeta(format) &&
      (await listHints(
        { values, product: rawQuery.has('product'), near: nearOf(order), total },
        asker,
      ))),
  }
  const ofNext = asksOfNow(rawQuery) ? pinned(rawQuery, now) : rawQuery
  const shown = pageOf(request, counts, { ofNext })
  const list = { snapshot, selected, tier, fields: asked, allFields: fields.of(tier), ...shown }
  const isDeep = (page - 1) * per_page >= deepEntries
  return { body: listBody(list, format), next: shown.links.next, bulk: isDeep, ignored: given }
}

/** Formats that are rows alone have no place for hints. */
const hasMeta = (format: Format) => format === 'json' || format === 'geojson'

const nearOf = (order: Order) => ('near' in order ? order.near : undefined)

function inOrder(order: Order, { q }: FilterValues, { snapshot, tier }: DataRequest) {
  if ('near' in order) return order
  const { sort } = order
  return sort === 'relevance' ? { ranks: textRanks(snapshot, String(q), tier) } : { sort }
}

const locationOf = ({ query, name, lat, lng, kind }: Location) => ({ query, name, lat, lng, kind })

/** The next page is of the same minute as this one, as it is of the same snapshot. */
const pinned = (query: RawQuery, now: Date): RawQuery => {
  const minute = new Date(now.getTime() - (now.getTime() % 60_000))
  return new Map([...query, ['open_at', [minute.toISOString()]]])
}

const idleOptions = (values: FilterValues): string[] =>
  Object.entries(filterOfOption)
    .filter(([, filter]) => values[filter] === undefined)
    .map(([option]) => option)

const noCenter = () => {
  const message = 'distance_mi is known only around a point: give lat and lng, or near'
  return badParameters([{ parameter: 'fields', message }])
}
