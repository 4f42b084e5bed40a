import { wordsOf } from './words.ts'

/**
 * Returns the key under which a term is matched: two spellings of the same term have the same key.
 *
 * It is the words of the term in one, with the plural of the last as its singular (`tomatoes`,
 * `Tomato`). Text without a letter or digit is its own key. A key is for comparing only: it need
 * not be a word ("chives" and "chive" both become `chif`), and the key of a key is that key.
 */
export const termKey = (text: string): string =>
  withoutPluralEnding(wordsOf(text).join('')) || text.trim()

/** "grass" and "asparagus" end in s and are no plurals; so "-us" never counts as one ("emus"). */
const plural = /[^su]s$/
const shortestPlural = 4

/**
 * The stem of a plural differs from its singular by these endings at most, so that both are cut to
 * the same: peach-es, tomato-es, iris-es, berr-ies, cook-ies, lea-ves, kni-ves.
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
