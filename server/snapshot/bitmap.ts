/**
 * A set of rows from 0 to `length` (excluded), a bit each: row r is bit r % 32, counted from the
 * least significant, of word r / 32. Operations on two sets make a new one, so sets can be shared;
 * they throw a RangeError where the lengths differ.
 */
export class Bitmap {
  readonly length: number
  readonly #words: Uint32Array

  /** The empty set. */
  constructor(length: number) {
    this.length = length
    this.#words = new Uint32Array(Math.ceil(length / 32))
  }

  /** The set of the given rows, in any order. Throws a RangeError for a row that is not below `length`. */
  static fromRows(rows: Iterable<number>, length: number): Bitmap {
    const set = new Bitmap(length)
    for (const row of rows) {
      if (!(Number.isInteger(row) && row >= 0 && row < length))
        throw new RangeError(`row ${row} is not one of ${length} rows`)
      set.#words[row >>> 5]! |= 1 << row
    }
    return set
  }

  /**
   * The set that a DuckDB BIT of `length` bits stands for, as `bitstring_agg(row, 0, length - 1)`
   * makes it; `bytes` are the `data` of a DuckDBBitValue: the number of padding bits (0-7), those
   * bits, then the bit of row 0 and so on, each byte from its most significant bit.
   * Throws a RangeError where it has another number of bits.
   */
  static fromBitString(bytes: Uint8Array, length: number): Bitmap {
    const padding = bytes[0] ?? 0
    const bits = 8 * (bytes.length - 1) - padding
    if (bits !== length) throw new RangeError(`a BIT of ${bits} bits can't hold ${length} rows`)
    const set = new Bitmap(length)
    for (let word = 0; word < set.#words.length; word++) {
      const at = 1 + 4 * word
      const unaligned = (byte(bytes, at) << 24) | (byte(bytes, at + 1) << 16) | (byte(bytes, at + 2) << 8) | byte(bytes, at + 3)
      const overhang = byte(bytes, at + 4) >>> (8 - padding)
      set.#words[word] = reversed((unaligned << padding) | overhang)
    }
    return set
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5]! >>> row) & 1) === 1
  }

  and(other: Bitmap): Bitmap {
    return this.#combined(other, (a, b) => a & b)
  }

  andNot(other: Bitmap): Bitmap {
    return this.#combined(other, (a, b) => a & ~b)
  }

  or(other: Bitmap): Bitmap {
    return this.#combined(other, (a, b) => a | b)
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
    ...
  }
}
