/**
 * A set of rows from 0 to `length` (excluded), a bit each: row r is bit r mod 32, counted from the
 * least significant, of word r / 32. Operations on two sets make a new one, so sets can be shared;
 * they throw a RangeError where the lengths differ. Ranges lie within the length.
 */
export class Bitmap {
  readonly length: number
  readonly #words: Uint32Array

  /** The empty set. */
  constructor(length: number) {
    this.length = length
    this.#words = new Uint32Array(Math.ceil(length / 32))
  }

  /** The set of rows given in any order. Throws a RangeError for a row outside the length. */
  static fromRows(rows: Iterable<number>, length: number): Bitmap {
    const set = new Bitmap(length)
    for (const row of rows) {
      if (!(Number.isInteger(row) && row >= 0 && row < length))
        throw new RangeError(`row ${row} is not one of ${length} rows`)
      set.#words[row >>> 5]! |= 1 << row
    }
    return set
  }

  /** The rows of the ranges [first, end), which lie within the length. */
  static fromRanges(
    ranges: Iterable<readonly [first: number, end: number]>,
    length: number,
  ): Bitmap {
    const set = new Bitmap(length)
    for (const [first, end] of ranges) set.#addRange(first, end)
    return set
  }

  /** The rows of any of these lists, each within the length. */
  static fromLists(lists: Iterable<Uint32Array>, length: number): Bitmap {
    const set = new Bitmap(length)
    const words = set.#words
    for (const rows of lists)
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at]!
        words[row >>> 5]! |= 1 << row
      }
    return set
  }

  /** The rows whose number, of `numbers`, has a 1 in `chosen`. */
  static fromNumbers(numbers: Uint32Array, chosen: Uint8Array): Bitmap {
    const set = new Bitmap(numbers.length)
    const words = set.#words
    for (let row = 0; row < numbers.length; row++)
      words[row >>> 5]! |= chosen[numbers[row]!]! << row
    return set
  }

  /**
   * The set that a DuckDB BIT means, as `bitstring_agg(row, 0, length - 1)` makes it. `bytes`
   * are the `data` of a DuckDBBitValue: the number of padding bits (0 to 7), the padding, then the
   * bit of row 0 and so on, each byte from its most significant bit.
   * Throws a RangeError where it has another length.
   */
  static fromBitString(bytes: Uint8Array, length: number): Bitmap {
    const padding = bytes[0] ?? 0
    const bits = 8 * (bytes.length - 1) - padding
    if (bits !== length) throw new RangeError(`${bits} bits are not a set of ${length} rows`)
    const set = new Bitmap(length)
    const stream = new DataView(new ArrayBuffer(4 * set.#words.length + 4))
    new Uint8Array(stream.buffer).set(bytes.subarray(1))
    for (let word = 0; word < set.#words.length; word++) {
      const overhang = stream.getUint8(4 * word + 4) >>> (8 - padding)
      set.#words[word] = reversed((stream.getUint32(4 * word) << padding) | overhang)
    }
    return set
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5]! >>> row) & 1) === 1
  }

  // A loop of its own for each operation is several times as fast as one that calls it.

  and(other: Bitmap): Bitmap {
    const result = this.#emptyBeside(other)
    const [words, a, b] = [result.#words, this.#words, other.#words]
    for (let word = 0; word < words.length; word++) words[word] = a[word]! & b[word]!
    return result
  }

  andNot(other: Bitmap): Bitmap {
    const result = this.#emptyBeside(other)
    const [words, a, b] = [result.#words, this.#words, other.#words]
    for (let word = 0; word < words.length; word++) words[word] = a[word]! & ~b[word]!
    return result
  }

  or(other: Bitmap): Bitmap {
    const result = this.#emptyBeside(other)
    const [words, a, b] = [result.#words, this.#words, other.#words]
    for (let word = 0; word < words.length; word++) words[word] = a[word]! | b[word]!
    return result
  }

  /** How many rows are in the set. */
  count(): number {
    return this.countRange(0, this.length)
  }

  /** How many rows of [first, end) are in the set. */
  countRange(first: number, end: number): number {
    return this.countRangeAnd(this, first, end)
  }

  /** How many rows of [first, end) are in both sets. */
  countRangeAnd(other: Bitmap, first: number, end: number): number {
    this.#requireSameLength(other)
    const firstWord = first >>> 5
    const lastWord = (end - 1) >>> 5
    let count = 0
    for (let word = firstWord; first < end && word <= lastWord; word++) {
      let bits = this.#words[word]! & other.#words[word]!
      if (word === firstWord) bits &= -1 << first
      if (word === lastWord) bits &= -1 >>> -end
      count += bitCount(bits)
    }
    return count
  }

  /** Says whether any row of [first, end) is in the set. */
  hasAny(first: number, end: number): boolean {
    return this.next(first, end) < end
  }

  /** The first row of [first, end) that is in the set; `end` where none is. */
  next(first: number, end = this.length): number {
    if (first >= end) return end
    const lastWord = (end - 1) >>> 5
    let word = first >>> 5
    let bits = this.#words[word]! & (-1 << first)
    while (bits === 0 && word < lastWord) bits = this.#words[++word]!
    return bits === 0 ? end : Math.min(end, 32 * word + lowestBit(bits))
  }

  /** The rows of the set, ascending. */
  *[Symbol.iterator](): Generator<number, void> {
    for (let row = this.next(0); row < this.length; row = this.next(row + 1)) yield row
  }

  #addRange(first: number, end: number): void {
    if (first >= end) return
    const words = this.#words
    const [firstWord, lastWord] = [first >>> 5, (end - 1) >>> 5]
    const [fromFirst, toLast] = [-1 << first, -1 >>> -end]
    if (firstWord === lastWord) {
      words[firstWord]! |= fromFirst & toLast
      return
    }
    words[firstWord]! |= fromFirst
    words.fill(-1, firstWord + 1, lastWord)
    words[lastWord]! |= toLast
  }

  #emptyBeside(other: Bitmap): Bitmap {
    this.#requireSameLength(other)
    return new Bitmap(this.length)
  }

  #requireSameLength(other: Bitmap): void {
    if (other.length !== this.length)
      throw new RangeError(`sets of ${this.length} and of ${other.length} rows don't combine`)
  }
}

/** The ones in 32 bits, summed in ever wider fields (Warren, Hacker's Delight, 5-1). */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  const bytes = (nibbles + (nibbles >>> 4)) & 0x0f0f0f0f
  return Math.imul(bytes, 0x01010101) >>> 24
}

/** The place of the least significant one. */
const lowestBit = (bits: number) => 31 - Math.clz32(bits & -bits)

/** 32 bits in the other order, swapped in ever wider fields (Hacker's Delight, 7-1). */
function reversed(bits: number): number {
  const pairs = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1)
  const nibbles = ((pairs >>> 2) & 0x33333333) | ((pairs & 0x33333333) << 2)
  const bytes = ((nibbles >>> 4) & 0x0f0f0f0f) | ((nibbles & 0x0f0f0f0f) << 4)
  return (bytes << 24) | ((bytes & 0xff00) << 8) | ((bytes >>> 8) & 0xff00) | (bytes >>> 24)
}
