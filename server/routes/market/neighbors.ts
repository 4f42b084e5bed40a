import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component, list, miles, percent, text, count } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { competitorsOf, subjectOf, unknownsOf, type Subject } from '../../query/market/subject.ts'
import { noRivals, nearestOther } from '../../query/market/empty_area.ts'
import { after } from '../../eventual.ts'
import type { ListHints } from '../../query/hints/list_hints.ts'
import { farmPlace } from '../../query/farm_json.ts'
import { dataRoute, type DataRequest } from '../data_route.ts'
import { Fields, pick } from '../lists/fields.ts'
import { format } from '../lists/formats.ts'
import { rowsAnswer } from '../lists/row_formats.ts'
import { listLinks, listMeta, pageOf, emptyShape, snapshotId } from '../lists/envelope.ts'
import { marketQuery, radiusOrDefault } from './parameters.ts'
import {
  farmCount,
  neighbors,
  subjectShape,
  dollarsOrNull,
  namedShare,
  said,
  suppressedShape,
  unit,
} from './response.ts'
import { paid } from '../../../data/schema/meta.ts'
import { differentiatorsOf, pricePosition } from '../../query/market/differentiators.ts'

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

const saidOfOthers = said.nullable().meta({
  description: 'Age of each group of fields of the other farms; null = the farm has no location',
})

const fields = new Fields(competitor)

const parameters = marketQuery({
  farm_id: parameter.farmId,
  radius: radiusOrDefault,
  page: parameter.page,
  per_page: parameter.perPage,
  fields: fields.parameter.meta({
    description: 'Field names of competitors; default: all fields',
    example: 'id,name,distance_mi,overlap_count',
  }),
  format,
})

export const competitors = dataRoute({
  path: '/v1/market/competitors',
  operation: 'getMarketCompetitors',
  tag: 'Market',
  summary: 'List nearby farms with shared products',
  details:
    "Farms in the circle that offer at least one of the farm's products. The most shared products come first, then the nearest farm.",
  of: 'farm',
  query: parameters,
  response: component('Competitors', 'Competitors of one farm', {
    ...subjectShape,
    total_farms: neighbors,
    products_known: farmCount('Farms with known products among `total_farms`', 5).nullable(),
    said: saidOfOthers,
    competitors: list('Those of this page', competitor),
    meta: listMeta,
    links: listLinks,
  }),
  usesDay: true,
  answer(request) {
    const { query } = request
    const found = subjectOf(request.snapshot, query.farm_id)
    const rivals = competitorsOf(request, found, query.radius, query)
    const why = rivals.total > 0 ? {} : noRivals(request, found, query.radius)
    return after(why, (hints) => listed(request, found, rivals, hints))
  },
})

/** A page of competitors; `hints`: the reasons if there are none. */
function listed(
  request: DataRequest<z.output<typeof parameters>>,
  found: Subject,
  rivals: ReturnType<typeof competitorsOf>,
  hints: ListHints,
) {
  const { snapshot, query, format } = request
  const { total, competitors: rows, ...figures } = rivals
  const counts = { count: rows.length, total, snapshot: snapshot.id, ...hints }
  if (format !== 'json') {
    const farmOf = ({ id }: { id?: unknown }) => farmPlace(snapshot, id as string)
    const list = { rows, fields: query.fields, columns: fields.names, farmOf }
    return rowsAnswer(request, counts, list)
  }
  const { meta, links } = pageOf(request, counts)
  const { farm } = found
  const unknown = unknownsOf(snapshot, found, 'free')
  const { fields: asked } = query
  const competitors = asked ? (rows.map((row) => pick(row, asked)) as typeof rows) : rows
  const body = { farm, radius_miles: query.radius, unknown, ...figures, competitors, meta, links }
  return { body, next: links.next, count: meta.count }
}

const shares = (description: string) => list(description, namedShare).nullable()

const position = component('PricePosition', "Price of the farm among its neighbors' prices", {
  product: text('Product name', 'eggs'),
  unit,
  price: dollarsOrNull('Price of the farm, as listed'),
  neighbors_count: count("Number of neighbors' prices in that unit, or converted to that unit", {
    example: 4,
  }),
  neighbors_median: dollarsOrNull("Median of the neighbors' prices, in that unit"),
  percentile: percent("Share of lower neighbors' prices; ties count half", 50).nullable(),
})

export const differentiators = dataRoute({
  path: '/v1/market/differentiators',
  operation: 'getMarketDifferentiators',
  tag: 'Market',
  summary: 'Get the differences between a farm and its neighbors',
  details:
    'Products, attributes and prices of a farm beside those of the farms in the circle. Only paid keys get `price_position`.',
  of: 'farm',
  query: marketQuery({ farm_id: parameter.farmId, radius: radiusOrDefault }),
  response: component('Differentiators', 'Differences between a farm and its neighbors', {
    snapshot: snapshotId,
    ...subjectShape,
    neighbors,
    hints: emptyShape.hints,
    unique_products: list(
      'Products that no neighbor is known to offer; null = unknown',
      text('Product name', 'honey'),
    ).nullable(),
    rare_products: shares(
      'Products that at most 10 % of the neighbors with known products offer, unique products included; null = fewer than 5 such neighbors',
    ),
    certifications: shares('Certifications of the farm, with the number of neighbors'),
    practices: shares('Practices of the farm, with the number of neighbors'),
    delivery_options: shares('Delivery options of the farm, with the number of neighbors'),
    quality_percentile: percent(
      'Share of neighbors with a lower quality score; ties count half; null = no neighbors',
      64.3,
    ).nullable(),
    said: saidOfOthers,
    ...suppressedShape,
    price_position: paid(
      z.array(position).nullable().optional(),
      "Prices of the farm among its neighbors' prices; null = no location",
    ),
  }),
  usesDay: true,
  answer(request) {
    const { snapshot, tier, query } = request
    const { farm_id, radius } = query
    const found = subjectOf(snapshot, farm_id)
    const body = {
      snapshot: snapshot.id,
      farm: found.farm,
      radius_miles: radius,
      unknown: unknownsOf(snapshot, found, tier),
      ...differentiatorsOf(request, found, radius),
      ...(tier === 'paid' && { price_position: pricePosition(snapshot, found, radius) }),
    }
    const { row, center } = found
    if (body.neighbors !== 0 || !center) return { body }
    const hints = nearestOther(snapshot, row, { ...center, radius_mi: radius })
    return after(hints, (hints) => ({ body: { hints, ...body } }))
  },
})
