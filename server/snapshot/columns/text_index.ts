import {
  postingsFile,
  postingStartsFile,
  textFields,
  wordsFile,
  type TextField,
} from '../../../data/schema/serving/text_index.ts'
import type { ServingFolder } from './serving_folder.ts'
import { WordList } from './word_list.ts'

type Postings = { starts: Uint32Array; rows: Uint32Array }

/** Which farms have a word, by field (data/schema/text_index.ts). */
export class TextIndex {
  readonly words: WordList
  readonly #postings: Record<TextField, Postings>

  constructor(words: string[], postings: Record<TextField, Postings>) {
    this.words = new WordList(words)
    this.#postings = postings
  }

  /**
   * The rows that have a word of the places [first, end) in a field, those of one word after those
   * of another: a row comes as often as it has such words.
   */
  rows(field: TextField, first: number, end = first + 1): Uint32Array {
    const { starts, rows } = this.#postings[field]
    return rows.subarray(starts[first], starts[end])
  }
}

/** Opens the text index of a snapshot. Throws where a file has another size than the others imply. */
export async function openTextIndex(folder: ServingFolder): Promise<TextIndex> {
  const text = await folder.text(wordsFile)
  const words = text === '' ? [] : text.split('\n')
  const postings = async (field: TextField) => ({
    starts: await folder.array(postingStartsFile(field), Uint32Array, words.length + 1),
    rows: await folder.array(postingsFile(field), Uint32Array),
  })
  const fields = textFields.map(async (field) => [field, await postings(field)] as const)
  return new TextIndex(
    words,
    Object.fromEntries(await Promise.all(fields)) as Record<TextField, Postings>,
  )
}
