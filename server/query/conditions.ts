import type { Tier } from '../../data/schema/meta.ts'
import { Problem } from '../http/problem.ts'
import type { Condition } from '../snapshot/row_sets.ts'
import type { Terms } from '../snapshot/terms.ts'
import { filters, type FilterName } from './filters.ts'

/** Values of filters, as their schemas read them. */
export type FilterValues = Partial<Record<FilterName, unknown>>

/** What a request's filters ask of a farm: all of `all` and, where there is any, one of `any`. */
export type Conditions = { all: Condition[]; any: Condition[] }

/**
 * The conditions of a request's filters; products are wanted all together, or any of them.
 * Throws a 403 Problem where a filter is not for the tier.
 */
export function conditions(
  values: FilterValues,
  productsMatch: 'all' | 'any',
  tier: Tier,
  terms: Terms,
): Conditions {
  const all: Condition[] = []
  const any: Condition[] = []
  for (const [name, value] of Object.entries(values) as [FilterName, never][]) {
    if (value === undefined) continue
    const filter = filters[name]
    if (filter.tier === 'paid' && tier === 'free') throw paidFilter(name)
    const target = name === 'products' && productsMatch === 'any' ? any : all
    target.push(...filter.conditions(value, terms))
  }
  return { all, any }
}

const paidFilter = (name: FilterName) =>
  new Problem(
    'forbidden',
    `${name}: this filter is for paid keys, since it tells of a field of the paid tier`,
    {
      errors: [{ parameter: name, message: 'needs a key of the paid tier' }],
    },
  )
