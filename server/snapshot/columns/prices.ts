import {
  attributeFiles,
  millionths,
  type Attributes,
  type PriceArrays,
} from '../../../data/schema/serving/attributes.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import type { ServingFolder } from './serving_folder.ts'

/** What a price is of: see data/schema/attributes.ts. */
export type PriceKind = Attributes['price_kinds'][number]

/** How many prices of each kind, and the sum of their comparable prices in millionths of a dollar. */
export type PriceSums = { counts: Uint32Array; sums: Float64Array }

/** The prices that each farm states, by kind; values are in millionths of a dollar. */
export class FarmPrices {
  readonly kinds: PriceKind[]
  readonly #arrays: PriceArrays
  readonly #kindsOfProduct: Map<string, number[]>

  constructor(kinds: PriceKind[], arrays: PriceArrays) {
    this.kinds = kinds
    this.#arrays = arrays
    this.#kindsOfProduct = Map.groupBy(kinds.keys(), (kind) => products.keyOf(kinds[kind]!.product))
  }

  /** Opens the prices of a snapshot of `farms` rows, whose tree has `nodes`. */
  static async open(
    folder: ServingFolder,
    kinds: PriceKind[],
    farms: number,
    nodes: number,
  ): Promise<FarmPrices> {
    const u32 = (path: string, length?: number) => folder.array(path, Uint32Array, length)
    const f64 = (path: string) => folder.array(path, Float64Array)
    return new FarmPrices(kinds, {
      priceRowStarts: await u32(attributeFiles.priceRowStarts, farms + 1),
      priceKinds: await u32(attributeFiles.priceKinds),
      prices: await f64(attributeFiles.prices),
      comparablePrices: await f64(attributeFiles.comparablePrices),
      priceNodeStarts: await u32(attributeFiles.priceNodeStarts, nodes + 1),
      priceNodeKinds: await u32(attributeFiles.priceNodeKinds),
      priceNodeCounts: await u32(attributeFiles.priceNodeCounts),
      priceNodeSums: await f64(attributeFiles.priceNodeSums),
    })
  }

  /** The kinds of prices of a product, by any of its names. */
  kindsOf(product: string): number[] {
    return this.#kindsOfProduct.get(products.keyOf(product)) ?? []
  }

  /** Calls `use` with each price of a row: its kind, the price as listed, and the comparable price. */
  visit(row: number, use: (kind: number, price: number, comparable: number) => void): void {
    const { priceRowStarts, priceKinds, prices, comparablePrices } = this.#arrays
    for (let at = priceRowStarts[row]!; at < priceRowStarts[row + 1]!; at++)
      use(priceKinds[at]!, millionths(prices[at]!), millionths(comparablePrices[at]!))
  }

  noSums(): PriceSums {
    const { length } = this.kinds
    return { counts: new Uint32Array(length), sums: new Float64Array(length) }
  }

  /** Adds the prices of the rows [first, end). */
  addRows({ counts, sums }: PriceSums, first: number, end: number): void {
    const { priceRowStarts, priceKinds, comparablePrices } = this.#arrays
    for (let at = priceRowStarts[first]!; at < priceRowStarts[end]!; at++) {
      counts[priceKinds[at]!]!++
      sums[priceKinds[at]!]! += millionths(comparablePrices[at]!)
    }
  }

  /** Adds those of all rows of a node of the cell tree, [first, end). */
  addNode(into: PriceSums, node: number, first: number, end: number): void {
    const { priceNodeStarts, priceNodeKinds, priceNodeCounts, priceNodeSums } = this.#arrays
    const start = priceNodeStarts[node]!
    const stop = priceNodeStarts[node + 1]!
    if (start === stop) return this.addRows(into, first, end)
    for (let at = start; at < stop; at++) {
      into.counts[priceNodeKinds[at]!]! += priceNodeCounts[at]!
      into.sums[priceNodeKinds[at]!]! += priceNodeSums[at]!
    }
  }
}
