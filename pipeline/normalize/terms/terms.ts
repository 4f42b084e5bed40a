import { vocabularyOf, type Vocabulary } from '../../../data/vocabulary/vocabulary.ts'
import { cleanText } from '../text/text.ts'
import type { Findings } from '../findings.ts'
import { listedTerms } from './listed_terms.ts'

/** Reads the list of a field that has a vocabulary: each term once, by its name there. */
export function readTerms(terms: string[] | null, field: string, findings: Findings) {
  return namedTerms(partedTerms(terms, vocabularyOf(field)!), field, findings)
}

/** Does the same for terms that are clean and parted. */
export function namedTerms(terms: string[] | null, field: string, findings: Findings) {
  if (terms === null) return null
  const { names, unknown } = vocabularyOf(field)!.terms(terms)
  findings.addUnknown(field.replaceAll('_', ' '), unknown)
  return names
}

/** The terms of a list, each clean, and texts that list several parted. */
export function partedTerms(terms: string[] | null, ...vocabularies: Vocabulary[]) {
  const isKnown = (term: string) => vocabularies.some((vocabulary) => knows(vocabulary)(term))
  return terms && cleanTerms(terms).flatMap((term) => listedTerms(term, isKnown))
}

export const knows = (vocabulary: Vocabulary) => (term: string) => vocabulary.find(term) !== null

export const cleanTerms = (terms: string[]): string[] =>
  terms.map(cleanText).filter((term) => term !== null)
