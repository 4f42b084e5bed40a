import * as chunks from './chunk.ts'
import { chunkBits, chunkRows, rowMask, type Chunk } from './chunk.ts'

/**
 * A set of rows from 0 to `length` (excluded), in chunks (chunk.ts). Operations on two sets make a new one,
 * so sets can be shared. They throw a RangeError if the lengths differ. A chunk of the new set is computed
 * on first use, so unused chunks cost nothing. Ranges lie within the length.
 */
export class Bitmap {
  readonly length: number
  /** undefined = not computed yet. */
  readonly #chunks: (Chunk | undefined)[]
  /** Computes a chunk by its place. */
  readonly #make: (place: number) => Chunk
  #count: number | undefined

  /** The empty set; or a set of the chunks that `make` returns for each place. */
  constructor(length: number, make: (place: number) => Chunk = nothing) {
    this.length = length
    this.#make = make
    this.#chunks = Array.from({ length: Math.ceil(length / chunkRows) })
  }

  /** The set of rows given in any order. Throws a RangeError for a row outside the length. */
  static fromRows(rows: Iterable<number>, length: number): Bitmap {
    const set = new Bitmap(length)
    for (const row of rows) {
      if (!(Number.isInteger(row) && row >= 0 && row < length))
        throw new RangeError(`row ${row} is not one of ${length} rows`)
      set.#words(row >>> chunkBits)[(row & rowMask) >>> 5]! |= 1 << row
    }
    return set
  }

  /** The rows of the ranges [first, end), which must lie within the length. */
  static fromRanges(
    ranges: Iterable<readonly [first: number, end: number]>,
    length: number,
  ): Bitmap {
    const set = new Bitmap(length)
    for (const [first, end] of ranges)
      set.#eachPart(first, end, (place, from, until) => addRange(set.#words(place), from, until))
    return set
  }

  /** The rows of any of these lists, each within the length. */
  static fromLists(lists: Iterable<Uint32Array>, length: number): Bitmap {
    const set = new Bitmap(length)
    for (const rows of lists)
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at]!
        set.#words(row >>> chunkBits)[(row & rowMask) >>> 5]! |= 1 << row
      }
    return set
  }

  /** The rows whose number in `numbers` has a 1 in `chosen`. */
  static fromNumbers(numbers: Uint32Array, chosen: Uint8Array): Bitmap {
    return Bitmap.#filled(numbers.length, (words, first, rows) => {
      for (let row = 0; row < rows; row++)
        words[row >>> 5]! |= chosen[numbers[first + row]!]! << row
    })
  }

  /** The rows whose value in `values` is at least the entry in `least` for their number in `numbers`. */
  static fromLeast(numbers: Uint32Array, values: Uint32Array, least: Float64Array): Bitmap {
    return Bitmap.#filled(numbers.length, (words, first, rows) => {
      for (let row = 0; row < rows; row++)
        words[row >>> 5]! |= +(values[first + row]! >= least[numbers[first + row]!]!) << row
    })
  }

  /** The rows that pass a test. A call for each row takes a few times as long as `fromNumbers`. */
  static where(length: number, test: (row: number) => boolean): Bitmap {
    return Bitmap.#filled(length, (words, first, rows) => {
      for (let row = 0; row < rows; row++) words[row >>> 5]! |= +test(first + row) << row
    })
  }

  /** The rows whose bits `fill` sets, a chunk at a time: the `rows` rows from `first` on. */
  static #filled(
    length: number,
    fill: (words: Uint32Array, first: number, rows: number) => void,
  ): Bitmap {
    return new Bitmap(length, (place) => {
      const words = chunks.emptyWords()
      const first = place * chunkRows
      fill(words, first, Math.min(chunkRows, length - first))
      return words
    }).compact()
  }

  has(row: number): boolean {
    return chunks.hasRow(this.#chunk(row >>> chunkBits), row & rowMask)
  }

  and(other: Bitmap): Bitmap {
    return this.#with(other, chunks.and)
  }

  andNot(other: Bitmap): Bitmap {
    return this.#with(other, chunks.andNot)
  }

  or(other: Bitmap): Bitmap {
    return this.#with(other, chunks.or)
  }

  count(): number {
    return (this.#count ??= this.#countPart(0, this.length))
  }

  /** The chunks in which the set has rows: their places, and the numbers of rows. */
  filledChunks(): { place: number; rows: number }[] {
    return this.#chunks.flatMap((_, place) => {
      const rows = chunks.countBits(this.#chunk(place), 0, chunkRows)
      return rows > 0 ? [{ place, rows }] : []
    })
  }

  /** Counts the rows of a chunk, by its place, that are in both sets. */
  countChunkAnd(other: Bitmap, place: number): number {
    return chunks.countAnd(this.#chunk(place), other.#chunk(place), 0, chunkRows)
  }

  /** Counts the rows of [first, end) in the set. */
  countRange(first: number, end: number): number {
    return first === 0 && end === this.length ? this.count() : this.#countPart(first, end)
  }

  #countPart(first: number, end: number): number {
    let rows = 0
    this.#eachPart(first, end, (place, from, until) => {
      rows += chunks.countBits(this.#chunk(place), from, until)
    })
    return rows
  }

  /** Counts the rows of [first, end) in both sets. */
  countRangeAnd(other: Bitmap, first: number, end: number): number {
    this.#requireSameLength(other)
    let rows = 0
    this.#eachPart(first, end, (place, from, until) => {
      rows += chunks.countAnd(this.#chunk(place), other.#chunk(place), from, until)
    })
    return rows
  }

  /** Returns true if any row of [first, end) is in the set. */
  hasAny(first: number, end: number): boolean {
    return this.next(first, end) < end
  }

  /** The first row of [first, end) in the set; `end` if there is none. */
  next(first: number, end = this.length): number {
    for (let row = first; row < end;) {
      const base = row & -chunkRows
      const until = Math.min(chunkRows, end - base)
      const found = chunks.next(this.#chunk(row >>> chunkBits), row - base, until)
      if (found < until) return base + found
      row = base + chunkRows
    }
    return end
  }

  /** The rows of the set, ascending. */
  *[Symbol.iterator](): Generator<number, void> {
    for (let row = this.next(0); row < this.length; row = this.next(row + 1)) yield row
  }

  /** Calls `use` with every row of [first, end) in the set, ascending. */
  forEach(use: (row: number) => void, first = 0, end = this.length): void {
    this.#eachPart(first, end, (place, from, until) =>
      chunks.forEach(this.#chunk(place), [from, until], place * chunkRows, use),
    )
  }

  /** The same set, computed fully and stored in as little memory as possible, for keeping. */
  compact(): Bitmap {
    const all = Array.from(this.#chunks, (_, place) => chunks.compact(this.#chunk(place)))
    return new Bitmap(this.length, (place) => all[place]!)
  }

  /** Estimated memory of a fully computed set. */
  get bytes(): number {
    let bytes = 200
    for (let place = 0; place < this.#chunks.length; place++)
      bytes += 100 + (this.#chunk(place)?.byteLength ?? 0)
    return bytes
  }

  #chunk(place: number): Chunk {
    const known = this.#chunks[place]
    return known === undefined ? (this.#chunks[place] = this.#make(place)) : known
  }

  /** The bits of a chunk while a set is being made. */
  #words(place: number): Uint32Array {
    return (this.#chunks[place] ??= chunks.emptyWords()) as Uint32Array
  }

  #with(other: Bitmap, combine: (a: Chunk, b: Chunk) => Chunk): Bitmap {
    this.#requireSameLength(other)
    return new Bitmap(this.length, (place) => combine(this.#chunk(place), other.#chunk(place)))
  }

  /** Calls `use` with the part of [first, end) in each chunk, numbered from the chunk's first row. */
  #eachPart(
    first: number,
    end: number,
    use: (place: number, from: number, until: number) => void,
  ): void {
    for (let row = first; row < end;) {
      const base = row & -chunkRows
      use(row >>> chunkBits, row - base, Math.min(chunkRows, end - base))
      row = base + chunkRows
    }
  }

  #requireSameLength(other: Bitmap): void {
    if (other.length !== this.length)
      throw new RangeError(`sets of ${this.length} and of ${other.length} rows don't combine`)
  }
}

const nothing = () => null

/** Adds the rows [first, end), at least one, to bits. */
function addRange(words: Uint32Array, first: number, end: number): void {
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
