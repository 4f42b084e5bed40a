const asciiOnly = /^[\0-\x7f]*$/
const combiningMarks = /\p{M}/gu
const apostrophes = /['’‘`´\uFFFD]/g

/**
 * Returns the words of a text, in order: runs of letters and digits, without case, accents and apostrophes,
 * so that spellings of a word are equal; `&` is read as "and".
 *
 * U+FFFD counts as an apostrophe, because wrongly decoded files have it in an apostrophe's place.
 */
export function wordsOf(text: string): string[] {
  if (asciiOnly.test(text)) return prepared(text).match(/[a-z0-9]+/g) ?? []
  const plain = text.normalize('NFKD').replace(combiningMarks, '')
  return prepared(plain).match(/[\p{L}\p{N}]+/gu) ?? []
}

const prepared = (text: string) =>
  text.replace(apostrophes, '').replaceAll('&', ' and ').toLowerCase()
