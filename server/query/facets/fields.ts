import type { CountedFacet, ListedFacet } from '../../../data/schema/serving/attributes.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { Problem } from '../../http/problem.ts'
import type { FilterName } from '../filters/filters.ts'

/** A field that lists count by value: the source of its codes, and its filter. */
type FacetField = (
  { codes: 'attributes'; facet: CountedFacet } | { codes: 'facetCodes'; facet: ListedFacet }
) & { filter: FilterName }

const inAttributes = (facet: CountedFacet, filter: FilterName): FacetField => ({
  codes: 'attributes',
  facet,
  filter,
})
const inFacets = (facet: ListedFacet, filter: FilterName): FacetField => ({
  codes: 'facetCodes',
  facet,
  filter,
})

/** A farm's fields that lists count by value. */
export const facetFields = {
  state: inFacets('state', 'state'),
  county: inFacets('county', 'county'),
  county_fips: inFacets('county_fips', 'county_fips'),
  place_type: inAttributes('place_type', 'place_type'),
  products: inAttributes('offered', 'products'),
  categories: inFacets('categories', 'category'),
  certifications: inAttributes('certifications', 'certifications'),
  practices: inAttributes('practices', 'practices'),
  delivery_options: inAttributes('delivery_options', 'delivery_options'),
  payment_methods: inFacets('payment_methods', 'payment_methods'),
  verification_status: inAttributes('verification', 'verification_status'),
  quality_tier: inAttributes('quality_tier', 'quality_tier'),
} satisfies Partial<Record<keyof typeof farm.shape, FacetField>>
export type FacetName = keyof typeof facetFields
export const facetNames = Object.keys(facetFields) as FacetName[]

const isPaid = (name: FacetName) => farm.shape[name].meta()?.tier === 'paid'

/** Throws a 403 Problem that names the requested fields which the tier may not count. */
export function allowFacets(asked: FacetName[], tier: Tier): void {
  const refused = tier === 'paid' ? [] : asked.filter(isPaid)
  if (refused.length === 0) return
  const named = refused.join(', ')
  throw new Problem('forbidden', `facets: this key is free, and for paid keys are ${named}`, {
    errors: [{ parameter: 'facets', message: `a key of the paid tier is needed for ${named}` }],
  })
}
