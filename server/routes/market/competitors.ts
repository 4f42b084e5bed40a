import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component, list, miles, percent, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { competitorsOf } from '../../query/market/competitors.ts'
import { noRivals } from '../../query/market/empty_area.ts'
import { after } from '../../eventual.ts'
import type { ListHints } from '../../query/hints/list_hints.ts'
import { subjectOf, unknownsOf, type Subject } from '../../query/market/subject.ts'
import { farmPlace } from '../../query/farm_json.ts'
import { dataRoute, type DataRequest } from '../data_route.ts'
import { Fields, pick } from '../lists/fields.ts'
import { format } from '../lists/formats.ts'
import { rowsBody } from '../lists/row_formats.ts'
import { listLinks, listMeta, pageOf } from '../lists/envelope.ts'
import { marketQuery, radiusOrDefault } from './parameters.ts'
import { farmCount, neighbors, subjectShape } from './response.ts'

const { id, name, city, state, place_type } = farm.shape

const competitor = component('Competitor', 'Farm that shares products with the requested farm', {
  id,
  name,
  city,
  state,
  place_type,
  distance_mi: miles('Distance, two decimals', 3.25),
  shared_products: list('Products that both farms offer', text('Product name', 'eggs')),
  overlap_count: z.int().min(1).meta({ description: 'Number of shared products', example: 1 }),
  overlap_pct: percent("Share of the requested farm's products", 50),
})

const fields = new Fields(competitor)

export const competitors = dataRoute({
  path: '/v1/market/competitors',
  operation: 'getMarketCompetitors',
  tag: 'Market',
  summary: 'List nearby farms with shared products',
  details:
    "Farms in the circle that offer at least one of the farm's products. The most shared products come first, then the nearest farm.",
  of: 'farm',
  query: marketQuery({
    farm_id: parameter.farmId,
    radius: radiusOrDefault,
    page: parameter.page,
    per_page: parameter.perPage,
    fields: fields.parameter.meta({
      description: 'Field names of competitors; default: all fields',
      example: 'id,name,distance_mi,overlap_count',
    }),
    format,
  }),
  response: component('Competitors', 'Competitors of one farm', {
    ...subjectShape,
    total_farms: neighbors,
    products_known: farmCount('Farms with known products among `total_farms`', 5).nullable(),
    competitors: list('Those of this page', competitor),
    meta: listMeta,
    links: listLinks,
  }),
  answer(request) {
    const { snapshot, query } = request
    const found = subjectOf(snapshot, query.farm_id)
    const rivals = competitorsOf(snapshot, found, query.radius, query)
    const why = rivals.total > 0 ? {} : noRivals(request, found, query.radius)
    return after(why, (hints) => listed(request, found, rivals, hints))
  },
})

type Asked = DataRequest<{
  radius: number
  page: number
  per_page: number
  fields?: string[] | undefined
}>

/** A page of competitors; `hints`: the reasons if there are none. */
function listed(
  request: Asked,
  found: Subject,
  rivals: ReturnType<typeof competitorsOf>,
  hints: ListHints,
) {
  const { snapshot, query, format } = request
  const { total, competitors: rows, ...figures } = rivals
  const counts = { count: rows.length, total, snapshot: snapshot.id, ...hints }
  const { meta, links } = pageOf(request, counts)
  const unknown = unknownsOf(snapshot, found, 'free')
  const { fields: asked } = query
  const shown = (row: Record<string, unknown>) => (asked ? pick(row, asked) : row)
  if (format !== 'json') {
    const columns = asked ?? fields.names
    const farmOf = ({ id }: { id?: unknown }) => farmPlace(snapshot, id as string)
    const list = { rows, shown, flat: shown, columns, farmOf, meta, links }
    return { body: rowsBody(list, format), next: links.next }
  }
  const { farm } = found
  const competitors = rows.map(shown) as typeof rows
  const body = { farm, radius_miles: query.radius, unknown, ...figures, competitors, meta, links }
  return { body, next: links.next }
}
