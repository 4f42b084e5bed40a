import type { TextField } from '../../../data/schema/serving/columns.ts'
import { WordList } from './word_list.ts'

type Postings = { starts: Uint32Array; rows: Uint32Array }

/** The farms that have a word, by field. */
export class TextIndex {
  readonly words: WordList
  readonly #postings: Record<TextField, Postings>

  constructor(words: string[], postings: Record<TextField, Postings>) {
    this.words = new WordList(words)
    this.#postings = postings
  }

  /**
   * The rows that have a word of the places [first, end) in a field, word by word. A row with several of
   * these words occurs several times.
   */
  rows(field: TextField, first: number, end: number): Uint32Array {
    const { starts, rows } = this.#postings[field]
    return rows.subarray(starts[first], starts[end])
  }
}
