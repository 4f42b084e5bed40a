import type { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'

/** Parameters that say how a filter is meant. */
export const filterOptions = {
  products_match: parameter.oneOf('products_match', ['all', 'any']).default('all').meta({
    description: 'Whether a farm must offer all of `products`, or any',
    example: 'any',
  }),
  open_between: parameter.dayTime.optional().meta({
    description:
      'Some time of the day of `open_on`: farms open at any minute of it; default: the whole day',
    example: '08:00-12:00',
    tier: 'paid',
  }),
  open_unknown: parameter.oneOf('open_unknown', ['exclude', 'include']).default('exclude').meta({
    description:
      'Whether `open_at` and `open_on` add the farms whose hours at that time are unknown',
    example: 'include',
  }),
  now: parameter.moment.optional().meta({
    description:
      'What time it is for `open_at=now` and for the coming day of `open_on`; default: the time of the request. `links.next` has it, so that all pages are of one moment',
    example: '2026-07-04T10:30:00-04:00',
  }),
}
export type FilterOptions = {
  [Name in keyof typeof filterOptions]?: z.output<(typeof filterOptions)[Name]>
}
