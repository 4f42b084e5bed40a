const long: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
}

const asciiOnly = /^[\0-\x7f]*$/

/**
 * Returns the key under which the name of a place is matched, letters alone: two spellings of a name
 * have the same key, whatever their case, accents, blanks, punctuation, and `St.` or `Saint`.
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
