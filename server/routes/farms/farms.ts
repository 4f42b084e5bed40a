import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { filterOptions, filterParameters } from '../../query/filters/parameters.ts'
import { listedFarm, listOf } from '../lists/envelope.ts'
import { answerList, asksOfNow, listParameters } from '../lists/list.ts'
import { dataRoute } from '../data_route.ts'

export const farms = dataRoute({
  path: '/v1/farms',
  operation: 'listFarms',
  tag: 'Farms',
  summary: 'Farms by their attributes',
  query: z.strictObject({
    ...filterParameters(),
    ...filterOptions,
    sort: parameter
      .oneOf('sort', ['name', '-quality_score', '-updated_at', 'relevance'])
      .optional()
      .meta({
        description:
          'Order of the list, ties by id. Default: name; with q relevance, which puts matches of the name first, then those with the city, then those in other fields; in each, whole words before begun ones before typing errors; then by name',
        example: '-quality_score',
      }),
    ...listParameters,
  }),
  response: listOf(listedFarm),
  usesClock: asksOfNow,
  answer(request) {
    const { q, sort = q === undefined ? 'name' : 'relevance' } = request.query
    if (sort === 'relevance' && q === undefined) throw nothingToBeRelevantTo()
    return answerList(request, { sort }, request.query)
  },
})

const nothingToBeRelevantTo = () =>
  badParameters([{ parameter: 'sort', message: '`relevance` is an order of what q finds: give q' }])
