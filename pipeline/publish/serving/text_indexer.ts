import { textFields, type TextField } from '../../../data/schema/serving/text_index.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'

export type Postings = { starts: Uint32Array; rows: Uint32Array }

/** Turns the texts of rows into the rows of words. */
export class TextIndexer {
  /** The number of each word, by when it was first seen. */
  readonly #numbers = new Map<string, number>()
  readonly #fields: Record<TextField, Occurrences>
  #row = 0

  /** `rows`: how many there will be at most. */
  constructor(rows: number) {
    this.#fields = {
      name: new Occurrences(rows),
      city: new Occurrences(rows),
      description: new Occurrences(rows),
    }
  }

  /** Adds the texts of the next row. */
  add(texts: Record<TextField, string | null>): void {
    for (const field of textFields) {
      const text = texts[field]
      if (text !== null)
        for (const word of wordsOf(text)) this.#fields[field].add(this.#row, this.#numberOf(word))
    }
    this.#row++
  }

  /** All words, in the order of UTF-16 units, and where each begins in the rows of each field. */
  index(): { words: string[]; postings: Record<TextField, Postings> } {
    const words = [...this.#numbers.keys()].toSorted((a, b) => (a < b ? -1 : 1))
    const places = new Uint32Array(words.length)
    for (const [place, word] of words.entries()) places[this.#numbers.get(word)!] = place
    const { name, city, description } = this.#fields
    const postings = {
      name: name.byWord(places),
      city: city.byWord(places),
      description: description.byWord(places),
    }
    return { words, postings }
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.#numbers.size)
    return this.#numbers.size - 1
  }
}

/** The words of one field, as they come, row by row. */
class Occurrences {
  #words = new Uint32Array(1 << 10)
  #count = 0
  /** How many words there are up to each row, its own among them. */
  readonly #ends: Uint32Array
  /** The row (plus 1) that had a word last, so that a row has it once. */
  readonly #lastRow: number[] = []

  constructor(rows: number) {
    this.#ends = new Uint32Array(rows)
  }

  /** Rows come in ascending order. */
  add(row: number, word: number): void {
    if (this.#lastRow[word] === row + 1) return
    this.#lastRow[word] = row + 1
    if (this.#count === this.#words.length) this.#grow()
    this.#words[this.#count++] = word
    this.#ends[row] = this.#count
  }

  /** The rows of each word, one word after the other. `places`: where each word comes. */
  byWord(places: Uint32Array): Postings {
    const starts = new Uint32Array(places.length + 1)
    for (let at = 0; at < this.#count; at++) starts[places[this.#words[at]!]! + 1]!++
    for (let place = 0; place < places.length; place++) starts[place + 1]! += starts[place]!
    const next = starts.slice()
    const rows = new Uint32Array(this.#count)
    let at = 0
    for (let row = 0; row < this.#ends.length; row++)
      for (; at < this.#ends[row]!; at++) rows[next[places[this.#words[at]!]!]!++] = row
    return { starts, rows }
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#words.length)
    larger.set(this.#words)
    this.#words = larger
  }
}
