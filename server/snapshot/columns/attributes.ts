import { countedFacets, type CountedFacet } from '../../../data/schema/serving/attributes.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import { CodeLists } from './code_lists.ts'

/** The codes of a facet: the code of names[i] is first + i. */
export type CodeRange = { first: number; names: string[] }

/** What is counted of each farm, by code (data/schema/serving/attributes.ts); ascending in a row. */
export class FarmAttributes extends CodeLists {
  readonly #ranges = new Map<CountedFacet, CodeRange>()
  readonly #codeOf = new Map<CountedFacet, Map<string, number>>()

  constructor({ facets, ...lists }: Columns['attributes']) {
    super(Object.values(facets).flat().length, lists)
    let first = 0
    for (const facet of countedFacets) {
      const start = first
      const names = facets[facet]
      this.#ranges.set(facet, { first, names })
      this.#codeOf.set(facet, new Map(names.map((name, each) => [name, start + each])))
      first += names.length
    }
  }

  range(facet: CountedFacet): CodeRange {
    return this.#ranges.get(facet)!
  }

  /** The code of a name; undefined where no farm has it. */
  codeOf(facet: CountedFacet, name: string): number | undefined {
    return this.#codeOf.get(facet)!.get(name)
  }
}
