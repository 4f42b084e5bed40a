import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
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
  requireOneRadius,
} from './parameters.ts'
import {
  choiceShape,
  countedFarmsShape,
  farms,
  location,
  money,
  namedShare,
  pct,
  priceUnit,
  pricing,
  radius_miles,
  share,
} from './response.ts'

const countBy = (description: string, ofEach: string) =>
  z.record(z.string(), farms(ofEach)).meta({ description })
const told = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.strictObject(shape).meta({ description })
const score = (description: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: `${description}; null without farms` })

const known = z
  .strictObject({
    products: farms('Farms whose products are known'),
    certifications: farms('Farms whose certifications are known'),
    practices: farms('Farms whose practices are known'),
    delivery_options: farms('Farms whose delivery options are known'),
    prices: farms('Farms that state any price'),
  })
  .meta({ id: 'Known', description: 'For how many of the farms each attribute is known' })

const layoutA = z
  .strictObject({
    ...countedFarmsShape,
    quality: told('Their quality scores', {
      avg_score: score('Mean quality score, one decimal'),
      median_score: score('Median'),
      min_score: score('Least'),
      max_score: score('Greatest'),
      tiers: told('Farms by the band of their score', {
        premium: farms('Tier Premium'),
        standard: farms('Tier Standard'),
        basic: farms('Tier Basic'),
        incomplete: farms('Under the Basic line'),
      }),
    }),
    distance_distribution: told('Farms by their distance', {
      within_5mi: farms('Up to 5 miles from the centre'),
      within_10mi: farms('Up to 10 miles, those up to 5 among them'),
      within_25mi: farms('Up to 25 miles, those up to 10 among them'),
      beyond_25mi: farms('All others'),
    }),
    place_types: countBy('Farms by place type', 'Farms of the place type'),
    known,
    products: z
      .array(namedShare)
      .max(30)
      .meta({ description: 'The 30 of most farms, ties by name' }),
    certifications: z
      .array(namedShare)
      .meta({ description: 'All of them, most farms first, then by name' }),
    practices: z
      .array(namedShare)
      .max(20)
      .meta({ description: 'The 20 of most farms, ties by name' }),
    delivery_options: z
      .array(namedShare)
      .meta({ description: 'All of them, most farms first, then by name' }),
    verification: told('Farms by verification status', {
      self_reported: farms('The operator says so'),
      verified: farms('An authority vouches, or independent sources agree'),
      unverified: farms('Scraped or stale'),
    }),
    pricing: told('How many state prices', {
      farms_with_structured_prices: farms('Farms that state any price'),
      pct_with_prices: pct,
    }),
  })
  .meta({ id: 'LandscapeA' })

const layoutB = z
  .strictObject({
    area: told('The circle', {
      center: location,
      radius_miles,
      total_farms: farms('Farms in the circle'),
    }),
    quality_distribution: told('Farms by quality tier', {
      Premium: farms('Tier Premium'),
      Standard: farms('Tier Standard'),
      Basic: farms('Tier Basic'),
    }),
    top_products: z
      .array(
        z.strictObject({
          product: z.string().meta({ description: 'The product', example: 'eggs' }),
          farm_count: farms('Farms that offer it'),
          avg_price: money('Mean of its prices in the unit that most of them have or convert to'),
          unit: priceUnit,
          price_count: z.int().min(0).meta({ description: 'Prices that the mean is of' }),
        }),
      )
      .max(30)
      .meta({ description: 'The 30 of most farms, ties by name' }),
    certifications: countBy('Farms by certification', 'Farms that have it'),
    practices: countBy('Farms by practice', 'Farms that have it'),
    pricing,
    competition: z
      .strictObject({
        product: z
          .string()
          .nullable()
          .meta({ description: 'The product as asked for', example: 'eggs' }),
        farms_with_product: farms('Farms that offer the product').nullable(),
        pct: pct.nullable(),
        pct_of_known: share.shape.pct_of_known,
        known: farms('Farms whose products are known').nullable(),
      })
      .meta({ description: 'Who offers the product asked for; null where none is' }),
    ...choiceShape,
    delivery_coverage: told('Farms by delivery option', {
      farm_pickup: farms('Delivery option farm pickup'),
      farmers_market: farms('Delivery option farmers market'),
      home_delivery: farms('Delivery option home delivery'),
      drop_site: farms('Delivery option drop site'),
    }),
    known,
  })
  .meta({ id: 'LandscapeB' })

export const landscape = dataRoute({
  path: '/v1/market/landscape',
  operation: 'getMarketLandscape',
  tag: 'Market',
  summary: 'The market around a point, in one of two layouts',
  tier: 'free',
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
  async answer(request) {
    const { lat, lng, radius, radius_miles, layout } = request.query
    requireOneRadius(request.query)
    const area = circleOf({ lat, lng, radius: radius ?? radius_miles ?? defaultRadius_mi })
    const choice = await choiceOf(request)
    const isB = layout === undefined ? radius_miles !== undefined : layout === 'b'
    return { body: (isB ? landscapeB : landscapeA)(request.snapshot, area, choice) }
  },
})
