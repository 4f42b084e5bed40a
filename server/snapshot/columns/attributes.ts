import { countedFacets, type CountedFacet } from '../../../data/schema/serving/attributes.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import { CodeLists } from './code_lists.ts'

/** What is counted of each farm, by code (data/schema/serving/attributes.ts); ascending in a row. */
export class FarmAttributes extends CodeLists {
  readonly #ranges = new Map<CountedFacet, { first: number; names: string[] }>()

  constructor(columns: Columns['attributes']) {
    const { facets } = columns
    super(Object.values(facets).flat().length, columns)
    let first = 0
    for (const facet of countedFacets) {
      this.#ranges.set(facet, { first, names: facets[facet] })
      first += facets[facet].length
    }
  }

  /** The codes of a facet: the code of names[i] is first + i. */
  range(facet: CountedFacet) {
    return this.#ranges.get(facet)!
  }

  /** The code of a name, looked for in the whole list; undefined where no farm has it. */
  codeOf(facet: CountedFacet, name: string): number | undefined {
    const { first, names } = this.range(facet)
    const place = names.indexOf(name)
    return place === -1 ? undefined : first + place
  }
}
