import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { listedFarm, listOf } from '../lists/envelope.ts'
import { answerList } from '../lists/list.ts'
import { asksOfNow, listParameters, type Sort } from '../lists/parameters.ts'
import { dataRoute } from '../data_route.ts'
import { centerOf, whereParameters, type Where } from '../where.ts'

/** `product` stands for them. */
const { products: _products, products_match: _match, ...parameters } = listParameters

export const food = dataRoute({
  path: '/v1/food',
  operation: 'searchByProduct',
  tag: 'Farms',
  summary:
    'Farms that offer a product: nearest first around a point or place, else best first; or as sort says',
  query: z.strictObject({
    product: parameter.product,
    ...whereParameters,
    radius: parameter.decimal(1, 100).default(50).meta({
      unit: 'miles',
      description: 'How far around the point, its edge included; says nothing without one',
      example: 50,
    }),
    ...parameters,
  }),
  response: listOf(listedFarm),
  defaults: (query) => ({ sort: defaultSort(query) }),
  usesClock: asksOfNow,
  answer(request, services) {
    const { product, radius, sort = defaultSort(request.query), ...others } = request.query
    const values = { ...others, products: [product] }
    const center = centerOf(request.query, request.snapshot)
    if (!center) return answerList(request, services, { values, sort, ignored: ['radius'] })
    const near = { ...center, radius_mi: radius }
    const anywhere = { ...values, state: undefined }
    return answerList(request, services, { values: anywhere, near, sort, ignored: ['state'] })
  },
})

const defaultSort = ({ near, lat }: Where): Sort =>
  near === undefined && lat === undefined ? '-quality_score' : 'distance'
