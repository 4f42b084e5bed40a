import type { Columns } from '../../../data/schema/serving/columns.ts'

/** How often each code was met, and the sum of the values beside it. */
export type CodeSums = { counts: Uint32Array; sums: Float64Array }

type Lists = Pick<
  Columns['attributes'],
  'rowStarts' | 'rowCodes' | 'nodeStarts' | 'nodeCodes' | 'nodeCounts'
>
/** What stands beside the codes of rows, and its sums beside those of nodes. */
type Values = { ofRows: Float64Array; ofNodes: Float64Array }

/** A list of codes for each farm, maybe with a value for each, and their sums for the nodes of the cell tree. */
export class CodeLists {
  /** How many codes there are. */
  readonly codes: number
  protected readonly lists: Lists
  readonly #values: Values | null

  constructor(codes: number, lists: Lists, values: Values | null = null) {
    this.codes = codes
    this.lists = lists
    this.#values = values
  }

  /** The codes of a row. */
  codesOf(row: number): Uint32Array {
    const { rowStarts, rowCodes } = this.lists
    return rowCodes.subarray(rowStarts[row], rowStarts[row + 1])
  }

  has(row: number, code: number): boolean {
    const { rowStarts, rowCodes } = this.lists
    for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++)
      if (rowCodes[at] === code) return true
    return false
  }

  noSums(): CodeSums {
    return {
      counts: new Uint32Array(this.codes),
      sums: new Float64Array(this.#values ? this.codes : 0),
    }
  }

  /** Adds the codes of the rows [first, end). */
  addRows({ counts, sums }: CodeSums, first: number, end: number): void {
    const { rowStarts, rowCodes } = this.lists
    const [start, stop] = [rowStarts[first]!, rowStarts[end]!]
    for (let at = start; at < stop; at++) counts[rowCodes[at]!]!++
    if (!this.#values) return
    const { ofRows } = this.#values
    for (let at = start; at < stop; at++) sums[rowCodes[at]!]! += ofRows[at]!
  }

  /** Adds those of all rows of a node of the cell tree, [first, end). */
  addNode(into: CodeSums, node: number, first: number, end: number): void {
    const { nodeStarts, nodeCodes, nodeCounts } = this.lists
    const [start, stop] = [nodeStarts[node]!, nodeStarts[node + 1]!]
    if (start === stop) return this.addRows(into, first, end)
    const { counts, sums } = into
    for (let at = start; at < stop; at++) counts[nodeCodes[at]!]! += nodeCounts[at]!
    if (!this.#values) return
    const { ofNodes } = this.#values
    for (let at = start; at < stop; at++) sums[nodeCodes[at]!]! += ofNodes[at]!
  }
}
