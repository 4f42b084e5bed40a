import { z } from 'zod'
import * as parameter from '../http/parameters.ts'
import { filters, type FilterName } from '../query/filters.ts'
import { answerList, listParameters, noParams, productsMatch } from './list.ts'
import { dataRoute } from './route.ts'

type FilterParameters = { [Name in FilterName]: z.ZodOptional<(typeof filters)[Name]['schema']> }
const filterParameters = Object.fromEntries(
  Object.entries(filters).map(([name, { schema, meaning }]) => [
    name,
    schema.optional().describe(meaning),
  ]),
) as FilterParameters

export const farms = dataRoute({
  path: '/v1/farms',
  summary: 'Farms by their attributes',
  tier: 'free',
  params: noParams,
  query: z.strictObject({
    ...filterParameters,
    products_match: productsMatch,
    sort: parameter.oneOf(['name', '-quality_score', '-updated_at']).default('name'),
    ...listParameters,
  }),
  answer(request) {
    const {
      products_match,
      sort,
      page: _page,
      per_page: _perPage,
      snapshot: _snapshot,
      ...values
    } = request.query
    return answerList(request, { sort }, values, products_match)
  },
})
