import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { farmList } from '../lists/envelope.ts'
import type { FilterValues } from '../../query/filters/conditions.ts'
import { answerList, type ListRequest } from '../lists/list.ts'
import { asksOfNow, listParameters, type Sort } from '../lists/parameters.ts'
import { dataRoute } from '../data_route.ts'

export const farms = dataRoute({
  path: '/v1/farms',
  operation: 'listFarms',
  tag: 'Farms',
  summary: 'List farms by attributes',
  details:
    'Farms that match all filters. Without `sort`, the best quality comes first; with `q` the best matches come first, and `ids` keeps its order.',
  query: z.strictObject({
    ...listParameters,
    ids: parameter.farmIds.optional().meta({
      description:
        'Farm ids, comma-separated, up to 100. The list keeps their order unless `sort` is given. `meta.missing` lists ids without a farm. A merged farm is replaced by the farm that contains it (see `meta.merged`)',
      example: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
    }),
  }),
  response: farmList,
  defaults: (query) => ({ sort: defaultSort(query) }),
  usesClock: asksOfNow,
  usesDay: true,
  answer(request, services) {
    const { ids, sort = defaultSort(request.query) } = request.query
    return answerList(request, services, { values: request.query, ids, sort })
  },
})

/** None with ids, which are in an order of their own. */
function defaultSort({ ids, q }: Pick<ListRequest, 'ids'> & FilterValues): Sort | undefined {
  if (ids !== undefined) return undefined
  return q === undefined ? '-quality_score' : 'relevance'
}
