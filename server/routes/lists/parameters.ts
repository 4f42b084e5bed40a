import { farmSorts, type FarmSort } from '../../../data/schema/serving/sorts.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import type { RawQuery } from '../../http/parameters/query_string.ts'
import { facetFields } from '../../query/facets/fields.ts'
import { filterOptions } from '../../query/filters/filter.ts'
import { filterParameters } from '../../query/filters/filters.ts'
import { saidSince } from '../parameters.ts'
import { hasTimes } from '../../query/reader/times.ts'
import { Fields } from './fields.ts'
import { format } from './formats.ts'
import { listedFarm } from './envelope.ts'

export const listFields = new Fields(listedFarm)

const sorts = [...(Object.keys(farmSorts) as FarmSort[]), 'distance', 'relevance'] as const
export type Sort = (typeof sorts)[number]

/** Parameters of every list of farms. */
export const listParameters = {
  ...filterParameters,
  ...filterOptions,
  sort: parameter.oneOf('sort', sorts, { quality: '-quality_score' }).optional().meta({
    description:
      'Order of the list; unknown values come last, ties are in the order of ids. `-` means greatest or newest first. `quality` is another name of `-quality_score`. `rating` means the best Google rating first, and needs a paid key. `distance` needs a center. `relevance` needs `q`: the whole name comes first, then a phrase in the name, its words, then of city and county, then begun words, other fields and the state, and typing errors; then by name',
    example: '-quality_score',
  }),
  facets: parameter.someOf('facet', facetFields).optional().meta({
    description:
      'Fields whose most frequent values `meta.facets` counts. Free keys get status 403 for paid fields',
    example: 'place_type,products',
  }),
  said_since: saidSince,
  page: parameter.page,
  per_page: parameter.perPage,
  snapshot: parameter.snapshot,
  fields: listFields.parameter,
  format,
}

/** Whether a list depends on the time of the request: cached answers are good for that minute only. */
export const asksOfNow = (query: RawQuery): boolean =>
  !query.has('now') &&
  (query.get('open_at')?.[0] === 'now' ||
    /^[a-z]/.test(query.get('open_on')?.[0] ?? '') ||
    hasTimes(query.get('text')?.[0] ?? ''))
