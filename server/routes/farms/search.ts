import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { farmList } from '../lists/envelope.ts'
import { answerList } from '../lists/list.ts'
import { asksOfNow, listParameters } from '../lists/parameters.ts'
import { dataRoute } from '../data_route.ts'
import { requireCenter, whereParameters } from '../parameters.ts'

export const search = dataRoute({
  path: '/v1/search',
  operation: 'searchFarms',
  tag: 'Farms',
  summary: 'Find farms around a point or place',
  details:
    'Farms within the radius of a point or place, nearest first unless `sort` is given. All filters apply.',
  query: z.strictObject({
    ...whereParameters,
    radius: parameter.radius.default(parameter.usualRadius_mi).meta({
      unit: 'miles',
      description: 'Search radius over 0, edge included',
      example: 25,
      aliases: ['radius_miles'],
    }),
    ...listParameters,
  }),
  response: farmList,
  defaults: () => ({ sort: 'distance' }),
  usesClock: asksOfNow,
  usesDay: true,
  answer(request, services) {
    const { radius, sort = 'distance' } = request.query
    const near = { ...requireCenter(request.query, request.snapshot), radius_mi: radius }
    return answerList(request, services, { values: request.query, near, sort })
  },
})
