import {
  searched,
  searchedFields,
  type SearchedField,
} from '../../../data/schema/serving/columns.ts'
import { groupOf, type DatedGroup } from '../../../data/schema/said_at.ts'
import type { SaidSince } from '../said/said_since.ts'
import type { WordList } from './word_list.ts'

/**
 * The groups of a field's texts. The index does not tell the groups of `claims` apart: a farm's claims count
 * if all of them do.
 */
const groupsOf = Object.fromEntries(
  searchedFields.map((field) => [
    field,
    [...new Set(searched[field].map(groupOf))].filter((group) => group !== undefined),
  ]),
) as Record<SearchedField, DatedGroup[]>

type Postings = { starts: Uint32Array; rows: Uint32Array }

/** The farms that have a word, by field. */
export class TextIndex {
  readonly words: WordList
  readonly #postings: Record<SearchedField, Postings>
  readonly #since: SaidSince | undefined

  /** `since`: texts of groups last said before it are left out. */
  constructor(words: WordList, postings: Record<SearchedField, Postings>, since?: SaidSince) {
    this.words = words
    this.#postings = postings
    this.#since = since
  }

  /** The same texts without those of groups last said before a day. */
  since(since: SaidSince): TextIndex {
    return new TextIndex(this.words, this.#postings, since)
  }

  /**
   * The rows that have a word of the places [first, end) in a field, word by word. A row with several of
   * these words occurs several times.
   */
  rows(field: SearchedField, first: number, end: number): Uint32Array {
    const { starts, rows } = this.#postings[field]
    const found = rows.subarray(starts[first], starts[end])
    if (!this.#since) return found
    return found.filter((row) => !this.#since!.isUnknown(row, ...groupsOf[field]))
  }
}
