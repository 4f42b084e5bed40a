import {
  searched,
  searchedFields,
  type SearchedField,
} from '../../../data/schema/serving/columns.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
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
export type TextIndex = {
  words: WordList
  /**
   * The rows that have a word of the places [first, end) in a field, word by word. A row with several of
   * these words occurs several times.
   */
  rows(field: SearchedField, first: number, end: number): Uint32Array
}

export const textIndex = (
  words: WordList,
  postings: Record<SearchedField, Postings>,
): TextIndex => ({
  words,
  rows(field, first, end) {
    const { starts, rows } = postings[field]
    return rows.subarray(starts[first], starts[end])
  },
})

/** The same texts without those of groups last said before a day. */
export const textSince = (index: TextIndex, since: SaidSince): TextIndex => ({
  words: index.words,
  rows: (field, first, end) =>
    index.rows(field, first, end).filter((row) => !since.isUnknown(row, ...groupsOf[field])),
})

/** Returns true if the name of a farm has all words. */
export function isInNames(texts: TextIndex, words: string): boolean {
  const rows = wordsOf(words).map((word) => {
    const place = texts.words.placeOf(word)
    return new Set(place === undefined ? [] : texts.rows('name', place, place + 1))
  })
  return rows.length > 0 && rows.reduce((one, other) => one.intersection(other)).size > 0
}

/** Returns true if the name or city of a farm has a word. */
export const isOfFarms = (texts: TextIndex, word: string): boolean => {
  const place = texts.words.placeOf(word)
  return (
    place !== undefined &&
    (['name', 'city'] as const).some((field) => texts.rows(field, place, place + 1).length > 0)
  )
}
