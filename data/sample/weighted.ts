import type { Random } from './random.ts'

/** Draws items in proportion to their weights, in constant time: Vose's alias method. */
export class Weighted<T> {
  readonly #items: readonly T[]
  readonly #keep: Float64Array
  readonly #alias: Uint32Array

  /** Throws unless every weight is 0 or more, and their sum is positive. */
  constructor(items: readonly T[], weights: readonly number[]) {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const valid = weights.length === items.length && weights.every((weight) => weight >= 0)
    if (!valid || !(total > 0)) throw new Error(`${items.length} items, weights of ${total} in all`)
    this.#items = items
    this.#keep = Float64Array.from(weights, (weight) => (weight * items.length) / total)
    this.#alias = Uint32Array.from(items, (_, index) => index)
    this.#pair()
  }

  static of<K extends string>(weights: Readonly<Record<K, number>>): Weighted<K> {
    return new Weighted(Object.keys(weights) as K[], Object.values(weights))
  }

  draw(random: Random): T {
    const column = random.integer(0, this.#items.length - 1)
    const index = random.fraction() < this.#keep[column]! ? column : this.#alias[column]!
    return this.#items[index]!
  }

  /** Fills each column below the mean from a column above it. */
  #pair() {
    const indices = [...this.#keep.keys()]
    const small = indices.filter((index) => this.#keep[index]! < 1)
    const large = indices.filter((index) => this.#keep[index]! >= 1)
    while (small.length > 0 && large.length > 0) {
      const less = small.pop()!
      const more = large.pop()!
      this.#alias[less] = more
      this.#keep[more]! -= 1 - this.#keep[less]!
      if (this.#keep[more]! < 1) small.push(more)
      else large.push(more)
    }
    for (const index of [...small, ...large]) this.#keep[index] = 1
  }
}

/**
 * Draws items, given in order of popularity, by Zipf's law: the nth item 1 / n^exponent as often as the
 * first.
 */
export const zipf = <T>(items: readonly T[], exponent: number): Weighted<T> =>
  new Weighted(
    items,
    items.map((_, index) => (index + 1) ** -exponent),
  )
