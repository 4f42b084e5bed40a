import { z } from 'zod'
import {
  differentiators as differentiatorsOf,
  pricePosition,
} from '../../query/market/differentiators.ts'
import { subjectOf, unknownsOf } from '../../query/market/subject.ts'
import { dataRoute } from '../data_route.ts'
import { farmId, marketQuery, radiusOrDefault } from './parameters.ts'
import { farms, money, namedShare, priceUnit, radius_miles, subject, unknown } from './response.ts'

const shares = (description: string) => z.array(namedShare).nullable().meta({ description })
const rank = (description: string) =>
  z.number().min(0).max(100).nullable().meta({ unit: 'percent', description })

const position = z
  .strictObject({
    product: z.string().meta({ description: 'The product', example: 'eggs' }),
    unit: priceUnit,
    price: money("The farm's price, brought to the unit"),
    neighbors_count: z.int().min(0).meta({ description: 'Prices of neighbors in that unit' }),
    neighbors_median: money('Their median'),
    percentile: rank("Share of neighbors' prices that are lower, ties counting half"),
  })
  .meta({ id: 'PricePosition' })

export const differentiators = dataRoute({
  path: '/v1/market/differentiators',
  operation: 'getMarketDifferentiators',
  tag: 'Market',
  summary: 'What sets a farm apart from the farms around it',
  tier: 'free',
  of: 'farm',
  query: marketQuery({ farm_id: farmId, radius: radiusOrDefault }),
  response: z
    .strictObject({
      farm: subject,
      radius_miles,
      unknown,
      neighbors: farms('Other farms in the circle; null where the farm has no location').nullable(),
      unique_products: z
        .array(z.string())
        .nullable()
        .meta({ description: 'Products that no neighbor is known to offer; null = not known' }),
      rare_products: shares(
        'Products that at most 10 % of neighbors are known to offer, unique ones among them',
      ),
      certifications: shares('Certifications of the farm, and how many neighbors have them'),
      practices: shares('Practices of the farm, and how many neighbors have them'),
      delivery_options: shares('Delivery options of the farm, and how many neighbors have them'),
      quality_percentile: rank(
        'Share of neighbors with a lower quality score, ties counting half; null without neighbors',
      ),
      price_position: z.array(position).nullable().optional().meta({
        tier: 'paid',
        description: "Each of the farm's prices among its neighbors'; null without a location",
      }),
    })
    .meta({ id: 'Differentiators' }),
  answer({ snapshot, tier, query: { farm_id, radius } }) {
    const found = subjectOf(snapshot, farm_id)
    return {
      body: {
        farm: found.farm,
        radius_miles: radius,
        unknown: unknownsOf(snapshot, found),
        ...differentiatorsOf(snapshot, found, radius),
        ...(tier === 'paid' && { price_position: pricePosition(snapshot, found, radius) }),
      },
    }
  },
})
