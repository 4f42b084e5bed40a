import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { farmList } from '../lists/envelope.ts'
import { answerList } from '../lists/list.ts'
import { asksOfNow, listParameters, type Sort } from '../lists/parameters.ts'
import { dataRoute } from '../data_route.ts'
import {
  centerOf,
  radiusIfCenter,
  requireNoRadius,
  whereParameters,
  type Where,
} from '../parameters.ts'

/** `product` stands in their place. */
const { products: _, ...parameters } = listParameters

export const food = dataRoute({
  path: '/v1/food',
  operation: 'searchByProduct',
  tag: 'Farms',
  summary: 'Find farms that offer a product',
  details:
    'Farms that offer the product or a variety. Around a point or place the nearest farms come first, elsewhere the best. `sort` overrides this order.',
  query: z.strictObject({
    product: parameter.product,
    ...whereParameters,
    radius: radiusIfCenter,
    ...parameters,
  }),
  response: farmList,
  defaults: (query) => ({ sort: defaultSort(query) }),
  usesClock: asksOfNow,
  usesDay: true,
  answer(request, services) {
    const { product, radius, sort = defaultSort(request.query), ...others } = request.query
    const values = { ...others, products: [product] }
    const asked = { product, sort }
    const center = centerOf(request.query, request.snapshot)
    if (!center) {
      requireNoRadius(request.rawQuery)
      return answerList(request, services, { ...asked, values })
    }
    const near = { ...center, radius_mi: radius }
    const anywhere = { ...values, state: undefined }
    return answerList(request, services, { ...asked, values: anywhere, near, ignored: ['state'] })
  },
})

const defaultSort = ({ near, lat }: Where): Sort =>
  near === undefined && lat === undefined ? '-quality_score' : 'distance'
