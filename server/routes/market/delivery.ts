import { after } from '../../eventual.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component, list, miles, object, text } from '../../http/answer_fields.ts'
import { marketDelivery } from '../../query/market/delivery.ts'
import { dataRoute } from '../data_route.ts'
import { around, choiceOf, circleOf, marketQuery, product, radiusOrDefault } from './parameters.ts'
import { countedFarmsShape, farms, namedShare, shareOrNull, suppressedShape } from './response.ts'

export const delivery = dataRoute({
  path: '/v1/market/delivery',
  operation: 'getMarketDelivery',
  tag: 'Market',
  summary: 'How food reaches buyers from the farms around a point',
  query: marketQuery({ ...around, radius: radiusOrDefault, product: product.optional() }),
  response: component('MarketDelivery', 'How the farms of a circle deliver', {
    ...countedFarmsShape,
    farms_with_known_delivery: farms('Of them, those whose delivery options are known').nullable(),
    delivery_options: list('Most farms first, then by name', namedShare).nullable(),
    pickup: shareOrNull.meta({
      description: 'Farms with any option by which buyers fetch their food',
    }),
    delivery: shareOrNull.meta({
      description: 'Farms with any option that brings the food to buyers',
    }),
    nearest: list(
      'The nearest farm with each option, ties by id',
      object('A farm with a delivery option', {
        option: text('The option', 'farm pickup'),
        farm_id: farm.shape.id,
        name: farm.shape.name,
        distance_mi: miles('How far it is', 3.25),
      }),
    ).nullable(),
    ...suppressedShape,
  }),
  answer(request) {
    const { snapshot, tier, query } = request
    const circle = circleOf(request, query.radius)
    return after(choiceOf(request), (choice) => ({
      body: marketDelivery(snapshot, circle, choice, tier),
    }))
  },
})
