import { isEnglish } from '../../../data/vocabulary/english.ts'
import type { Draft } from './draft.ts'
import { largeTown, type Found } from './places/found_place.ts'
import { isTerm, sensesOf } from './lexicon.ts'
import { articles, conjunctions, prepositions } from './words.ts'

/** Maximum number of words in an address. */
export const mostWords = 12

export const hasPlace = ({ parts }: Pick<Draft, 'parts'>): boolean =>
  parts.some(({ parameter }) => parameter === 'near' || parameter === 'state')

/** The phrases from a word on, the longest first; those without an article at the beginning last. */
export function* phrasesFrom(
  draft: Draft,
  first: number,
  most: number,
): Iterable<[number, number]> {
  const noun = afterArticle(draft, first)
  let end = Math.min(noun + most, draft.tokens.length)
  for (let at = noun + 1; at < end; at++)
    if (isAfterZip(draft, at) && isConjunction(draft, at)) end = at
  for (const from of new Set([first, noun]))
    for (let until = end; until > noun; until--)
      if (!isConjunction(draft, until - 1)) yield [from, until]
  // In `eggs near la` and `in la that takes snap`, la is no article.
  const isPart = isSpanishBefore(draft, first) ? draft.isFree(noun, noun + 1) : draft.isOpen(noun)
  if (noun > first && (!isPart || draft.tokens[first]!.isLast)) yield [first, noun]
}

/** Returns true for `or` between places, false for Oregon: `Portland or Salem`, `97330 or 97301`. */
const isConjunction = (draft: Draft, at: number): boolean =>
  conjunctions.has(draft.typed(at, at + 1)) &&
  draft.isFree(at, at + 2) &&
  (isAfterZip(draft, at) || isPreposition(draft, at + 1) || isOpenWord(draft, at + 1))

export const isPreposition = (draft: Draft, at: number): boolean =>
  (draft.word(at) ?? '') in prepositions

const isAfterZip = (draft: Draft, at: number): boolean => at > 0 && endOfZip(draft, at - 1) >= at

/** Returns true for a word without meaning that is no term and no number. */
const isOpenWord = (draft: Draft, at: number): boolean =>
  draft.isOpen(at) && !isTerm(draft.word(at)!) && !/^\d/.test(draft.word(at)!)

export const isSpanishBefore = (draft: Draft, at: number): boolean =>
  /^(?:a|de|en)$/.test(draft.word(at - 1) ?? '')

export const afterArticle = (draft: Draft, at: number): number => at + Number(isArticle(draft, at))

/** Returns true if an article that is not of the place's name stands before an ordinary noun, as in `the airport`. */
export function isPlainNoun(
  draft: Draft,
  first: number,
  until: number,
  { location, size }: Found,
): boolean {
  const noun = afterArticle(draft, first)
  if (noun === first || noun >= until || size >= largeTown) return false
  const isOfName = location?.name.toLowerCase().startsWith(`${draft.word(first)} `)
  return !isOfName && isEnglish(draft.words(noun, until))
}

export const isArticle = (draft: Draft, at: number): boolean =>
  draft.isFree(at, at + 1) && articles.has(draft.word(at) ?? '')

/** Returns true if words without meaning stand before: `House in the Wood` is a name. */
export const hasOpenBefore = (draft: Draft, at: number): boolean =>
  draft.tokens.some(({ word }, each) => each < at && draft.isOpen(each) && !isTerm(word))

export const hasOpen = (draft: Draft, from: number, until: number): boolean =>
  draft.tokens.some((_, at) => at >= from && at < until && draft.isOpen(at))

/** The end of a ZIP code that begins at a place; the place itself if there is none. */
export function endOfZip(draft: Draft, at: number): number {
  if (!/^\d{5}$/.test(draft.word(at) ?? '') || !draft.isFree(at, at + 1)) return at
  return /^-\d{4}$/.test(draft.text.slice(draft.tokens[at]!.end).slice(0, 5)) ? at + 2 : at + 1
}

/** Maximum number of words in the name of a town or a state. */
export const [mostOfTown, mostOfState] = [5, 4]

/** Returns true if a term begins before some words: `sweet corn Oklahoma` is not in Corn. */
export const isWithinTerm = (draft: Draft, from: number, until: number): boolean =>
  from > 0 &&
  draft.isFree(from - 1, until) &&
  sensesOf(draft.words(from - 1, until)).length > sensesOf(draft.word(from - 1)!).length

/** Inhabitants of the smallest town that is meant rather than the product of its name: `orange texas`. */
const sizeOfTown = 10_000

/** Returns true if [from, until) before a state is rather a product there: `turkey texas`, but not `Turkey, TX`. */
export const isProductIn = (
  draft: Draft,
  from: number,
  until: number,
  { location, size }: Found,
): boolean =>
  (location?.kind === 'county' || size < sizeOfTown) &&
  !draft.tokens[until - 1]!.isLast &&
  sensesOf(draft.words(from, until)).some(({ parameter }) => parameter === 'products')
