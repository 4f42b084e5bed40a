import {
  attributeFiles,
  countedFacets,
  type AttributeArrays,
  type Attributes,
  type CountedFacet,
} from '../../../data/schema/serving/attributes.ts'
import type { ServingFolder } from './serving_folder.ts'

/** The codes of a facet: the code of names[i] is first + i. */
export type CodeRange = { first: number; names: string[] }

/** What is counted of each farm, by code (data/schema/attributes.ts). */
export class FarmAttributes {
  /** How many codes there are. */
  readonly codes: number
  readonly #arrays: AttributeArrays
  readonly #ranges = new Map<CountedFacet, CodeRange>()
  readonly #codeOf = new Map<CountedFacet, Map<string, number>>()

  constructor(names: Attributes['facets'], arrays: AttributeArrays) {
    this.#arrays = arrays
    let first = 0
    for (const facet of countedFacets) {
      const start = first
      this.#ranges.set(facet, { first, names: names[facet] })
      this.#codeOf.set(facet, new Map(names[facet].map((name, each) => [name, start + each])))
      first += names[facet].length
    }
    this.codes = first
  }

  /** Opens the attributes of a snapshot of `farms` rows, whose tree has `nodes`. */
  static async open(
    folder: ServingFolder,
    names: Attributes['facets'],
    farms: number,
    nodes: number,
  ): Promise<FarmAttributes> {
    const { rowStarts, rowCodes, nodeStarts, nodeCodes, nodeCounts } = attributeFiles
    return new FarmAttributes(names, {
      rowStarts: await folder.array(rowStarts, Uint32Array, farms + 1),
      rowCodes: await folder.array(rowCodes, Uint32Array),
      nodeStarts: await folder.array(nodeStarts, Uint32Array, nodes + 1),
      nodeCodes: await folder.array(nodeCodes, Uint32Array),
      nodeCounts: await folder.array(nodeCounts, Uint32Array),
    })
  }

  range(facet: CountedFacet): CodeRange {
    return this.#ranges.get(facet)!
  }

  /** The code of a name; undefined where no farm has it. */
  codeOf(facet: CountedFacet, name: string): number | undefined {
    return this.#codeOf.get(facet)!.get(name)
  }

  /** The codes of a row, ascending. */
  codesOf(row: number): Uint32Array {
    const { rowStarts, rowCodes } = this.#arrays
    return rowCodes.subarray(rowStarts[row], rowStarts[row + 1])
  }

  has(row: number, code: number): boolean {
    const { rowStarts, rowCodes } = this.#arrays
    for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++)
      if (rowCodes[at] === code) return true
    return false
  }

  /** Adds to `counts`, one for each code, the codes of the rows [first, end). */
  addRows(counts: Uint32Array, first: number, end: number): void {
    const { rowStarts, rowCodes } = this.#arrays
    const stop = rowStarts[end]!
    for (let at = rowStarts[first]!; at < stop; at++) counts[rowCodes[at]!]!++
  }

  /** Adds those of all rows of a node of the cell tree, [first, end). */
  addNode(counts: Uint32Array, node: number, first: number, end: number): void {
    const { nodeStarts, nodeCodes, nodeCounts } = this.#arrays
    const start = nodeStarts[node]!
    const stop = nodeStarts[node + 1]!
    if (start === stop) return this.addRows(counts, first, end)
    for (let at = start; at < stop; at++) counts[nodeCodes[at]!]! += nodeCounts[at]!
  }
}
