import { z } from 'zod'
import { paid } from '../../../data/schema/meta.ts'
import { component, count, list, percent, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { differentiatorsOf, pricePosition } from '../../query/market/differentiators.ts'
import { subjectOf, unknownsOf } from '../../query/market/subject.ts'
import { nearestOther } from '../../query/market/empty_area.ts'
import { after } from '../../eventual.ts'
import { emptyShape, snapshotId } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'
import { marketQuery, radiusOrDefault } from './parameters.ts'
import {
  dollarsOrNull,
  namedShare,
  neighbors,
  subjectShape,
  suppressedShape,
  unit,
} from './response.ts'

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
    ...suppressedShape,
    price_position: paid(
      z.array(position).nullable().optional(),
      "Prices of the farm among its neighbors' prices; null = no location",
    ),
  }),
  answer({ snapshot, tier, query: { farm_id, radius } }) {
    const found = subjectOf(snapshot, farm_id)
    const body = {
      snapshot: snapshot.id,
      farm: found.farm,
      radius_miles: radius,
      unknown: unknownsOf(snapshot, found, tier),
      ...differentiatorsOf(snapshot, found, radius, tier),
      ...(tier === 'paid' && { price_position: pricePosition(snapshot, found, radius) }),
    }
    const { row, center } = found
    if (body.neighbors !== 0 || !center) return { body }
    const hints = nearestOther(snapshot, row, { ...center, radius_mi: radius })
    return after(hints, (hints) => ({ body: { hints, ...body } }))
  },
})
