import type { z } from 'zod'
import { termFilters } from '../../../data/schema/serving/fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'

/** Parameters that change how a filter matches. */
export const filterOptions = {
  match: parameter
    .oneOf('match', ['any', 'all'])
    .default('any')
    .meta({
      description: `Match mode of filters on lists: a farm has \`any\` of the values of each, or \`all\`. These are ${termFilters.slice(0, -1).join(', ')} and ${termFilters.at(-1)}`,
      example: 'all',
      aliases: ['products_match'],
    }),
  in_stock_only: parameter.oneOf('in_stock_only', ['true', 'false']).default('false').meta({
    description:
      'Stock of the product: `true` keeps only farms with a listing in stock. Farms that do not track stock are left out',
    example: 'true',
  }),
  open_between: parameter.dayTime.optional().meta({
    description:
      'Time span within the day of `open_on`: farms open at any minute in the span; default: the whole day',
    example: '08:00-12:00',
    tier: 'paid',
  }),
  open_unknown: parameter.oneOf('open_unknown', ['exclude', 'include']).default('exclude').meta({
    description:
      'Treatment of farms with unknown hours by `open_at` and `open_on`: `include` adds them',
    example: 'include',
  }),
  now: parameter.moment.optional().meta({
    description:
      'Current time for `open_at=now` and for days of the week in `open_on`; default: the time of the request. `links.next` contains it, so that all pages use the same time',
    example: '2026-07-04T10:30:00-04:00',
  }),
}
export type FilterOptions = {
  [Name in keyof typeof filterOptions]?: z.output<(typeof filterOptions)[Name]>
}
