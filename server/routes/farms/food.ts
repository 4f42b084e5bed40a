import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { filterOptions, filterParameters } from '../../query/filters/parameters.ts'
import { listedFarm, listOf } from '../lists/envelope.ts'
import { answerList, asksOfNow, listParameters } from '../lists/list.ts'
import { dataRoute } from '../data_route.ts'
import { centerOf, whereParameters } from '../where.ts'

export const food = dataRoute({
  path: '/v1/food',
  operation: 'searchByProduct',
  tag: 'Farms',
  summary: 'Farms that offer a product: nearest first around a point or place, else best first',
  query: z.strictObject({
    product: parameter.product,
    ...whereParameters,
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
    const { product, radius, ...others } = request.query
    const values = { ...others, products: [product] }
    const center = centerOf(request.query, request.snapshot)
    if (!center) return answerList(request, { sort: '-quality_score' }, values, ['radius'])
    const near = { ...center, radius_mi: radius }
    return answerList(request, { near }, { ...values, state: undefined }, ['state'])
  },
})
