import { wordsOf } from './words.ts'

/**
 * Returns the key for matching a term: spellings of the same term have the same key.
 *
 * The key joins the words of the term, the last one without its plural ending (`tomatoes`, `Tomato`). A
 * text without a letter or digit is its own key. Keys are only for comparison and need not be words
 * ("chives" and "chive" both become `chif`). The key of a key is that key.
 */
export const termKey = (text: string): string =>
  withoutPluralEnding(wordsOf(text).join('')) || text.trim()

/** "grass" and "asparagus" are not plurals; "-us" never counts as a plural, not even in "emus". */
const plural = /[^su]s$/
const shortestPlural = 4

/**
 * Only with these endings does a plural without its s differ from the singular, so both are cut to the
 * same: peach-es, tomato-es, iris-es, berr-ies, cook-ies, lea-ves, kni-ves.
 */
const endings: [RegExp, string][] = [
  [/(ch|sh|x|z|ss|us|o)e$/, '$1'],
  [/ise$/, 'i'],
  [/ie$/, 'y'],
  [/[vf]e$/, 'f'],
]

function withoutPluralEnding(word: string): string {
  const stem = word.length >= shortestPlural && plural.test(word) ? word.slice(0, -1) : word
  const found = endings.find(([ending]) => ending.test(stem))
  return found ? stem.replace(...found) : stem
}
