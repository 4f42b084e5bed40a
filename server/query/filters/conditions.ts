import { termFilters } from '../../../data/schema/serving/fields.ts'
import { badParameters, Problem } from '../../http/problem.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { FilterRequest, FilterOptions } from './filter.ts'
import { filters, type FilterName } from './filters.ts'

/** Values of filters, as their schemas read them; other values have no effect. */
export type FilterValues = Partial<Record<FilterName, unknown>> & FilterOptions

/** The filters that each option applies to. Without any of these, the option has no effect. */
export const filtersOfOption: Record<keyof FilterOptions, FilterName[]> = {
  match: termFilters,
  in_stock_only: ['products'],
  open_between: ['open_on'],
  open_unknown: ['open_at', 'open_on'],
  now: ['open_at', 'open_on'],
}

/**
 * Returns the conditions of a request's filters; a farm must meet all. Throws a 403 Problem if the tier may
 * not use a filter, and a 400 Problem if an option lacks its filter.
 */
export function conditions(values: FilterValues, request: FilterRequest): Condition[] {
  const given = (Object.keys(filters) as FilterName[]).filter((name) => values[name] !== undefined)
  for (const name of given) if (filters[name].tier === 'paid') requirePaid(name, request)
  if (values.open_between !== undefined) requireDay(values, request)
  return given.flatMap((name) => filters[name].conditions(values[name] as never, request, values))
}

function requirePaid(name: string, { tier }: FilterRequest): void {
  if (tier === 'paid') return
  const detail = `${name}: this filter is for paid keys, since it shows a field of the paid tier`
  const errors = [{ parameter: name, message: 'needs a key of the paid tier' }]
  throw new Problem('forbidden', detail, { errors })
}

function requireDay({ open_on }: FilterValues, request: FilterRequest): void {
  requirePaid('open_between', request)
  if (open_on !== undefined) return
  const message = 'is some time of the day that open_on names: give open_on, a day such as sat'
  throw badParameters([{ parameter: 'open_between', message, suggestion: 'open_on' }])
}
