import {
  searched,
  searchedFields,
  type Columns,
  type SearchedField,
} from '../../../data/schema/serving/columns.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Database } from '../../database/database.ts'
import { startsOf } from './numbers.ts'

type Postings = Columns['nameWords']
type Index = { words: string[]; postings: Record<SearchedField, Postings> }

/** The index of the texts of `published.farms`. */
export async function textIndex(database: Database, farms: number): Promise<Index> {
  const indexer = new TextIndexer(farms)
  const texts = searchedFields.map(textOf).join(', ')
  for await (const chunk of database.chunks(`select ${texts} from published.farms`))
    for (const texts of chunk as string[][]) indexer.add(texts)
  return indexer.index()
}

const types = new Map(columnsOf(farm).map(({ name, type }) => [name, type]))

/** SQL: the texts of a field as one. */
function textOf(field: SearchedField): string {
  const texts = searched[field].map((column) =>
    types.get(column) === 'VARCHAR[]' ? `array_to_string("${column}", ' ')` : `"${column}"`,
  )
  return `concat_ws(' ', ${texts.join(', ')})`
}

/** Turns the texts of rows into the rows of words. */
export class TextIndexer {
  /** The number of each word, by when it was first seen. */
  readonly #numbers = new Map<string, number>()
  readonly #fields: Occurrences[]
  #row = 0

  /** `rows`: how many there will be at most. */
  constructor(rows: number) {
    this.#fields = searchedFields.map(() => new Occurrences(rows))
  }

  /** Adds the texts of the next row, in the order of `searchedFields`. */
  add(texts: string[]): void {
    for (const [field, text] of texts.entries())
      for (const word of new Set(wordsOf(text)))
        this.#fields[field]!.add(this.#row, this.#numberOf(word))
    this.#row++
  }

  /** All words, in the order of UTF-16 units, and where each begins in the rows of each field. */
  index(): Index {
    const words = [...this.#numbers.keys()].sort()
    const places = new Uint32Array(words.length)
    for (const [place, word] of words.entries()) places[this.#numbers.get(word)!] = place
    const postings = searchedFields.map((name, field) => [
      name,
      this.#fields[field]!.byWord(places),
    ])
    return { words, postings: Object.fromEntries(postings) as Index['postings'] }
  }

  #numberOf(word: string): number {
    const number = this.#numbers.get(word) ?? this.#numbers.size
    this.#numbers.set(word, number)
    return number
  }
}

/** The words of one field, as they come, row by row. */
class Occurrences {
  #words = new Uint32Array(1 << 10)
  #count = 0
  /** How many words there are up to each row, its own among them. */
  readonly #ends: Uint32Array

  constructor(rows: number) {
    this.#ends = new Uint32Array(rows)
  }

  /** Rows come in ascending order. */
  add(row: number, word: number): void {
    if (this.#count === this.#words.length)
      this.#words = new Uint32Array(this.#words.buffer.transfer(2 * this.#words.byteLength))
    this.#words[this.#count++] = word
    this.#ends[row] = this.#count
  }

  /** The rows of each word, one word after the other. `places`: where each word comes. */
  byWord(places: Uint32Array): Postings {
    const words = this.#words.subarray(0, this.#count).map((word) => places[word]!)
    const starts = startsOf(words, places.length)
    const next = starts.slice()
    const rows = new Uint32Array(this.#count)
    let at = 0
    for (const [row, end] of this.#ends.entries())
      for (; at < end; at++) rows[next[words[at]!]!++] = row
    return { starts, rows }
  }
}
