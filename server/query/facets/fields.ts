import { fields, fieldsWith, tierOf, type FacetField } from '../../../data/schema/serving/fields.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { Problem } from '../../http/problem.ts'
import { filters, type FilterName } from '../filters/filters.ts'

/** The filter on each field that lists count by value. */
export const filterOf = (field: FacetField): FilterName => fields[field].filter

/** The field that lists count by value without a filter; undefined if there is none. */
export const facetOf = (filter: FilterName): FacetField | undefined =>
  fieldsWith({ facet: true }).find((field) => filterOf(field) === filter)

/** The fields that lists count by value, in the order of their filters. */
export const facetFields = (Object.keys(filters) as FilterName[]).flatMap(
  (filter) => facetOf(filter) ?? [],
)

/** Throws a 403 Problem that names the requested fields which the tier may not count. */
export function allowFacets(asked: FacetField[], tier: Tier): void {
  const refused = tier === 'paid' ? [] : asked.filter((field) => tierOf(field) === 'paid')
  refusePaid('facets', refused)
}

/** Throws a 403 Problem for the values of a parameter that are for paid keys, if there are any. */
export function refusePaid(parameter: string, values: readonly string[]): void {
  if (values.length === 0) return
  const named = values.join(', ')
  throw new Problem('forbidden', `${parameter}: only paid keys get ${named}; this key is free`, {
    errors: [{ parameter, message: `a key of the paid tier is needed for ${named}` }],
  })
}
