/**
 * The index of the farms' texts as it lies in `serving/`: which rows have a word in which field.
 * Words are those of `wordsOf` (data/vocabulary/words.ts).
 */

/** The fields whose words are found. */
export const textFields = ['name', 'city', 'description'] as const
export type TextField = (typeof textFields)[number]

/** Every word of any field once, in the order of UTF-16 units (JavaScript's own), a line each. */
export const wordsFile = 'serving/words.txt'

/** Where the rows of each word begin in `postingsFile`, and last their end: words + 1 numbers. */
export const postingStartsFile = (field: TextField) => `serving/${field}_words.u32`

/** For each word, in order, the rows that have it in the field, ascending, each once. */
export const postingsFile = (field: TextField) => `serving/${field}_rows.u32`

export const textIndexFiles: string[] = [
  wordsFile,
  ...textFields.map(postingStartsFile),
  ...textFields.map(postingsFile),
]
