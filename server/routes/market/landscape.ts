import { z } from 'zod'
import { after } from '../../eventual.ts'
import { component, count, list, object, text, textOrNull } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { landscapeA, landscapeB } from '../../query/market/landscape.ts'
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
  dollars,
  farms,
  location,
  namedShare,
  pct,
  pricing,
  radius_miles,
  share,
  suppressedShape,
  unit,
} from './response.ts'

/** Farms, counted by a paid field. */
const farmsOrNull = (description: string) => farms(description).nullable()
const countBy = (description: string, ofEach: string) =>
  z.record(z.string(), farms(ofEach)).meta({ description })
const score = (description: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: `${description}; null without farms` })

const known = component('Known', 'For how many of the farms each attribute is known', {
  products: farms('Farms whose products are known'),
  certifications: farmsOrNull('Farms whose certifications are known'),
  practices: farmsOrNull('Farms whose practices are known'),
  delivery_options: farmsOrNull('Farms whose delivery options are known'),
  prices: farmsOrNull('Farms that state any price'),
})

const layoutA = component('LandscapeA', 'The market around a point, in layout A', {
  ...countedFarmsShape,
  quality: object('Their quality scores', {
    avg_score: score('Mean quality score, one decimal'),
    median_score: score('Median'),
    min_score: score('Least'),
    max_score: score('Greatest'),
    tiers: object('Farms by the band of their score', {
      premium: farmsOrNull('Tier Premium'),
      standard: farmsOrNull('Tier Standard'),
      basic: farmsOrNull('Tier Basic'),
      incomplete: farmsOrNull('Under the Basic line'),
    }),
  }),
  distance_distribution: object('Farms by their distance', {
    within_5mi: farms('Up to 5 miles from the centre'),
    within_10mi: farms('Up to 10 miles, those up to 5 among them'),
    within_25mi: farms('Up to 25 miles, those up to 10 among them'),
    beyond_25mi: farms('All others'),
  }),
  place_types: countBy('Farms by place type', 'Farms of the place type'),
  known,
  products: list(
    'The 30 of most farms, ties by name. Farms that offer a kind of a product offer the product too, as in `products=eggs`',
    namedShare,
  ).max(30),
  certifications: list('All of them, most farms first, then by name', namedShare).nullable(),
  practices: list('The 20 of most farms, ties by name', namedShare).max(20).nullable(),
  delivery_options: list('All of them, most farms first, then by name', namedShare).nullable(),
  verification: object('Farms by verification status', {
    self_reported: farmsOrNull('The operator says so'),
    verified: farmsOrNull('An authority vouches, or independent sources agree'),
    unverified: farmsOrNull('Scraped or stale'),
  }),
  pricing: object('How many state prices', {
    farms_with_structured_prices: farmsOrNull('Farms that state any price'),
    pct_with_prices: pct.nullable(),
  }),
  ...suppressedShape,
})

const layoutB = component('LandscapeB', 'The market around a point, in layout B', {
  area: object('The circle', {
    center: location,
    radius_miles,
    total_farms: farms('Farms in the circle'),
  }),
  quality_distribution: object('Farms by quality tier', {
    Premium: farmsOrNull('Tier Premium'),
    Standard: farmsOrNull('Tier Standard'),
    Basic: farmsOrNull('Tier Basic'),
  }),
  top_products: list(
    'The 30 of most farms, ties by name. Farms that offer a kind of a product offer the product too, as in `products=eggs`',
    object('A product, and what farms ask for it', {
      product: text('The product', 'eggs'),
      farm_count: farms('Farms that offer it'),
      avg_price: dollars(
        'Mean of the prices of it and its kinds, in the unit that most of them have or convert to',
      ),
      unit,
      price_count: count('Prices that the mean is of').nullable(),
      ...suppressedShape,
    }),
  ).max(30),
  certifications: countBy('Farms by certification', 'Farms that have it').nullable(),
  practices: countBy('Farms by practice', 'Farms that have it').nullable(),
  pricing,
  competition: object('Who offers the product asked for; null where none is', {
    product: textOrNull('The product as asked for', 'eggs'),
    farms_with_product: farms('Farms that offer the product').nullable(),
    pct: pct.nullable(),
    pct_of_known: share.shape.pct_of_known,
    known: farms('Farms whose products are known').nullable(),
  }),
  ...choiceShape,
  delivery_coverage: object('Farms by delivery option', {
    farm_pickup: farmsOrNull('Delivery option farm pickup'),
    farmers_market: farmsOrNull('Delivery option farmers market'),
    home_delivery: farmsOrNull('Delivery option home delivery'),
    drop_site: farmsOrNull('Delivery option drop site'),
  }),
  known,
  ...suppressedShape,
})

export const landscape = dataRoute({
  path: '/v1/market/landscape',
  operation: 'getMarketLandscape',
  tag: 'Market',
  summary: 'The market around a point, in one of two layouts',
  query: marketQuery({
    ...around,
    radius: marketRadius
      .optional()
      .meta({ description: 'Miles, 1 to 100, default 25; asks for layout A', example: 25 }),
    radius_miles: marketRadius
      .optional()
      .meta({ description: 'The same, and asks for layout B', example: 25 }),
    layout: parameter
      .oneOf('layout', ['a', 'b'])
      .optional()
      .meta({ description: 'The layout, whatever the name of the radius', example: 'a' }),
    product: product.optional().meta({
      description: 'Layout A: only farms that offer it count. Layout B: whose prices are shown',
      example: 'eggs',
    }),
  }),
  response: z.union([layoutA, layoutB]),
  defaults: ({ radius_miles }) => ({
    ...(radius_miles === undefined && { radius: String(defaultRadius_mi) }),
    layout: radius_miles === undefined ? 'a' : 'b',
  }),
  answer(request) {
    const { radius, radius_miles, layout } = request.query
    if (radius !== undefined && radius_miles !== undefined) throw twoRadii()
    const area = circleOf(request, radius ?? radius_miles ?? defaultRadius_mi)
    const isB = layout === undefined ? radius_miles !== undefined : layout === 'b'
    const landscape = isB ? landscapeB : landscapeA
    return after(choiceOf(request), (choice) => ({
      body: landscape(request.snapshot, area, choice, request.tier),
    }))
  },
})

function twoRadii() {
  const message = 'is given under both of its names: give radius or radius_miles'
  return badParameters(['radius', 'radius_miles'].map((parameter) => ({ parameter, message })))
}
