import { firstWhere } from '../../../data/binary_search.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { CodeGroup } from '../../../data/schema/serving/fields.ts'
import type { Hides } from '../said/said_since.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'

/** The number of occurrences of each code, and the sum of the code's values. */
export type CodeSums = { counts: Uint32Array; sums: Float64Array }

type Lists = Pick<Columns['prices'], 'rowStarts' | 'rowCodes'> &
  Partial<
    Pick<Columns['prices'], 'nodeStarts' | 'nodeCodes' | 'nodeCounts' | 'nodeSums' | 'comparable'>
  >

/** The codes of a field: the code of names[i] is first + i. */
export type CodeRange = { first: number; names: string[] }

/** The values of a group of fields, by the field's stored name. */
export const namesOfGroup = (
  { attributes, facets }: Pick<Columns, CodeGroup>,
  group: CodeGroup,
): Record<string, string[]> => (group === 'attributes' ? attributes.facets : facets.names)

/** The number of codes of some fields' names. */
export const codesIn = (names: Record<string, string[]>) => Object.values(names).flat().length

/**
 * Sorts a range's codes with a count above 0: the highest count first, then in the order of names. Sorts
 * numbers made of both, which needs no function that compares.
 */
export function codesByCount({ first, names }: CodeRange, counts: Uint32Array): number[] {
  const { length } = names
  const keys = new Float64Array(length)
  let found = 0
  for (let place = 0; place < length; place++) {
    const count = counts[first + place]!
    if (count > 0) keys[found++] = place - count * length
  }
  keys.subarray(0, found).sort()
  const codes: number[] = []
  for (let at = 0; at < found; at++)
    codes.push(first + keys[at]! - Math.floor(keys[at]! / length) * length)
  return codes
}

/**
 * A list of codes for each farm, optionally with a value for each code, and with sums for the nodes of the
 * cell tree.
 */
export class CodeLists<Each extends Lists = Lists> {
  /** The number of codes. */
  readonly codes: number
  protected readonly lists: Each
  protected readonly hides: Hides | undefined

  /** `hides`: codes of rows that count as missing. */
  constructor(codes: number, lists: Each, hides?: Hides) {
    this.codes = codes
    this.lists = lists
    this.hides = hides
  }

  codesOf(row: number): Uint32Array {
    const { rowStarts, rowCodes } = this.lists
    const codes = rowCodes.subarray(rowStarts[row], rowStarts[row + 1])
    return this.hides ? codes.filter((code) => !this.hides!(row, code)) : codes
  }

  has(row: number, code: number): boolean {
    const { rowStarts, rowCodes } = this.lists
    for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++)
      if (rowCodes[at] === code) return !this.hides?.(row, code)
    return false
  }

  /** Returns the first of the rows [first, end) with a wanted code, or `end`. `wanted`: 1 for each wanted code. */
  rowWith(wanted: Uint8Array, first: number, end: number): number {
    const { rowStarts, rowCodes } = this.lists
    const stop = rowStarts[end]!
    for (let at = rowStarts[first]!; at < stop; at++) {
      if (wanted[rowCodes[at]!] === 0) continue
      const row = firstWhere(first, end, (each) => rowStarts[each + 1]! > at)
      if (!this.hides?.(row, rowCodes[at]!)) return row
    }
    return end
  }

  /** Adds to `counts` the occurrences of each code in the rows [first, end). */
  countRows(counts: Uint32Array, first: number, end: number): void {
    if (this.hides) {
      for (let row = first; row < end; row++) for (const code of this.codesOf(row)) counts[code]!++
      return
    }
    const { rowStarts, rowCodes } = this.lists
    const stop = rowStarts[end]!
    for (let at = rowStarts[first]!; at < stop; at++) counts[rowCodes[at]!]!++
  }

  noSums(): CodeSums {
    const sums = new Float64Array(this.lists.nodeSums ? this.codes : 0)
    return { counts: new Uint32Array(this.codes), sums }
  }

  /** Adds the codes of the rows [first, end). */
  addRows({ counts, sums }: CodeSums, first: number, end: number): void {
    this.countRows(counts, first, end)
    const { rowStarts, rowCodes, comparable } = this.lists
    if (!comparable) return
    for (let row = first; row < end; row++)
      for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++)
        if (!this.hides?.(row, rowCodes[at]!)) sums[rowCodes[at]!]! += comparable[at]!
  }

  /** Adds the codes of all rows of a cell tree node, [first, end). */
  addNode(into: CodeSums, node: number, first: number, end: number): void {
    const { nodeStarts, nodeCodes, nodeCounts, nodeSums } = this.lists
    const [start, stop] = [nodeStarts?.[node], nodeStarts?.[node + 1]]
    if (start === stop || this.hides) return this.addRows(into, first, end)
    const { counts, sums } = into
    for (let at = start!; at < stop!; at++) counts[nodeCodes![at]!]! += nodeCounts![at]!
    if (nodeSums) for (let at = start!; at < stop!; at++) sums[nodeCodes![at]!]! += nodeSums[at]!
  }
}

/** The prices that each farm states: codes are kinds of price, values are in millionths of a dollar. */
export class FarmPrices extends CodeLists<Columns['prices']> {
  readonly kinds: Columns['prices']['kinds']
  /** The maximum number of prices that one farm states. */
  readonly mostOfFarm: number
  readonly #kindsOfProduct: Map<string, number[]>
  /** Earlier results, by the names of the vocabulary. */
  readonly #kindsBelow = new Map<string, number[]>()

  constructor(columns: Columns['prices'], hides?: Hides) {
    const { kinds } = columns
    super(kinds.length, columns, hides)
    this.kinds = kinds
    this.mostOfFarm = longest(columns.rowStarts)
    this.#kindsOfProduct = Map.groupBy(kinds.keys(), (kind) => products.keyOf(kinds[kind]!.product))
  }

  /** The kinds of price of a product, by any of its names. */
  kindsOf(product: string): number[] {
    return this.#kindsOfProduct.get(products.keyOf(product)) ?? []
  }

  /** The kinds of price of a product of the vocabulary and its varieties. */
  kindsBelow(product: string): number[] {
    const known = this.#kindsBelow.get(product)
    if (known) return known
    const kinds = products.kindsOf(product).flatMap((kind) => this.kindsOf(kind))
    if (products.find(product)?.name === product) this.#kindsBelow.set(product, kinds)
    return kinds
  }

  /** Calls `use` with each price of a row: its kind, the price as listed, and the comparable price. */
  visit(row: number, use: (kind: number, price: number, comparable: number) => void): void {
    const { rowStarts, rowCodes, listed, comparable } = this.lists
    for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++)
      if (!this.hides?.(row, rowCodes[at]!)) use(rowCodes[at]!, listed[at]!, comparable[at]!)
  }
}

/** The length of the longest of some lists, of which each begins where the previous one ends. */
function longest(starts: Uint32Array): number {
  let most = 0
  for (let at = 1; at < starts.length; at++) most = Math.max(most, starts[at]! - starts[at - 1]!)
  return most
}
