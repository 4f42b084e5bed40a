import type { TermField } from '../../../data/schema/serving/fields.ts'
import { vocabularyOf, type Vocabulary } from '../../../data/vocabulary/vocabulary.ts'
import { cleanText } from '../text/text.ts'

/** The terms of a column, and terms outside its vocabulary; null = none. */
export type TermColumns<Column extends TermField = TermField> = Record<
  Column | `${Column}_other`,
  string[] | null
>

/**
 * The columns of a list of terms, in the terms of its vocabulary. If no term is known, the column is null,
 * not empty: the unknown texts may mean a known term.
 */
export function termColumns<Column extends TermField>(
  column: Column,
  terms: string[] | null,
): TermColumns<Column> {
  const { names, unknown } = vocabularyOf(column)!.terms(terms ?? [])
  return columnsOf(column, terms && names, unknown)
}

export const columnsOf = <Column extends TermField>(
  column: Column,
  names: string[] | null,
  unknown: string[],
) =>
  ({
    [column]: names?.length === 0 && unknown.length > 0 ? null : names,
    [`${column}_other`]: unknown.length > 0 ? unknown : null,
  }) as TermColumns<Column>

/** The clean terms of a list; texts that list several terms are split. */
export function partedTerms(terms: string[] | null, ...vocabularies: Vocabulary[]) {
  const isKnown = (term: string) => vocabularies.some((vocabulary) => knows(vocabulary)(term))
  return terms && cleanTerms(terms).flatMap((term) => listedTerms(term, isKnown))
}

export const knows = (vocabulary: Vocabulary) => (term: string) => vocabulary.stated(term) !== null

export const cleanTerms = (terms: string[]): string[] =>
  terms.map(cleanText).filter((term) => term !== null)

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
  !/[():?!"$\d]|\b(?:no|not|non|without|never|except|free|only)\b/i.test(text) &&
  parts.every((part) => part.split(' ').length <= mostWords)
