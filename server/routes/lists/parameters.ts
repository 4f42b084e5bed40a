import * as parameter from '../../http/parameters/parameters.ts'
import type { RawQuery } from '../../http/parameters/query_string.ts'
import { facetNames } from '../../query/facets/fields.ts'
import { filterOptions } from '../../query/filters/options.ts'
import { filterParameters } from '../../query/filters/parameters.ts'
import { sortOrders } from '../../snapshot/open.ts'
import { Fields } from './fields.ts'
import { format } from './formats.ts'
import { listedFarm } from './envelope.ts'

export const listFields = new Fields(listedFarm)

const sorts = [...sortOrders, 'distance', 'relevance'] as const
export type Sort = (typeof sorts)[number]

/** Parameters of every list of farms. */
export const listParameters = {
  ...filterParameters,
  ...filterOptions,
  sort: parameter.oneOf('sort', sorts).optional().meta({
    description:
      'Order of the list, unknown last, ties by id; `-` is the greatest or newest first. `distance` is around a centre; `relevance` is of what q finds: matches of the name first, then those with the city, then those in other fields; in each, whole words before begun ones before typing errors; then by name',
    example: '-quality_score',
  }),
  facets: parameter.someOf('facet', facetNames).optional().meta({
    description:
      'Fields whose most frequent values are counted, in meta.facets; those for paid keys are a 403 for free ones',
    example: 'place_type,products',
  }),
  page: parameter.page,
  per_page: parameter.perPage,
  snapshot: parameter.snapshot,
  fields: listFields.parameter,
  format,
}

/** Whether a list depends on the time of the request: cached answers are good for that minute only. */
export const asksOfNow = (query: RawQuery): boolean =>
  !query.has('now') &&
  (query.get('open_at')?.[0] === 'now' || /^[a-z]/.test(query.get('open_on')?.[0] ?? ''))
