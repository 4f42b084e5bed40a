import { stateOf } from '../../../data/geography/states.ts'
import { isEnglish } from '../../../data/vocabulary/english.ts'
import { editDistance } from '../../../data/vocabulary/edit_distance.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'
import type { Gazetteer } from '../../snapshot/columns/gazetteer.ts'
import type { Draft } from './draft.ts'
import { correctedSensesOf, isTerm, mostWords, noTerms, sensesOf, type Sense } from './lexicon.ts'
import { isPlace, largeTown } from './places/found_place.ts'
import { hasOpen } from './phrases.ts'
import { isState, similarState } from './places/states.ts'
import {
  conjunctions,
  fillers,
  emptyEndings,
  nameEndings,
  negators,
  numerals,
  prepositions,
} from './words.ts'
import { isInNames, isOfFarms, type TextIndex } from '../../snapshot/columns/text_index.ts'
import type { Snapshot } from '../../snapshot/open.ts'

type By = Pick<Snapshot, 'gazetteer' | 'text'>

/** Reads the terms of all vocabularies, the longest first. */
export function markTerms(draft: Draft, least = 1): void {
  for (const [from, until] of draft.phrases(mostWords, least)) {
    const words = draft.words(from, until)
    const claim = words.replace(refusal, 'no ')
    const claims = sensesOf(claim)
    const senses = claims.length > 0 ? claims : sensesOf(words)
    if (senses.length > 0) markSenses(draft, from, until, senses)
    if (claims.length > 0 && claim.startsWith('no ')) markFurtherClaims(draft, until)
  }
}

/** Reads what else is refused: `no hormones or antibiotics`. */
function markFurtherClaims(draft: Draft, first: number): void {
  for (
    let at = first;
    conjunctions.has(draft.word(at) ?? '') && draft.isFree(at, at + 2);
    at += 2
  ) {
    const senses = sensesOf(`no ${draft.word(at + 1)}`)
    if (senses.length === 0) return
    draft.take(at, at + 1)
    markSenses(draft, at + 1, at + 2, senses)
  }
}

/** Words for `no` in a practice: `do not use pesticides` and `without hormones` are claims. */
const refusal =
  /^(?:(?:do(?:es)? )?not|dont|doesnt|wont|without|nothing with)(?: us(?:e|ing)| any)* /

/** Takes words with their first sense; what is not wanted, as in `corn-free`, cannot be requested. */
function markSenses(
  draft: Draft,
  from: number,
  until: number,
  senses: readonly Sense[],
  corrected = false,
): void {
  const [first, ...others] = senses
  const isFree = first!.parameter === 'products' && draft.word(until) === 'free'
  if (isFree && draft.isFree(until - 1, until + 1)) return draft.exclude(from, until + 1)
  draft.mark(from, until, first!, { others, corrected })
}

/** Takes words without meaning after a negator, as in `not certified`, unless a farm is called so. */
export function excludeNegated(draft: Draft, { text }: Pick<Snapshot, 'text'>): void {
  for (const [first, until] of draft.runs())
    for (let at = first + 1; at < until; at++) {
      const negation = draft.negation(at)
      if (negation === null || isInNames(text, draft.words(negation, until))) continue
      return draft.exclude(negation, until)
    }
}

/** Keeps phrases such as `almond milk`, which is no milk, from being read as terms. */
export function markNoTerms(draft: Draft): void {
  for (const [from, until] of draft.phrases(2, 2)) {
    if (!noTerms.has(termKey(draft.words(from, until)))) continue
    if (hasOpen(draft, from, until)) draft.name(from, until)
    else draft.take(from, until)
  }
}

/**
 * Keeps the names of farms from being read as places or products: `Honey Brook Farm` is no honey. A name is what
 * stands before a word such as `farm`, if some of it is no term, and it is no city such as `Elk Grove`. After
 * terms alone, as in `apple orchard`, the word narrows nothing.
 */
export function markNames(draft: Draft, { gazetteer, text }: By): void {
  for (const [end, { word }] of draft.tokens.entries()) {
    if (!nameEndings.has(word) || !draft.isFree(end, end + 1)) continue
    let from = end
    while (from > 0 && isOfName(draft, from - 1)) from--
    // `self serve farm stand` is no name.
    if (from < end && isTerm(draft.words(from, end + 2))) continue
    const own = Array.from({ length: end - from }, (_, at) => from + at)
    if (own.some((at) => !isOfTerm(draft, text, at, from, end))) {
      if (!isTown(draft, gazetteer, from, end)) draft.name(from, end + 1)
    } else if (own.length > 0 && emptyEndings.has(word)) draft.take(end, end + 1)
  }
}

/** Returns true for `elk grove`, and for `sonoma county` before `farm`. */
const isTown = (draft: Draft, gazetteer: Gazetteer, from: number, end: number): boolean =>
  draft.word(end - 1) === 'county'
    ? isPlace(gazetteer, draft.typed(from, end))
    : isPlace(gazetteer, draft.typed(from, end + 1), largeTown)

const isOfName = (draft: Draft, at: number): boolean => {
  const { word, isLast } = draft.tokens[at]!
  return (
    !isLast &&
    (word === 'open' || !fillers.has(word)) &&
    !(word in prepositions) &&
    draft.isFree(at, at + 1)
  )
}

/** Returns true if some words of [first, end) that contain a word are a term, or it is a term with errors. */
function isOfTerm(draft: Draft, texts: TextIndex, at: number, first: number, end: number): boolean {
  if ((stateOf(draft.word(at)!) ?? similarState(draft.word(at)!)) !== null) return true
  for (let from = first; from <= at; from++)
    for (let until = at + 1; until <= end; until++)
      if (isTerm(draft.words(from, until))) return true
  const word = draft.word(at)!
  const mayBeWrong = word.length >= lettersOfCorrected && !isOfFarms(texts, word)
  return mayBeWrong && correctedSensesOf(word).length > 0
}

/** Shorter words of names are too often one letter from a product: Park Farm sells no pork by its name. */
const lettersOfCorrected = 6

/** Maximum number of words in a term with typing errors. */
const mostCorrected = 3

/** Reads words that mean nothing as the nearest terms. */
export function markCorrected(draft: Draft, { gazetteer, text }: By): void {
  for (let count = mostCorrected; count > 0; count--)
    for (const [first, end] of draft.runs())
      for (let from = first; from + count <= end; from++) {
        if (!draft.isFree(from, from + count)) continue
        const words = draft.words(from, from + count)
        if (negators.has(words) || numerals.includes(words)) continue
        // Words of names and cities are no typing errors: a stone is no scone.
        if (count === 1 && isOfFarms(text, words)) continue
        // Dallas is no dahlia.
        if (isPlace(gazetteer, draft.typed(from, from + count), largeTown)) continue
        const senses = correctedSensesOf(words)
        if (senses.length > 0) markSenses(draft, from, from + count, senses, true)
      }
}

/**
 * Reads two or three words of which some mean nothing alone as one term: `aple cider`, before `cider` is read.
 */
export function markCorrectedPhrases(draft: Draft, { gazetteer, text }: By): void {
  for (const [from, until] of draft.phrases(mostCorrected, 2)) {
    const words = draft.tokens.slice(from, until).map(({ word }) => word)
    const isMarket = isFarmersMarket(words)
    // `Bronx eggs` are no brown eggs.
    const isOther = (word: string, at: number) =>
      fillers.has(word) ||
      negators.has(word) ||
      isState(draft, from + at, from + at + 1) ||
      (!isTerm(word) && isPlace(gazetteer, draft.typed(from + at, from + at + 1), largeTown))
    // `eggs pants` are no eggplants, and eggs of Forest Grove no goose eggs, but `sweat corn` is sweet.
    const isKnown = (word: string) => isTerm(word) || isOfFarms(text, word)
    const areKnown = isKnown(words[0]!) && words.every((word) => isKnown(word) || isEnglish(word))
    if (!isMarket && (words.some(isOther) || areKnown)) continue
    const senses = isMarket ? sensesOf('farmers market') : correctedSensesOf(words.join(' '))
    if (senses.length > 0) markSenses(draft, from, until, senses, true)
  }
}

/** Returns true for `famers market`, `framers markets` or `farmers maket`. */
const isFarmersMarket = ([first, last, ...more]: string[]): boolean =>
  more.length === 0 &&
  (/^markets?$/.test(last!)
    ? first!.startsWith('f') && !fillers.has(first!) && editDistance(first!, 'farmers') <= 2
    : /^farmers?$/.test(first!) && editDistance(last!, 'market') <= 1)
