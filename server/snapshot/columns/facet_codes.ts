import { listedFacets, type ListedFacet } from '../../../data/schema/serving/attributes.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import { codeRanges, RowCodes, type CodeRange } from './code_lists.ts'

/** The values of each farm in the fields that only lists count, by code (data/schema/serving/attributes.ts). */
export class FacetCodes extends RowCodes {
  readonly #ranges: Map<ListedFacet, CodeRange>

  constructor(columns: Columns['facets']) {
    super(Object.values(columns.names).flat().length, columns)
    this.#ranges = codeRanges(listedFacets, columns.names)
  }

  range(facet: ListedFacet): CodeRange {
    return this.#ranges.get(facet)!
  }
}
