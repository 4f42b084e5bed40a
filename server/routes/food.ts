import { z } from 'zod'
import * as parameter from '../http/parameters.ts'
import { badParameters } from '../http/problem.ts'
import { filters } from '../query/filters.ts'
import { answerList, listParameters, noParams } from './list.ts'
import { dataRoute } from './route.ts'

export const food = dataRoute({
  path: '/v1/food',
  summary: 'Farms that offer a product: nearest first around a point, else best first',
  tier: 'free',
  params: noParams,
  query: z.strictObject({
    product: parameter.text,
    lat: parameter.latitude.optional(),
    lng: parameter.longitude.optional(),
    radius: parameter.decimal(1, 100).default(50),
    state: filters.state.schema.optional(),
    ...listParameters,
  }),
  answer(request) {
    const { product, lat, lng, radius, state } = request.query
    const products = [product]
    if (lat !== undefined && lng !== undefined)
      return answerList(request, { near: { lat, lng, radius_mi: radius } }, { products }, 'all', [
        'state',
      ])
    if (lat === undefined && lng === undefined)
      return answerList(request, { sort: '-quality_score' }, { products, state }, 'all', ['radius'])
    const missing = lat === undefined ? 'lat' : 'lng'
    throw badParameters([{ parameter: missing, message: 'is required: lat and lng go together' }])
  },
})
