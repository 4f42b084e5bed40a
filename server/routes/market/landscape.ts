import { z } from 'zod'
import { component, count, list, object, text, textOrNull } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { landscapeA, landscapeB } from '../../query/market/landscape.ts'
import { emptyArea } from '../../query/market/empty_area.ts'
import { after } from '../../eventual.ts'
import { snapshotId } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'
import {
  around,
  choiceOf,
  circleOf,
  defaultRadius_mi,
  marketQuery,
  marketRadius,
  product,
} from './parameters.ts'
import {
  choiceShape,
  countedFarmsShape,
  dollarsOrNull,
  farmCount,
  location,
  namedShare,
  pct,
  pricing,
  radius_miles,
  said,
  share,
  suppressedShape,
  unit,
} from './response.ts'

/** Farms, counted by a paid field. */
const farmsOrNull = (description: string, example = 5) => farmCount(description, example).nullable()
const countBy = (description: string, ofEach: string) =>
  z.record(z.string(), farmCount(ofEach)).meta({ description })
const score = (description: string, example: number) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: `${description}; null without farms`, example })

const known = component('Known', 'Numbers of farms with a known attribute', {
  products: farmCount('Farms whose products are known', 5),
  certifications: farmsOrNull('Farms whose certifications are known'),
  practices: farmsOrNull('Farms whose practices are known'),
  delivery_options: farmsOrNull('Farms whose delivery options are known'),
  prices: farmsOrNull('Farms that state any price', 3),
})

const responseA = component('LandscapeA', 'Market around a point, in layout A', {
  ...countedFarmsShape,
  quality: object('Quality scores of the farms', {
    avg_score: score('Mean quality score, one decimal', 48.6),
    median_score: score('Median', 51),
    min_score: score('Minimum', 27),
    max_score: score('Maximum', 78),
    tiers: object('Farms by quality tier', {
      premium: farmsOrNull('Premium tier', 1),
      standard: farmsOrNull('Standard tier', 4),
      basic: farmsOrNull('Basic tier', 2),
      incomplete: farmsOrNull('Score below Basic', 0),
    }),
  }),
  distance_distribution: object('Farms by distance', {
    within_5mi: farmCount('Farms up to 5 miles from the center', 1),
    within_10mi: farmCount('Farms up to 10 miles from the center, including those up to 5', 3),
    within_25mi: farmCount('Farms up to 25 miles from the center, including those up to 10'),
    beyond_25mi: farmCount('Farms farther away', 0),
  }),
  place_types: countBy('Farms by place type', 'Farms of the place type'),
  known,
  products: list(
    'Top 30 products by number of farms, ties by name. A farm with a variety of a product counts for the product, as in `products=eggs`',
    namedShare,
  ).max(30),
  certifications: list('All values, by number of farms, then by name', namedShare).nullable(),
  practices: list('Top 20 values by number of farms, ties by name', namedShare).max(20).nullable(),
  delivery_options: list('All values, by number of farms, then by name', namedShare).nullable(),
  verification: object('Farms by verification status', {
    self_reported: farmsOrNull('Self-reported by the operator'),
    verified: farmsOrNull('Verified by an authority, or by agreement of independent sources', 1),
    unverified: farmsOrNull('Unverified: scraped or stale', 1),
  }),
  pricing: object('Number of farms with prices', {
    farms_with_structured_prices: farmsOrNull('Farms that state any price', 3),
    pct_with_prices: pct.nullable(),
  }),
  said,
  ...suppressedShape,
})

const responseB = component('LandscapeB', 'Market around a point, in layout B', {
  snapshot: snapshotId,
  area: object('Circle of the search', {
    center: location,
    radius_miles,
    total_farms: farmCount('Farms in the circle'),
  }),
  quality_distribution: object('Farms by quality tier', {
    Premium: farmsOrNull('Premium tier', 1),
    Standard: farmsOrNull('Standard tier', 4),
    Basic: farmsOrNull('Basic tier', 2),
  }),
  top_products: list(
    'Top 30 products by number of farms, ties by name. A farm with a variety of a product counts for the product, as in `products=eggs`',
    object('Product with its prices', {
      product: text('Product name', 'eggs'),
      farm_count: farmCount('Farms that offer the product', 3),
      avg_price: dollarsOrNull(
        'Mean price of the product and its varieties, in the unit that most prices have or convert to',
      ),
      unit,
      price_count: count('Number of prices in the mean', { example: 4 }).nullable(),
      ...suppressedShape,
    }),
  ).max(30),
  certifications: countBy('Farms by certification', 'Farms with the value').nullable(),
  practices: countBy('Farms by practice', 'Farms with the value').nullable(),
  pricing,
  competition: object('Farms with the requested product; null = no product requested', {
    product: textOrNull('Product, as requested', 'eggs'),
    farms_with_product: farmCount('Farms that offer the product', 3).nullable(),
    pct: pct.nullable(),
    pct_of_known: share.shape.pct_of_known,
    known: farmCount('Farms whose products are known', 5).nullable(),
    sparse: share.shape.sparse.nullable(),
  }),
  ...choiceShape,
  delivery_coverage: object('Farms by delivery option', {
    farm_pickup: farmsOrNull('Farm pickup'),
    farmers_market: farmsOrNull('Farmers market'),
    home_delivery: farmsOrNull('Home delivery'),
    drop_site: farmsOrNull('Drop site'),
  }),
  known,
  said,
  ...suppressedShape,
})

export const landscape = dataRoute({
  path: '/v1/market/landscape',
  operation: 'getMarketLandscape',
  tag: 'Market',
  summary: 'Get the market around a point',
  details:
    'Counts, prices and product shares of all farms in a circle, in one of two layouts: `radius` selects layout A, `radius_miles` layout B.',
  query: marketQuery({
    ...around,
    radius: marketRadius.optional().meta({
      description: 'Radius from 1 to 100 miles, default 25; selects layout A',
      example: 25,
    }),
    radius_miles: marketRadius.optional().meta({
      description: 'Radius from 1 to 100 miles, default 25; selects layout B',
      example: 25,
    }),
    layout: parameter.oneOf('layout', ['a', 'b']).optional().meta({
      description: 'Layout; overrides the layout that the name of the radius selects',
      example: 'a',
    }),
    product: product.optional().meta({
      aliases: ['products'],
      description:
        'Product. In layout A only farms that offer the product count; in layout B `competition` and prices are about the product',
      example: 'eggs',
    }),
  }),
  response: z.union([responseA, responseB]),
  defaults: ({ radius_miles }) => ({
    ...(radius_miles === undefined && { radius: String(defaultRadius_mi) }),
    layout: radius_miles === undefined ? 'a' : 'b',
  }),
  usesDay: true,
  answer(request) {
    const { radius, radius_miles, layout } = request.query
    if (radius !== undefined && radius_miles !== undefined) throw twoRadii()
    const area = circleOf(request, radius ?? radius_miles ?? defaultRadius_mi)
    const isB = layout === undefined ? radius_miles !== undefined : layout === 'b'
    const choice = choiceOf(request)
    const asked = [request, area, choice] as const
    const body = isB ? landscapeB(...asked) : landscapeA(...asked)
    const farms =
      'area' in body
        ? (body.competition.farms_with_product ?? body.area.total_farms)
        : body.total_farms
    return after(emptyArea(request, area, choice, farms), (why) => ({ body: { ...why, ...body } }))
  },
})

function twoRadii() {
  const message = 'is given under both of its names: give radius or radius_miles'
  return badParameters(['radius', 'radius_miles'].map((parameter) => ({ parameter, message })))
}

export type LandscapeA = z.infer<typeof responseA>
export type LandscapeB = z.infer<typeof responseB>

/** An answer that was asked for by `radius`, with its type. */
export function layoutA(answer: LandscapeA | LandscapeB): LandscapeA {
  if ('area' in answer) throw new Error('the answer is in layout B')
  return answer
}

/** An answer that was asked for by `radius_miles`, with its type. */
export function layoutB(answer: LandscapeA | LandscapeB): LandscapeB {
  if (!('area' in answer)) throw new Error('the answer is in layout A')
  return answer
}
