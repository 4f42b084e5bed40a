import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { marketDelivery } from '../../query/market/delivery.ts'
import { dataRoute } from '../data_route.ts'
import { around, choiceOf, circleOf, marketQuery, product, radiusOrDefault } from './parameters.ts'
import { countedFarmsShape, farms, namedShare, share } from './response.ts'

export const delivery = dataRoute({
  path: '/v1/market/delivery',
  operation: 'getMarketDelivery',
  tag: 'Market',
  summary: 'How food reaches buyers from the farms around a point',
  tier: 'free',
  query: marketQuery({ ...around, radius: radiusOrDefault, product: product.optional() }),
  response: z
    .strictObject({
      ...countedFarmsShape,
      farms_with_known_delivery: farms('Of them, those whose delivery options are known'),
      delivery_options: z.array(namedShare).meta({ description: 'Most farms first, then by name' }),
      pickup: share.meta({ description: 'Farms with any option by which buyers fetch their food' }),
      delivery: share.meta({ description: 'Farms with any option that brings the food to buyers' }),
      nearest: z
        .array(
          z.strictObject({
            option: z.string().meta({ description: 'The option', example: 'farm pickup' }),
            farm_id: farm.shape.id,
            name: farm.shape.name,
            distance_mi: z
              .number()
              .min(0)
              .meta({ unit: 'miles', description: 'How far it is', example: 3.25 }),
          }),
        )
        .meta({ description: 'The nearest farm with each option, ties by id' }),
    })
    .meta({ id: 'MarketDelivery' }),
  async answer(request) {
    const { snapshot, query } = request
    return { body: marketDelivery(snapshot, circleOf(query), await choiceOf(request)) }
  },
})
