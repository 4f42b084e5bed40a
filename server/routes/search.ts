import { z } from 'zod'
import * as parameter from '../http/parameters.ts'
import { filters } from '../query/filters.ts'
import { answerList, listParameters, noParams, productsMatch } from './list.ts'
import { dataRoute } from './route.ts'

export const search = dataRoute({
  path: '/v1/search',
  summary: 'Farms around a point, nearest first',
  tier: 'free',
  params: noParams,
  query: z.strictObject({
    lat: parameter.latitude,
    lng: parameter.longitude,
    radius: parameter.radius.default(25),
    products: filters.products.schema.optional(),
    products_match: productsMatch,
    ...listParameters,
  }),
  answer(request) {
    const { lat, lng, radius, products, products_match } = request.query
    return answerList(
      request,
      { near: { lat, lng, radius_mi: radius } },
      { products },
      products_match,
    )
  },
})
