import type { CountedFacet, ListedFacet } from '../../../data/schema/serving/attributes.ts'
import type { Facet } from '../../../data/schema/serving/terms.ts'
import type { FacetCodes, FarmAttributes } from '../columns/attributes.ts'
import type { CodeRange } from '../columns/code_lists.ts'
import type { CodeSets } from './code_sets.ts'
import { Bitmap } from './bitmap.ts'

/** Fields whose values have sets. `known` contains the names of attributes that may be known. */
export type TermField =
  | Facet
  | ListedFacet
  | 'place_type'
  | 'verification_status'
  | 'quality_tier'
  | 'quality_score'
  | 'known'

const inAttributes: Partial<Record<TermField, CountedFacet>> = {
  place_type: 'place_type',
  products: 'products',
  certifications: 'certifications',
  practices: 'practices',
  delivery_options: 'delivery_options',
  verification_status: 'verification',
  quality_tier: 'quality_tier',
  quality_score: 'quality_score',
  known: 'known',
}

/** The farms with a value of a field. The sets are ready, since every farm's values have codes. */
export class TermSets {
  readonly #farms: number
  /** The codes of the names, for each field used so far. */
  readonly #codes = new Map<TermField, Map<string, number>>()
  readonly #attributes: FarmAttributes
  readonly #facets: FacetCodes
  readonly #ofAttributes: CodeSets
  readonly #ofFacets: CodeSets

  constructor(
    farms: number,
    [attributes, ofAttributes]: [FarmAttributes, CodeSets],
    [facets, ofFacets]: [FacetCodes, CodeSets],
  ) {
    this.#farms = farms
    this.#attributes = attributes
    this.#facets = facets
    this.#ofAttributes = ofAttributes
    this.#ofFacets = ofFacets
  }

  /** The farms with any of some names, in the snapshot's spelling. */
  any(field: TermField, names: readonly string[]): Bitmap {
    const codes = this.#codesOf(field)
    const sets = field in inAttributes ? this.#ofAttributes : this.#ofFacets
    const found = names.flatMap((name) => codes.get(name) ?? []).map((code) => sets.of(code))
    return found.reduce((one, other) => one.or(other), found.shift() ?? new Bitmap(this.#farms))
  }

  #codesOf(field: TermField): Map<string, number> {
    const known = this.#codes.get(field)
    if (known) return known
    const { first, names } = this.#rangeOf(field)
    const codes = new Map(names.map((name, place) => [name, first + place]))
    this.#codes.set(field, codes)
    return codes
  }

  #rangeOf(field: TermField): CodeRange {
    const counted = inAttributes[field]
    return counted ? this.#attributes.range(counted) : this.#facets.range(field as ListedFacet)
  }
}
