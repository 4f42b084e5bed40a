import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { filterOptions, filterParameters } from '../../query/filters/parameters.ts'
import { listedFarm, listOf } from '../lists/envelope.ts'
import { answerList, asksOfNow, listParameters } from '../lists/list.ts'
import { dataRoute } from '../data_route.ts'
import { requireCenter, whereParameters } from '../where.ts'

export const search = dataRoute({
  path: '/v1/search',
  operation: 'searchFarms',
  tag: 'Farms',
  summary: 'Farms around a point or place, nearest first',
  query: z.strictObject({
    ...whereParameters,
    radius: parameter.radius.default(25).meta({
      unit: 'miles',
      description: 'How far around the point, its edge included; over 0',
      example: 25,
    }),
    ...filterParameters('bbox', 'cell'),
    ...filterOptions,
    ...listParameters,
  }),
  response: listOf(listedFarm),
  usesClock: asksOfNow,
  answer(request) {
    const center = requireCenter(request.query, request.snapshot)
    const { radius } = request.query
    return answerList(request, { near: { ...center, radius_mi: radius } }, request.query)
  },
})
