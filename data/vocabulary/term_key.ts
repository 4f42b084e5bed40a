import { wordsOf } from './words.ts'

/**
 * Returns the key under which a term is matched: two spellings of the same term have the same key.
 *
 * The key is the words of the term joined, the last one without its plural ending (`tomatoes`,
 * `Tomato`); text without a letter or digit is its own key. A key is for comparing only: it need
 * not be a word ("chives" and "chive" both become `chif`). The key of a key is that key.
 */
export const termKey = (text: string): string =>
  withoutPluralEnding(wordsOf(text).join('')) || text.trim()

/** "grass" and "asparagus" are no plurals; "-us" never counts as one, not even in "emus". */
const plural = /[^su]s$/
const shortestPlural = 4

/**
 * A plural without its s differs from the singular in these endings only, so both are cut to the
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
