import { z } from 'zod'
import { paid } from '../../../data/schema/meta.ts'
import { component, count, list, percent, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import {
  differentiators as differentiatorsOf,
  pricePosition,
} from '../../query/market/differentiators.ts'
import { subjectOf, unknownsOf } from '../../query/market/subject.ts'
import { dataRoute } from '../data_route.ts'
import { marketQuery, radiusOrDefault } from './parameters.ts'
import { dollars, namedShare, neighbors, subjectShape, suppressedShape, unit } from './response.ts'

const shares = (description: string) => list(description, namedShare).nullable()

const position = component('PricePosition', "A price of the farm among its neighbors'", {
  product: text('The product', 'eggs'),
  unit,
  price: dollars("The farm's price, as listed"),
  neighbors_count: count('Prices of neighbors in that unit, or brought to it'),
  neighbors_median: dollars('Their median, in that unit'),
  percentile: percent("Share of neighbors' prices that are lower, ties counting half").nullable(),
})

export const differentiators = dataRoute({
  path: '/v1/market/differentiators',
  operation: 'getMarketDifferentiators',
  tag: 'Market',
  summary: 'What sets a farm apart from the farms around it',
  of: 'farm',
  query: marketQuery({ farm_id: parameter.farmId, radius: radiusOrDefault }),
  response: component('Differentiators', 'What sets a farm apart', {
    ...subjectShape,
    neighbors,
    unique_products: list(
      'Products that no neighbor is known to offer; null = not known',
      z.string(),
    ).nullable(),
    rare_products: shares(
      'Products that at most 10 % offer of the neighbors whose products are known, unique ones among them; null where these are fewer than 5',
    ),
    certifications: shares('Certifications of the farm, and how many neighbors have them'),
    practices: shares('Practices of the farm, and how many neighbors have them'),
    delivery_options: shares('Delivery options of the farm, and how many neighbors have them'),
    quality_percentile: percent(
      'Share of neighbors with a lower quality score, ties counting half; null without neighbors',
    ).nullable(),
    ...suppressedShape,
    price_position: paid(
      z.array(position).nullable().optional(),
      "Each of the farm's prices among its neighbors'; null without a location",
    ),
  }),
  answer({ snapshot, tier, query: { farm_id, radius } }) {
    const found = subjectOf(snapshot, farm_id)
    return {
      body: {
        farm: found.farm,
        radius_miles: radius,
        unknown: unknownsOf(snapshot, found, tier),
        ...differentiatorsOf(snapshot, found, radius, tier),
        ...(tier === 'paid' && { price_position: pricePosition(snapshot, found, radius) }),
      },
    }
  },
})
