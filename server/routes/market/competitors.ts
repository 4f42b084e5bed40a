import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { pageLinks } from '../../http/links.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { competitors as competitorsOf } from '../../query/market/competitors.ts'
import { subjectOf, unknownsOf } from '../../query/market/subject.ts'
import { listLinks, listMeta } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'
import { farmId, marketQuery, radiusOrDefault } from './parameters.ts'
import { farms, pct, radius_miles, subject, unknown } from './response.ts'

const { id, name, city, state, place_type } = farm.shape

const competitor = z
  .strictObject({
    id,
    name,
    city,
    state,
    place_type,
    distance_mi: z
      .number()
      .min(0)
      .meta({ unit: 'miles', description: 'Distance, two decimals', example: 3.25 }),
    shared_products: z.array(z.string()).meta({ description: 'What both offer' }),
    overlap_count: z.int().min(1).meta({ description: 'How many products both offer' }),
    overlap_pct: pct.meta({ description: 'Share of the products of the farm asked for' }),
  })
  .meta({ id: 'Competitor' })

export const competitors = dataRoute({
  path: '/v1/market/competitors',
  operation: 'getMarketCompetitors',
  tag: 'Market',
  summary: 'Farms near a farm that offer the same products, most of them first, then nearest',
  tier: 'free',
  of: 'farm',
  query: marketQuery({
    farm_id: farmId,
    radius: radiusOrDefault,
    page: parameter.page,
    per_page: parameter.perPage,
  }),
  response: z
    .strictObject({
      farm: subject,
      radius_miles,
      unknown,
      total_farms: farms(
        'Other farms in the circle; null where the farm has no location',
      ).nullable(),
      products_known: farms('Of them, those whose products are known').nullable(),
      competitors: z.array(competitor).meta({ description: 'Those of this page' }),
      meta: listMeta,
      links: listLinks,
    })
    .meta({ id: 'Competitors' }),
  answer({ snapshot, http: { path }, rawQuery, query: { farm_id, radius, page, per_page } }) {
    const found = subjectOf(snapshot, farm_id)
    const { total, ...figures } = competitorsOf(snapshot, found, radius, { page, per_page })
    const meta = {
      count: figures.competitors.length,
      total,
      page,
      per_page,
      has_more: page * per_page < total,
      snapshot: snapshot.id,
    }
    const links = pageLinks(path, rawQuery, meta)
    const body = {
      farm: found.farm,
      radius_miles: radius,
      unknown: unknownsOf(snapshot, found).filter((each) =>
        ['location', 'products'].includes(each),
      ),
      ...figures,
      meta,
      links,
    }
    return { body, next: links.next }
  },
})
