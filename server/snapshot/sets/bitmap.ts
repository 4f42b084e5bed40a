import * as chunks from './chunk.ts'
import { chunkBits, chunkRows, rowMask, type Chunk } from './chunk.ts'

/**
 * A set of rows from 0 to `length` (excluded), in chunks (chunk.ts). Operations on two sets make a new
 * one, so sets can be shared; they throw a RangeError where the lengths differ. A chunk of the new one is
 * worked out when it is first looked at: what combining costs follows what is asked of the result.
 * Ranges lie within the length.
 */
export class Bitmap {
  readonly length: number
  /** undefined = not worked out yet. */
  readonly #chunks: (Chunk | undefined)[]
  /** Works out a chunk by its place. */
  readonly #make: (place: number) => Chunk
  #count: number | undefined

  /** The empty set; or one whose chunks are what `make` gives for each of their places. */
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

  /** The rows of the ranges [first, end), which lie within the length. */
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

  /** The rows whose number, of `numbers`, has a 1 in `chosen`. */
  static fromNumbers(numbers: Uint32Array, chosen: Uint8Array): Bitmap {
    return new Bitmap(numbers.length, (place) => {
      const words = chunks.emptyWords()
      const first = place * chunkRows
      const rows = Math.min(chunkRows, numbers.length - first)
      for (let row = 0; row < rows; row++)
        words[row >>> 5]! |= chosen[numbers[first + row]!]! << row
      return words
    }).compact()
  }

  /** The rows whose value, of `values`, is at least what `least` has for their number, of `numbers`. */
  static fromLeast(numbers: Uint32Array, values: Uint32Array, least: Float64Array): Bitmap {
    return new Bitmap(numbers.length, (place) => {
      const words = chunks.emptyWords()
      const first = place * chunkRows
      const rows = Math.min(chunkRows, numbers.length - first)
      for (let row = 0; row < rows; row++)
        words[row >>> 5]! |= +(values[first + row]! >= least[numbers[first + row]!]!) << row
      return words
    }).compact()
  }

  /** The rows of which a test holds: a call for each row takes a few times as long as `fromNumbers`. */
  static where(length: number, test: (row: number) => boolean): Bitmap {
    return new Bitmap(length, (place) => {
      const words = chunks.emptyWords()
      const first = place * chunkRows
      const rows = Math.min(chunkRows, length - first)
      for (let row = 0; row < rows; row++) words[row >>> 5]! |= +test(first + row) << row
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

  /** How many rows are in the set. */
  count(): number {
    return (this.#count ??= this.countRange(0, this.length))
  }

  /** The chunks that the set has rows of: their places, and how many rows. */
  filledChunks(): { place: number; rows: number }[] {
    return this.#chunks.flatMap((_, place) => {
      const rows = chunks.count(this.#chunk(place), 0, chunkRows)
      return rows > 0 ? [{ place, rows }] : []
    })
  }

  /** How many rows of a chunk are in both sets, by its place. */
  countChunkAnd(other: Bitmap, place: number): number {
    return chunks.countAnd(this.#chunk(place), other.#chunk(place), 0, chunkRows)
  }

  /** How many rows of [first, end) are in the set. */
  countRange(first: number, end: number): number {
    let rows = 0
    this.#eachPart(first, end, (place, from, until) => {
      rows += chunks.count(this.#chunk(place), from, until)
    })
    return rows
  }

  /** How many rows of [first, end) are in both sets. */
  countRangeAnd(other: Bitmap, first: number, end: number): number {
    this.#requireSameLength(other)
    let rows = 0
    this.#eachPart(first, end, (place, from, until) => {
      rows += chunks.countAnd(this.#chunk(place), other.#chunk(place), from, until)
    })
    return rows
  }

  /** Says whether any row of [first, end) is in the set. */
  hasAny(first: number, end: number): boolean {
    return this.next(first, end) < end
  }

  /** The first row of [first, end) that is in the set; `end` where none is. */
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

  /** Calls `use` with every row of [first, end) that is in the set, ascending. */
  forEach(use: (row: number) => void, first = 0, end = this.length): void {
    this.#eachPart(first, end, (place, from, until) =>
      chunks.forEach(this.#chunk(place), [from, until], place * chunkRows, use),
    )
  }

  /** The same set, worked out, in as little memory as it takes: to be kept. */
  compact(): Bitmap {
    const all = Array.from(this.#chunks, (_, place) => chunks.compact(this.#chunk(place)))
    return new Bitmap(this.length, (place) => all[place]!)
  }

  /** The memory of a set that is worked out, roughly. */
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

  /** The bits of a chunk of a set that is being made. */
  #words(place: number): Uint32Array {
    return (this.#chunks[place] ??= chunks.emptyWords()) as Uint32Array
  }

  #with(other: Bitmap, combine: (a: Chunk, b: Chunk) => Chunk): Bitmap {
    this.#requireSameLength(other)
    return new Bitmap(this.length, (place) => combine(this.#chunk(place), other.#chunk(place)))
  }

  /** Calls `use` with the parts of [first, end) in each chunk, numbered from the chunk's first row. */
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

/** Adds the rows [first, end), which are not none, to bits. */
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
