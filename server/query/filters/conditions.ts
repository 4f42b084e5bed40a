import { Problem } from '../../http/problem.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { FilterOptions } from './parameters.ts'
import type { FilterRequest } from './filter.ts'
import { filters, type FilterName } from './filters.ts'

/** Values of filters, as their schemas read them; other values beside them have no effect. */
export type FilterValues = Partial<Record<FilterName, unknown>> & FilterOptions

/** What a request's filters ask of a farm: all of `all` and, where there is any, one of `any`. */
export type Conditions = { all: Condition[]; any: Condition[] }

/** The conditions of a request's filters. Throws a 403 Problem where a filter is not for the tier. */
export function conditions(values: FilterValues, request: FilterRequest): Conditions {
  const [all, any]: [Condition[], Condition[]] = [[], []]
  const openUnknown = values.open_unknown === 'include'
  for (const name of Object.keys(filters) as FilterName[]) {
    const [filter, value] = [filters[name], values[name]]
    if (value === undefined) continue
    if (filter.tier === 'paid' && request.tier === 'free') {
      const detail = `${name}: this filter is for paid keys, since it shows a field of the paid tier`
      const errors = [{ parameter: name, message: 'needs a key of the paid tier' }]
      throw new Problem('forbidden', detail, { errors })
    }
    const target = name === 'products' && values.products_match === 'any' ? any : all
    target.push(...filter.conditions(value as never, { ...request, openUnknown }))
  }
  return { all, any }
}
