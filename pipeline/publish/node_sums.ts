import type { CellTreeArrays } from '../../data/schema/serving/cell_tree.ts'

/** Nodes of fewer rows are summed up by the server row by row, which is as quick. */
const fewestRows = 64

/** For each node the codes that its rows have, ascending, how often, and the sum of their values. */
type NodeSums = {
  starts: Uint32Array
  codes: Uint32Array
  counts: Uint32Array
  sums: Float64Array
}

/**
 * Sums up the codes of the rows of each node of the tree that has some 64 rows or more. Row r has
 * the codes, all under `codeCount`, from rowStarts[r] to rowStarts[r + 1], and `values` beside them.
 */
export function sumsOfNodes(
  { first, end }: Pick<CellTreeArrays, 'first' | 'end'>,
  rowStarts: Uint32Array,
  rowCodes: Uint32Array,
  codeCount: number,
  values?: Float64Array,
): NodeSums {
  const starts = new Uint32Array(first.length + 1)
  const codes: number[] = []
  const counts: number[] = []
  const sums: number[] = []
  const countOf = new Uint32Array(codeCount)
  const sumOf = new Float64Array(codeCount)
  for (let node = 0; node < first.length; node++) {
    if (end[node]! - first[node]! >= fewestRows) {
      const met: number[] = []
      for (let at = rowStarts[first[node]!]!; at < rowStarts[end[node]!]!; at++) {
        const code = rowCodes[at]!
        if (countOf[code]!++ === 0) met.push(code)
        if (values) sumOf[code]! += values[at]!
      }
      for (const code of met.sort((a, b) => a - b)) {
        codes.push(code)
        counts.push(countOf[code]!)
        sums.push(sumOf[code]!)
        countOf[code] = sumOf[code] = 0
      }
    }
    starts[node + 1] = codes.length
  }
  return {
    starts,
    codes: Uint32Array.from(codes),
    counts: Uint32Array.from(counts),
    sums: Float64Array.from(sums),
  }
}
