/**
 * Splits a text outside a vocabulary into the terms that it lists. It splits at commas, slashes, `and`, `or`
 * (`Venmo or PayPal`) if every part is known. At commas, one known part is enough if the others are as short
 * (`cilantro, papalo`). Otherwise the text stays whole: the second half of "no fertilizers, herbicides" alone
 * would mean the opposite.
 */
export function listedTerms(text: string, isKnown: (term: string) => boolean): string[] {
  if (isKnown(text)) return [text]
  const fine = split(text, /[,;|/+&]|\band\b|\bor\b/i)
  if (fine.length > 0 && fine.every(isKnown)) return fine
  const coarse = split(text, /[,;|]/)
  return isPlainList(text, coarse) && coarse.some(isKnown)
    ? coarse.flatMap((part) => listedTerms(part, isKnown))
    : [text]
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.replace(/^(?:and\b|[\s.&])+/i, '').replace(etcetera, ''))
    .filter((part) => part !== '')
}

const etcetera = /(?<![\s.!]|\betc)(?:\betc\b|[\s.!])+$/i

/** A part with more words is probably a piece of a sentence. */
const mostWords = 3

const isPlainList = (text: string, parts: string[]) =>
  !/[():?!"$\d]|\b(?:no|not|non|without|never|free|only)\b/i.test(text) &&
  parts.every((part) => part.split(' ').length <= mostWords)
