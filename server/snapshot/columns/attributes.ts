import {
  countedFacets,
  listedFacets,
  type CountedFacet,
  type ListedFacet,
} from '../../../data/schema/serving/attributes.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import { CodeLists, codeRanges, RowCodes, type CodeRange } from './code_lists.ts'

/** Each farm's counted attributes, by code (data/schema/serving/attributes.ts); ascending in a row. */
export class FarmAttributes extends CodeLists {
  readonly #ranges: Map<CountedFacet, CodeRange>

  constructor(columns: Columns['attributes']) {
    super(Object.values(columns.facets).flat().length, columns)
    this.#ranges = codeRanges(countedFacets, columns.facets)
  }

  range(facet: CountedFacet): CodeRange {
    return this.#ranges.get(facet)!
  }

  /** Finds a name's code by searching the whole list; undefined if no farm has the name. */
  codeOf(facet: CountedFacet, name: string): number | undefined {
    const { first, names } = this.range(facet)
    const place = names.indexOf(name)
    return place === -1 ? undefined : first + place
  }
}

/** Each farm's values in the fields that only lists count, by code (data/schema/serving/attributes.ts). */
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
