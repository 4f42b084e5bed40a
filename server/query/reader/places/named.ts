import { stateOf } from '../../../../data/geography/states.ts'
import type { Gazetteer } from '../../../snapshot/columns/gazetteer.ts'
import type { Draft } from '../draft.ts'
import { isTerm } from '../lexicon.ts'
import type { Location } from './locate.ts'
import { isNickname, readPlaceText } from './place_text.ts'
import { here, placedThings, prepositions } from '../words.ts'
import {
  hasPlace,
  mostOfState,
  mostWords,
  phrasesFrom,
  hasOpen,
  mostOfTown,
  isWithinTerm,
  afterArticle,
  isPlainNoun,
  hasOpenBefore,
  endOfZip,
  isProductIn,
} from '../phrases.ts'
import {
  placeIn,
  similarTo,
  isOrdinary,
  largeTown,
  type Found,
  type Placed,
} from './found_place.ts'
import { isMount, isOfRiver, isState } from './states.ts'

/** Reads places after a preposition, ZIP codes, and places with their state. */
export function markPlacesNamed(draft: Draft, gazetteer: Gazetteer): void {
  const [first, all] = [draft.tokens.length - 1, draft.tokens.length]
  if (
    first > 0 &&
    stateOf(draft.typed(first, all)) !== null &&
    draft.isFree(0, all, { commas: true })
  ) {
    // `Indiana, PA` is a town, though Indiana alone is a state.
    const place = placeIn(gazetteer, draft.text, false)
    const isTown = place?.location && !isProductIn(draft, 0, first, place)
    if (isTown) return draft.mark(0, all, place.meaning, place)
  }
  for (let at = 0; at < draft.tokens.length; at++) markAfterPreposition(draft, gazetteer, at)
  for (let at = 1; at < draft.tokens.length; at++) markWithState(draft, gazetteer, at)
  for (let at = 0; at < draft.tokens.length; at++)
    if (!hasPlace(draft)) markZip(draft, gazetteer, at)
  // `delivered to my house`
  for (const [from] of draft.phrases(2, 2))
    if (here.has(draft.words(from, from + 2))) takeHere(draft, from, from)
}

function markAfterPreposition(draft: Draft, gazetteer: Gazetteer, at: number): void {
  const preposition = prepositionAt(draft, at)
  if (!preposition) return
  const { first, isSure, isIn } = preposition
  const isExcluded = draft.negation(at) !== null
  if (!isExcluded && hasPlace(draft)) return
  if (takeHere(draft, at, first)) return
  const isInName = !isExcluded && !isSure && hasOpenBefore(draft, at)
  const placed = placeAfter(draft, gazetteer, preposition, isInName ? largeTown : 0)
  if (placed) {
    const { from, until, place } = placed
    if (!isExcluded) draft.take(at, from)
    draft.mark(from, until, place.meaning, place)
  } else if (!isExcluded && (isSure || (isIn && !isInName)))
    markSimilar(draft, gazetteer, at, first, isSure)
}

/** A preposition of places. `isSure` = only a place follows it, as after `near`. */
type Preposition = { first: number; isSure: boolean; isIn: boolean }

/** Returns the preposition that begins at a word, and the first word after it. */
function prepositionAt(draft: Draft, at: number): Preposition | null {
  for (const first of [at + 2, at + 1]) {
    const words = draft.words(at, first)
    if (!draft.isFree(at, first) || !(words in prepositions)) continue
    return { first, isSure: prepositions[words]!.isSure, isIn: words === 'in' || words === 'en' }
  }
  return null
}

/** Returns the longest place, of at least a size, that follows a preposition. */
function placeAfter(
  draft: Draft,
  gazetteer: Gazetteer,
  preposition: Preposition,
  least: number,
): Placed | null {
  const { first, isSure, isIn } = preposition
  for (const [from, until] of phrasesFrom(draft, first, mostWords)) {
    if (!mayBePlace(draft, from, until, preposition)) continue
    const place = placeIn(gazetteer, draft.typed(from, until), isSure)
    if (!place || place.size < least || isPlainNoun(draft, first, until, place)) continue
    // `from happy hens` is not in Happy, KY.
    if (!isSure && !isIn && isOrdinary(draft.typed(from, until), place)) continue
    if (!place.location || !isElsewhere(draft, until, place)) return { from, until, place }
  }
  return null
}

/** Returns true if the words after a preposition may name a place, whether there is such a place or not. */
function mayBePlace(
  draft: Draft,
  from: number,
  until: number,
  { isSure, isIn }: Preposition,
): boolean {
  if (!draft.isFree(from, until, { commas: true }) || isOfRiver(draft, until)) return false
  if (until === from + 1 && isMount(draft, from, until)) return false
  if (isSure) return true
  const words = draft.words(from, until)
  // `at the farmers market` is not in Farmers, KY.
  if (!hasOpen(draft, from, until) && !isNickname(words)) return false
  // `from jersey cows` is not from New Jersey.
  return isIn || (!isTerm(words) && !isTerm(draft.words(from, until + 1)))
}

/**
 * Returns true if the words after a place say that another is meant: a state that is not its own, as in
 * `Strawberry, Arizona`, or, after a small town, the rest of a name such as `Hudson River`.
 */
function isElsewhere(draft: Draft, at: number, { location, size }: Found): boolean {
  if (size < largeTown && placedThings.has(draft.word(at) ?? '')) return true
  for (let until = Math.min(at + mostOfState, draft.tokens.length); until > at; until--)
    if (draft.isFree(at, until) && isState(draft, at, until))
      return stateOf(draft.typed(at, until)) !== location?.state
  return false
}

function takeHere(draft: Draft, at: number, from: number): boolean {
  const until = [from + 3, from + 2, from + 1].find(
    (each) => draft.isFree(from, each) && here.has(draft.words(from, each)),
  )
  if (until === undefined) return false
  draft.take(at, until)
  return (draft.nearMe = true)
}

/**
 * Reads the words after a preposition as the place with the nearest spelling; unless the preposition is sure,
 * in the state that they end with.
 */
function markSimilar(
  draft: Draft,
  gazetteer: Gazetteer,
  at: number,
  first: number,
  isSure: boolean,
): void {
  const noun = afterArticle(draft, first)
  let end = noun
  while (end < noun + mostOfTown && isOfPlace(draft, end)) end++
  for (const [from, until] of phrasesFrom(draft, first, end - noun)) {
    const typed = draft.typed(from, until)
    const similar = similarTo(gazetteer, typed)
    const isAnyState = isSure && readPlaceText(typed).every(({ state }) => state === null)
    if (!similar || !(isAnyState || endsWithState(typed, similar.location))) continue
    if (isElsewhere(draft, until, similar) || isPlainNoun(draft, first, until, similar)) continue
    draft.take(at, from)
    return draft.mark(from, until, similar.meaning, similar)
  }
  if (isSure && end > noun) draft.unknownPlace = draft.typed(noun, end)
}

/** Returns true if a word may be of a place's name, or is a state. */
const isOfPlace = (draft: Draft, at: number): boolean =>
  draft.isOpen(at)
    ? !isTerm(draft.word(at)!)
    : draft.isFree(at, at + 1) && isState(draft, at, at + 1)

const endsWithState = (text: string, { state }: Location): boolean =>
  readPlaceText(text).some((reading) => reading.state !== null && reading.state === state)

/** Reads a ZIP code, with or without its four more digits. */
function markZip(draft: Draft, gazetteer: Gazetteer, at: number): void {
  const until = endOfZip(draft, at)
  const place = until > at && placeIn(gazetteer, draft.word(at)!, false)
  if (place) draft.mark(at, until, place.meaning, place)
}

/** Reads a town or an address with the state whose first word is at a place: `Boise ID`, `Troy, NY 12180`. */
function markWithState(draft: Draft, gazetteer: Gazetteer, at: number): void {
  for (let until = Math.min(at + mostOfState, draft.tokens.length); until > at; until--) {
    const placed = isStateAfterTown(draft, at, until) && placeBefore(draft, gazetteer, at, until)
    if (placed) return draft.mark(placed.from, placed.until, placed.place.meaning, placed.place)
  }
}

/** Returns true if words are a state that may follow a town. The last words may be an abbreviation that is a word. */
function isStateAfterTown(draft: Draft, at: number, until: number): boolean {
  if (endOfZip(draft, until - 1) >= until) return false
  if (!draft.isFree(at - 1, until, { commas: true })) return false
  const typed = draft.typed(at, until)
  const isLast = until === draft.tokens.length && !/\d/.test(typed) && stateOf(typed) !== null
  return isLast || isState(draft, at, until)
}

/** Returns the longest town or address that ends with the state [at, until), with its ZIP code. */
function placeBefore(draft: Draft, gazetteer: Gazetteer, at: number, until: number): Placed | null {
  for (let from = Math.max(0, at - mostWords); from < at; from++) {
    const isAddress = /^\d/.test(draft.word(from)!)
    if ((!isAddress && from < at - mostOfTown) || endOfZip(draft, from) >= at) continue
    if (!draft.isFree(from, until, { commas: true }) || isWithinTerm(draft, from, at)) continue
    if (draft.negation(from) === null && hasPlace(draft)) continue
    const town = placeIn(gazetteer, draft.typed(from, until), false)
    if (!town || isProductIn(draft, from, at, town)) continue
    const end = endOfZip(draft, until)
    const place = end > until ? placeIn(gazetteer, draft.typed(from, end), false) : null
    return place ? { from, until: end, place } : { from, until, place: town }
  }
  return null
}
