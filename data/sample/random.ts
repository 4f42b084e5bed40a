/**
 * A seeded source of random numbers: the same key gives the same numbers on every machine.
 *
 * sfc32 of Chris Doty-Humphrey's PractRand: 128 bits of state, including a 32-bit counter, so that the
 * period is at least 2³². The finalizer of MurmurHash3 (Austin Appleby) spreads the key, as 32-bit
 * integers, over the state, so that adjacent keys are unrelated.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(...key: number[]) {
    let mixed = 0
    for (const number of key) mixed = mix(mixed ^ (number | 0))
    this.#a = mix(mixed)
    this.#b = mix(this.#a)
    this.#c = mix(this.#b)
    for (let round = 0; round < warmUpRounds; round++) this.bits()
  }

  /** A whole number from 0 to 2³² − 1. */
  bits(): number {
    const result = (this.#a + this.#b + this.#counter++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0
    return result >>> 0
  }

  /** A number from 0, inclusive, to 1, exclusive. */
  fraction(): number {
    return this.bits() / 2 ** 32
  }

  /** A whole number from `from` to `to`, inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1))
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** The result of `draw`, with this probability; otherwise undefined, which JSON omits. */
  maybe<T>(probability: number, draw: () => T): T | undefined {
    return this.chance(probability) ? draw() : undefined
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)]!
  }

  /** A normally distributed number with mean 0 and deviation 1, by the Box–Muller transform. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()))
    return radius * Math.cos(2 * Math.PI * this.fraction())
  }
}

const warmUpRounds = 12

function mix(number: number): number {
  let bits = (number + 0x9e3779b9) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

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
