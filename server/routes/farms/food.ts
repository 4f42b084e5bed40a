import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { filterOptions, filterParameters } from '../../query/filters/parameters.ts'
import { listedFarm, listOf } from '../lists/envelope.ts'
import { answerList, asksOfNow, listParameters } from '../lists/list.ts'
import { dataRoute } from '../data_route.ts'

export const food = dataRoute({
  path: '/v1/food',
  operation: 'searchByProduct',
  tag: 'Farms',
  summary: 'Farms that offer a product: nearest first around a point, else best first',
  query: z.strictObject({
    product: parameter.product,
    lat: parameter.latitude.optional(),
    lng: parameter.longitude.optional(),
    radius: parameter.decimal(1, 100).default(50).meta({
      unit: 'miles',
      description: 'How far around the point, its edge included; says nothing without one',
      example: 50,
    }),
    ...filterParameters('products', 'bbox', 'cell'),
    open_unknown: filterOptions.open_unknown,
    ...listParameters,
  }),
  response: listOf(listedFarm),
  usesClock: asksOfNow,
  answer(request) {
    const { product, lat, lng, radius, ...others } = request.query
    const values = { ...others, products: [product] }
    if (lat !== undefined && lng !== undefined)
      return answerList(
        request,
        { near: { lat, lng, radius_mi: radius } },
        { ...values, state: undefined },
        ['state'],
      )
    if (lat === undefined && lng === undefined)
      return answerList(request, { sort: '-quality_score' }, values, ['radius'])
    const missing = lat === undefined ? 'lat' : 'lng'
    throw badParameters([{ parameter: missing, message: 'is required: lat and lng go together' }])
  },
})
