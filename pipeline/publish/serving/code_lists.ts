import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'

/** Nodes of fewer rows are summed up by the server row by row, which is as quick. */
const fewestRows = 64

type Nodes = Pick<Columns['tree'], 'first' | 'end'>
type RowLists = { rowStarts: Uint32Array; rowCodes: Uint32Array }

/**
 * Reads the codes of the rows from a query over a table: the row, its code, and the values beside
 * it, row by row.
 */
export async function readCodeLists(
  database: Database,
  farms: number,
  { table, sql, values }: { table: string; sql: string; values: number },
): Promise<RowLists & { values: Float64Array[] }> {
  const [counted] = await database.rows<{ n: number }>(
    `select count(*)::integer as n from ${table}`,
  )
  const perRow = new Uint32Array(farms)
  const rowCodes = new Uint32Array(counted!.n)
  const beside = Array.from({ length: values }, () => new Float64Array(counted!.n))
  let at = 0
  for await (const chunk of database.columns(sql)) {
    const [rows, codes, ...others] = chunk as [number[], number[], ...number[][]]
    for (const row of rows) perRow[row]!++
    rowCodes.set(codes, at)
    for (const [index, numbers] of others.entries()) beside[index]!.set(numbers, at)
    at += rows.length
  }
  return { rowStarts: startsOf(perRow), rowCodes, values: beside }
}

/** Where lists of these lengths begin one after the other, and last their end. */
function startsOf(lengths: Uint32Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (let each = 0; each < lengths.length; each++)
    starts[each + 1] = starts[each]! + lengths[each]!
  return starts
}

/**
 * Adds to the lists of the rows' codes, all under `codeCount`, the sums of the nodes of the tree that
 * have some 64 rows or more: how often their rows have each code, and the sum of the `values` beside
 * the codes.
 */
export function withNodeSums<Lists extends RowLists>(
  rows: Lists,
  { first, end }: Nodes,
  codeCount: number,
  values?: Float64Array,
) {
  const nodeStarts = new Uint32Array(first.length + 1)
  const codes: number[] = []
  const counts: number[] = []
  const sums: number[] = []
  const tally = new Tally(rows, codeCount, values)
  for (let node = 0; node < first.length; node++) {
    if (end[node]! - first[node]! >= fewestRows)
      tally.sumUp(first[node]!, end[node]!, (code, count, sum) => {
        codes.push(code)
        counts.push(count)
        sums.push(sum)
      })
    nodeStarts[node + 1] = codes.length
  }
  return {
    ...rows,
    nodeStarts,
    nodeCodes: Uint32Array.from(codes),
    nodeCounts: Uint32Array.from(counts),
    nodeSums: Float64Array.from(sums),
  }
}

/** Counts codes, and is empty again after each use. */
class Tally {
  readonly #rows: RowLists
  readonly #values: Float64Array | undefined
  readonly #counts: Uint32Array
  readonly #sums: Float64Array

  constructor(rows: RowLists, codeCount: number, values?: Float64Array) {
    this.#rows = rows
    this.#values = values
    this.#counts = new Uint32Array(codeCount)
    this.#sums = new Float64Array(codeCount)
  }

  /** Calls `use` with each code that the rows of [first, end) have, ascending. */
  sumUp(first: number, end: number, use: (code: number, count: number, sum: number) => void): void {
    const met = this.#count(first, end)
    for (const code of met.sort((a, b) => a - b)) {
      use(code, this.#counts[code]!, this.#sums[code]!)
      this.#counts[code] = this.#sums[code] = 0
    }
  }

  #count(first: number, end: number): number[] {
    const { rowStarts, rowCodes } = this.#rows
    const met: number[] = []
    for (let at = rowStarts[first]!; at < rowStarts[end]!; at++) {
      const code = rowCodes[at]!
      if (this.#counts[code]!++ === 0) met.push(code)
      if (this.#values) this.#sums[code]! += this.#values[at]!
    }
    return met
  }
}
