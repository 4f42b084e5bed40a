/**
 * The rows of a set among 2¹⁴ consecutive rows, numbered from 0; null = none. Few rows are an ascending
 * list. Many rows are one bit each: bit r mod 32, from the least significant, of word r / 32. Roaring
 * bitmaps use the same design with 2¹⁶ rows; here a circle needs only few, neighboring rows. A chunk must
 * not change once it is part of a set.
 */
export type Chunk = Uint16Array | Uint32Array | null

/** A row is number `row & rowMask` of the chunk at place `row >>> chunkBits`. */
export const chunkBits = 14
export const chunkRows = 1 << chunkBits
export const rowMask = chunkRows - 1
export const chunkWords = chunkRows / 32
/** From this many rows on, bits are used: a list takes half the memory, but twice the time to combine. */
export const many = chunkRows / 32

/** Bits without any row. */
export const emptyWords = () => new Uint32Array(chunkWords)

const isMany = (chunk: Chunk): chunk is Uint32Array => chunk instanceof Uint32Array

export function hasRow(chunk: Chunk, row: number): boolean {
  if (chunk === null) return false
  if (isMany(chunk)) return ((chunk[row >>> 5]! >>> row) & 1) === 1
  return chunk[placeOf(chunk, row)] === row
}

export function and(a: Chunk, b: Chunk): Chunk {
  if (a === null || b === null) return null
  if (!isMany(a)) return isMany(b) || a.length <= b.length ? kept(a, b, true) : kept(b, a, true)
  if (!isMany(b)) return kept(b, a, true)
  const words = emptyWords()
  for (let word = 0; word < chunkWords; word++) words[word] = a[word]! & b[word]!
  return words
}

export function andNot(a: Chunk, b: Chunk): Chunk {
  if (a === null || b === null) return a
  if (!isMany(a)) return kept(a, b, false)
  const words = a.slice()
  if (isMany(b)) for (let word = 0; word < chunkWords; word++) words[word]! &= ~b[word]!
  else for (let at = 0; at < b.length; at++) words[b[at]! >>> 5]! &= ~(1 << b[at]!)
  return words
}

export function or(a: Chunk, b: Chunk): Chunk {
  if (a === null) return b
  if (b === null) return a
  const words = emptyWords()
  for (const each of [a, b])
    if (!isMany(each)) withRows(words, each)
    else for (let word = 0; word < chunkWords; word++) words[word]! |= each[word]!
  return words
}

/** Adds the rows of a list to bits. */
function withRows(words: Uint32Array, rows: Uint16Array): void {
  for (let at = 0; at < rows.length; at++) words[rows[at]! >>> 5]! |= 1 << rows[at]!
}

/** The rows of a list that another chunk has, or lacks. */
function kept(list: Uint16Array, other: Uint16Array | Uint32Array, has: boolean): Chunk {
  const rows = new Uint16Array(list.length)
  let count = 0
  let place = 0
  for (let at = 0; at < list.length; at++) {
    const row = list[at]!
    let isThere: boolean
    if (isMany(other)) isThere = ((other[row >>> 5]! >>> row) & 1) === 1
    else {
      while (other[place]! < row) place++
      isThere = other[place] === row
    }
    if (isThere === has) rows[count++] = row
  }
  return count === 0 ? null : rows.subarray(0, count)
}

/** Counts the rows of [first, end) in a chunk. */
export function countBits(chunk: Chunk, first: number, end: number): number {
  if (chunk === null || first >= end) return 0
  if (!isMany(chunk)) return placeOf(chunk, end) - placeOf(chunk, first)
  const [firstWord, lastWord] = [first >>> 5, (end - 1) >>> 5]
  const [fromFirst, toLast] = [-1 << first, -1 >>> -end]
  if (firstWord === lastWord) return bitCount(chunk[firstWord]! & fromFirst & toLast)
  let rows = bitCount(chunk[firstWord]! & fromFirst) + bitCount(chunk[lastWord]! & toLast)
  for (let word = firstWord + 1; word < lastWord; word++) rows += bitCount(chunk[word]!)
  return rows
}

/** Counts the rows of [first, end) in both of two chunks. */
export function countAnd(a: Chunk, b: Chunk, first: number, end: number): number {
  if (a === null || b === null || first >= end) return 0
  if (!isMany(a)) return countListed(a, b, first, end)
  if (!isMany(b)) return countListed(b, a, first, end)
  const [firstWord, lastWord] = [first >>> 5, (end - 1) >>> 5]
  const [fromFirst, toLast] = [-1 << first, -1 >>> -end]
  const both = (word: number) => a[word]! & b[word]!
  if (firstWord === lastWord) return bitCount(both(firstWord) & fromFirst & toLast)
  let rows = bitCount(both(firstWord) & fromFirst) + bitCount(both(lastWord) & toLast)
  for (let word = firstWord + 1; word < lastWord; word++) rows += bitCount(a[word]! & b[word]!)
  return rows
}

function countListed(list: Uint16Array, other: Chunk, first: number, end: number): number {
  let rows = 0
  for (let at = placeOf(list, first); at < list.length && list[at]! < end; at++)
    if (hasRow(other, list[at]!)) rows++
  return rows
}

/** The first row of [first, end) in a chunk; `end` if there is none. */
export function next(chunk: Chunk, first: number, end: number): number {
  if (chunk === null || first >= end) return end
  if (!isMany(chunk)) return Math.min(end, chunk[placeOf(chunk, first)] ?? end)
  const lastWord = (end - 1) >>> 5
  let word = first >>> 5
  let bits = chunk[word]! & (-1 << first)
  while (bits === 0 && word < lastWord) bits = chunk[++word]!
  return bits === 0 ? end : Math.min(end, 32 * word + lowestBit(bits))
}

/** Calls `use` with every row of [first, end), ascending, `base` added. */
export function forEach(
  chunk: Chunk,
  [first, end]: readonly [number, number],
  base: number,
  use: (row: number) => void,
): void {
  if (chunk === null || first >= end) return
  if (!isMany(chunk)) {
    for (let at = placeOf(chunk, first); at < chunk.length && chunk[at]! < end; at++)
      use(base + chunk[at]!)
    return
  }
  const lastWord = (end - 1) >>> 5
  for (let word = first >>> 5; word <= lastWord; word++) {
    let bits = chunk[word]!
    if (word === first >>> 5) bits &= -1 << first
    if (word === lastWord) bits &= -1 >>> -end
    for (; bits !== 0; bits &= bits - 1) use(base + 32 * word + lowestBit(bits))
  }
}

/** The same rows in the form that takes the least memory. */
export function compact(chunk: Chunk): Chunk {
  if (!isMany(chunk)) return chunk === null || chunk.length > 0 ? (chunk?.slice() ?? null) : null
  const rows = countBits(chunk, 0, chunkRows)
  if (rows >= many) return chunk
  if (rows === 0) return null
  const list = new Uint16Array(rows)
  let at = 0
  forEach(chunk, [0, chunkRows], 0, (row) => (list[at++] = row))
  return list
}

/** The place of the first row of a list that is at least `row`. */
function placeOf(list: Uint16Array, row: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < row) low = middle + 1
    else high = middle
  }
  return low
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
