import type { Columns } from '../../../data/schema/serving/columns.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import type { Hides } from '../said/said_since.ts'
import { CodeLists } from './code_lists.ts'

/** The prices that each farm states: codes are kinds of price, values are in millionths of a dollar. */
export class FarmPrices extends CodeLists<Columns['prices']> {
  readonly kinds: Columns['prices']['kinds']
  readonly #kindsOfProduct: Map<string, number[]>
  /** Earlier results, by the names of the vocabulary. */
  readonly #kindsBelow = new Map<string, number[]>()

  constructor(columns: Columns['prices'], hides?: Hides) {
    const { kinds } = columns
    super(kinds.length, columns, hides)
    this.kinds = kinds
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
