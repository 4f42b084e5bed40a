import { farm } from '../../../data/schema/tables/farm.ts'
import { after } from '../../eventual.ts'
import { component, list, miles, object, text } from '../../http/answer_fields.ts'
import { marketDelivery } from '../../query/market/delivery.ts'
import { dataRoute } from '../data_route.ts'
import { around, choiceOf, circleOf, marketQuery, product, radiusOrDefault } from './parameters.ts'
import {
  countedFarmsShape,
  farmCount,
  namedShare,
  said,
  shareOrNull,
  suppressedShape,
} from './response.ts'

export const delivery = dataRoute({
  path: '/v1/market/delivery',
  operation: 'getMarketDelivery',
  tag: 'Market',
  summary: 'Get the delivery options of the farms around a point',
  details:
    'Number of farms by delivery option, and the nearest farm with each option. With `product`, only farms that offer the product count.',
  query: marketQuery({
    ...around,
    radius: radiusOrDefault,
    product: product.optional().meta({ aliases: ['products'] }),
  }),
  response: component('MarketDelivery', 'Delivery options of the farms in a circle', {
    ...countedFarmsShape,
    farms_with_known_delivery: farmCount(
      'Farms with known delivery options among `total_farms`',
      5,
    ).nullable(),
    delivery_options: list(
      'Delivery options, by number of farms, then by name',
      namedShare,
    ).nullable(),
    pickup: shareOrNull.meta({
      description: 'Farms with an option by which buyers fetch their food',
    }),
    delivery: shareOrNull.meta({
      description: 'Farms with an option that brings the food to buyers',
    }),
    nearest: list(
      'Nearest farm with each option, ties by id',
      object('Nearest farm with a delivery option', {
        option: text('Delivery option', 'farm pickup'),
        farm_id: farm.shape.id,
        name: farm.shape.name,
        distance_mi: miles('Distance of the farm', 3.25),
      }),
    ).nullable(),
    said,
    ...suppressedShape,
  }),
  usesDay: true,
  answer(request) {
    const circle = circleOf(request, request.query.radius)
    return after(marketDelivery(request, circle, choiceOf(request)), (body) => ({ body }))
  },
})
