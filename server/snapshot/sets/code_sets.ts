import type { Hides } from '../said/said_since.ts'
import type { CodeRange } from '../columns/code_lists.ts'
import { Bitmap } from './bitmap.ts'
import { chunkBits, chunkRows, chunkWords, many, rowMask, type Chunk } from './chunk.ts'
import { memoize, memoizeWeakly } from '../../../data/memoize.ts'

type RowLists = { rowStarts: Uint32Array; rowCodes: Uint32Array }

/**
 * The chunks of the rows that have each code, code by code, in memory that threads share. Few rows are a
 * list, many are bits.
 */
export type CodeChunks = {
  /** The number of rows in each chunk that have the code. */
  counts: Uint32Array
  /** The start of each chunk in `units`: an even number. */
  starts: Uint32Array
  units: Uint16Array
}

const chunksOf = (rows: number) => Math.ceil(rows / chunkRows)

/** Finds the rows of each of `codes` codes from the codes of each row. */
export function codeChunks({ rowStarts, rowCodes }: RowLists, codes: number): CodeChunks {
  const rows = rowStarts.length - 1
  const perCode = chunksOf(rows)
  const counts = shared(Uint32Array, codes * perCode)
  for (let row = 0; row < rows; row++)
    for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++)
      counts[rowCodes[at]! * perCode + (row >>> chunkBits)]!++
  const starts = shared(Uint32Array, counts.length + 1)
  for (let chunk = 0; chunk < counts.length; chunk++)
    starts[chunk + 1] = starts[chunk]! + unitsOf(counts[chunk]!)
  const units = shared(Uint16Array, starts.at(-1)!)
  const words = new Uint32Array(units.buffer)
  const filled = starts.slice(0, -1)
  for (let row = 0; row < rows; row++)
    for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++) {
      const chunk = rowCodes[at]! * perCode + (row >>> chunkBits)
      if (counts[chunk]! < many) units[filled[chunk]!++] = row & rowMask
      else words[(starts[chunk]! >>> 1) + ((row & rowMask) >>> 5)]! |= 1 << row
    }
  return { counts, starts, units }
}

/** A chunk's memory, in units of 16 bits: an even number. */
const unitsOf = (count: number) => (count < many ? (count + 1) & -2 : 2 * chunkWords)

function shared<Numbers>(
  kind: { BYTES_PER_ELEMENT: number; new (buffer: SharedArrayBuffer): Numbers },
  length: number,
): Numbers {
  return new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT))
}

/** The rows of a set of which a code is not hidden. */
const shown = (set: Bitmap, code: number, hides: Hides): Bitmap =>
  Bitmap.fromRows(
    set[Symbol.iterator]().filter((row) => !hides(row, code)),
    set.length,
  )

type Filled = ReturnType<Bitmap['filledChunks']>

/** The rows that have each code, ready to be combined. */
export class CodeSets {
  readonly #chunks: CodeChunks
  readonly #rows: number
  readonly #without: Hides | undefined
  /** The number of rows with each code, hidden ones included. */
  readonly #totals: Uint32Array

  /** `hides`: codes of rows that count as missing. */
  constructor(chunks: CodeChunks, rows: number, hides?: Hides) {
    this.#chunks = chunks
    this.#rows = rows
    this.#without = hides
    const perCode = chunksOf(rows)
    this.#totals = new Uint32Array(perCode && chunks.counts.length / perCode)
    for (let at = 0; at < chunks.counts.length; at++)
      this.#totals[Math.floor(at / perCode)]! += chunks.counts[at]!
  }

  /** The rows that have a code: only a view of the chunks, unless some are hidden. */
  of = memoize((code: number): Bitmap => {
    const first = code * chunksOf(this.#rows)
    const every = new Bitmap(this.#rows, (place) => this.#chunk(first + place))
    return this.#without ? shown(every, code, this.#without) : every
  })

  /** Returns the number of rows with a code. */
  total(code: number): number {
    return this.#without ? this.of(code).count() : this.#totals[code]!
  }

  /** The codes of a range, most rows first. */
  byTotal = memoizeWeakly(({ first, names }: CodeRange): Uint32Array => {
    const codes = Uint32Array.from(names, (_, place) => first + place)
    return codes.sort((a, b) => this.total(b) - this.total(a) || a - b)
  })

  /** An upper bound of the rows that have a code and are in a set with these chunks. */
  atMost(code: number, filled: Filled): number {
    const first = code * chunksOf(this.#rows)
    let rows = 0
    for (const chunk of filled)
      rows += Math.min(chunk.rows, this.#chunks.counts[first + chunk.place]!)
    return rows
  }

  /** Counts the rows that have a code and are in a set; `filled`: the set's chunks. */
  count(code: number, set: Bitmap, filled: Filled): number {
    const ofCode = this.of(code)
    let rows = 0
    for (const { place } of filled) rows += ofCode.countChunkAnd(set, place)
    return rows
  }

  #chunk(at: number): Chunk {
    const { counts, starts, units } = this.#chunks
    const [count, start] = [counts[at]!, starts[at]!]
    if (count === 0) return null
    if (count < many) return units.subarray(start, start + count)
    return new Uint32Array(units.buffer, 2 * start, chunkWords)
  }
}
