const long: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
}

const asciiOnly = /^[\0-\x7f]*$/

/**
 * Returns the key for matching a place's name: letters only. Case, accents, blanks and punctuation do not
 * matter, nor does `St.` for `Saint`.
 */
export const placeKey = (name: string): string =>
  (asciiOnly.test(name) ? name : name.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => long[word] ?? word)
    .join('')
