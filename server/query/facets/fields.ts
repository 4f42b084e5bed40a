import { fields, specOf, type FacetName, type Field } from '../../../data/schema/serving/fields.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { Problem } from '../../http/problem.ts'
import { tierOf } from '../filters/filter.ts'
import { filters, type FilterName } from '../filters/filters.ts'

/** The filter on each field that lists count by value. */
export const filterOf = (name: FacetName): FilterName => fields[name].filter

/** The field that lists count by value without a filter; undefined if there is none. */
export const facetOf = (filter: FilterName): FacetName | undefined =>
  (Object.keys(fields) as FacetName[]).find((name) => fields[name].filter === filter)

/** The fields that lists count by value, in the order of their filters. */
export const facetNames = (Object.keys(filters) as FilterName[]).flatMap(
  (filter) => facetOf(filter) ?? [],
)

/** The field whose codes are counted. */
export const countedField = (name: FacetName): Field => (specOf(name).counted ?? name) as Field

/** Throws a 403 Problem that names the requested fields which the tier may not count. */
export function allowFacets(asked: FacetName[], tier: Tier): void {
  const refused = tier === 'paid' ? [] : asked.filter((name) => tierOf(name) === 'paid')
  if (refused.length === 0) return
  const named = refused.join(', ')
  throw new Problem('forbidden', `facets: this key is free, and for paid keys are ${named}`, {
    errors: [{ parameter: 'facets', message: `a key of the paid tier is needed for ${named}` }],
  })
}
