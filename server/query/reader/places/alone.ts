import { stateOf } from '../../../../data/geography/states.ts'
import { placeKey } from '../../../../data/geography/place_key.ts'
import { isEnglish } from '../../../../data/vocabulary/english.ts'
import { editDistance } from '../../../../data/vocabulary/edit_distance.ts'
import type { Gazetteer } from '../../../snapshot/columns/gazetteer.ts'
import type { Draft, Part } from '../draft.ts'
import { errorsIn, isTerm } from '../lexicon.ts'
import { isInNames, type TextIndex } from '../../../snapshot/columns/text_index.ts'
import type { Location } from './locate.ts'
import { isNickname, readPlaceText } from './place_text.ts'
import { colors, conjunctions, nameEndings, wordsOfNames } from '../words.ts'
import {
  hasPlace,
  mostWords,
  phrasesFrom,
  isPreposition,
  isArticle,
  hasOpen,
  mostOfTown,
  isWithinTerm,
  isPlainNoun,
  isProductIn,
} from '../phrases.ts'
import {
  regions,
  placeIn,
  similarTo,
  type Found,
  type Placed,
  isOrdinary,
  largeTown,
} from './found_place.ts'
import { isMount, isOfRiver, isOfStreet, isState } from './states.ts'

/**
 * Reads places whose name has a product or a state in it, as `Walnut Creek` and `Kansas City`, and nicknames, as
 * `Pike Place`.
 */
export function markPlacesOfTerms(draft: Draft, gazetteer: Gazetteer): void {
  for (const [from, until] of draft.phrases(mostOfTown, 2)) {
    if (hasPlace(draft)) return
    const byNickname = isNickname(draft.words(from, until))
    const isOfState = beginsWithState(draft, from, until)
    if (!byNickname && !isOfState && !hasTermAndName(draft, from, until)) continue
    if (isPartOfTerm(draft, from, until)) continue
    const place = placeIn(gazetteer, draft.typed(from, until), false)
    const last = draft.word(until - 1)!
    // `peach orchard` is no village, and `Washington Park` no town in Illinois.
    const isName = nameEndings.has(last) || (isOfState && wordsOfNames.has(last))
    const least = isName && !byNickname ? largeTown : 0
    if (!place?.location || place.size < least) continue
    if (!isProductOfState(draft, from, until, place)) draft.mark(from, until, place.meaning, place)
  }
}

/** Returns true if some words are terms, and others mean nothing: `Walnut Creek`. */
function hasTermAndName(draft: Draft, from: number, until: number): boolean {
  const own = Array.from({ length: until - from }, (_, at) => from + at)
  return (
    own.some((at) => isTerm(draft.word(at)!)) &&
    own.some((at) => !isTerm(draft.word(at)!) && draft.isOpen(at))
  )
}

/** Returns true if words are a term, or the first belongs to one, or a name's last word follows: `walnut creek farm`. */
const isPartOfTerm = (draft: Draft, from: number, until: number): boolean =>
  isTerm(draft.words(from, until)) ||
  isWithinTerm(draft, from, from + 1) ||
  (draft.isFree(until, until + 1) && nameEndings.has(draft.word(until)!))

/** Returns true for a product and its state: `peaches Georgia`. */
const isProductOfState = (draft: Draft, from: number, until: number, place: Found): boolean =>
  [1, 2].some(
    (count) =>
      until - count > from &&
      isState(draft, until - count, until) &&
      isProductIn(draft, from, until - count, place),
  )

/** Returns true if words begin with a state's full name, and others that mean something follow: `Kansas City`. */
const beginsWithState = (draft: Draft, from: number, until: number): boolean =>
  isMount(draft, from, from + 1) ||
  [1, 2].some((count) => {
    const name = draft.words(from, from + count)
    const isName = name.length > 2 && (stateOf(name) !== null || regions.has(name))
    return isName && hasOpen(draft, from + count, until)
  })

/**
 * Reads a product with the name of a large town as the town beside another product or a type of place:
 * `eggs buffalo`, but neither `beef or buffalo` nor `organic buffalo`.
 */
export function markTownsOfProducts(draft: Draft, gazetteer: Gazetteer): void {
  for (const part of draft.parts) {
    if (hasPlace(draft)) return
    const { start, end, parameter, value, corrected } = part
    if (parameter !== 'products' || corrected) continue
    const town = placeIn(gazetteer, draft.text.slice(start, end), false)
    if (!town?.location || town.size < largeTown) continue
    if (isBesideOther(draft, part))
      Object.assign(part, town.meaning, {
        location: town.location,
        others: [{ parameter, value }, ...town.others],
      })
    else part.others.push(town.meaning)
  }
}

/** Returns true if a text names another product or a type of place, and a product is not listed with it. */
function isBesideOther({ parts, tokens }: Draft, { start, end }: Part): boolean {
  const first = tokens.findIndex((token) => token.start === start)
  const last = tokens.findIndex((token) => token.end === end)
  const isListed =
    conjunctions.has(tokens[first - 1]?.word ?? '') ||
    conjunctions.has(tokens[last + 1]?.word ?? '') ||
    tokens[first - 1]?.isLast ||
    tokens[last]!.isLast
  const isOther = ({ parameter, value, start: other }: Part) =>
    other !== start &&
    (parameter === 'products' || (parameter === 'place_type' && value !== 'ranch'))
  return !isListed && parts.some(isOther)
}

/** Reads the largest place without a preposition or a state: `eggs Albany`. Farms may be called so, too. */
export function markPlacesAlone(draft: Draft, gazetteer: Gazetteer, texts: TextIndex): void {
  if (hasPlace(draft)) return
  const all = draft.tokens.length
  const whole =
    hasOpen(draft, 0, all) &&
    draft.isFree(0, all, { commas: true }) &&
    placeIn(gazetteer, draft.typed(0, all), false)
  const isNoun =
    whole &&
    ((isNounOfPlaces(draft.words(0, all)) && whole.size < largeTown) ||
      isOrdinary(draft.typed(0, all), whole))
  const places: Placed[] =
    whole && !isNoun && draft.parts.length === 0
      ? [{ from: 0, until: all, place: whole }]
      : draft.runs().flatMap((run) => placeInRun(draft, { gazetteer, texts }, run) ?? [])
  const [largest] = places.toSorted((a, b) => b.place.size - a.place.size)
  const isFirst = ({ until, place }: Placed) =>
    conjunctions.has(draft.word(until) ?? '') && place.size >= largeTown
  const meant = places.find(isFirst) ?? largest
  if (!meant) return
  const { from, until, place } = meant
  const value = draft.typed(from, until)
  const isName = until - from === all || isInNames(texts, value)
  const asName = isName && !/\d/.test(value) ? [{ parameter: 'q', value }] : []
  draft.mark(from, until, place.meaning, { ...place, others: [...asName, ...place.others] })
  markFurtherPlaces(draft, gazetteer)
}

/** Returns true for `orchard`, `creek` and other words that are rather nouns than places. */
const isNounOfPlaces = (words: string): boolean => wordsOfNames.has(words) || nameEndings.has(words)

/** Inhabitants of the smallest places, by estimate. Before a product, their names are rather adjectives. */
const mostOfHamlet = 1000

/** Returns true if a condition begins at a word. */
const isBefore = ({ parts, tokens }: Draft, at: number): boolean =>
  parts.some(({ start }) => start === tokens[at]?.start)

/** Finds the place of the longest part of a run of words that mean nothing. */
function placeInRun(
  draft: Draft,
  { gazetteer, texts }: { gazetteer: Gazetteer; texts: TextIndex },
  [first, end]: [number, number],
): Placed | null {
  const begin = first - Number(isArticle(draft, first - 1))
  for (let count = Math.min(end - begin, mostWords); count > 0; count--)
    for (let from = end - count; from >= begin && from + count > first; from--) {
      const until = from + count
      const place = placeOfWords(draft, gazetteer, from, until)
      if (!place) continue
      const isWhole = count >= end - first
      // `Troy Waterfront` is a name.
      if (!isWhole && isInNames(texts, draft.words(first, end))) continue
      const isMeant =
        place.size >= largeTown ||
        isSaid(draft, from, until, place) ||
        (isWhole && draft.parts.length > 0 && !isAdjective(draft, from, end, place))
      if (isMeant) return { from, until, place }
    }
  return null
}

/** Returns the place that words name, or null if they are rather a street, a noun or a name. */
function placeOfWords(draft: Draft, gazetteer: Gazetteer, from: number, until: number) {
  const [words, typed] = [draft.words(from, until), draft.typed(from, until)]
  if (isNounOfPlaces(words) || isOfStreet(draft, until) || isOfRiver(draft, until)) return null
  const place = placeIn(gazetteer, typed, false)
  if (!place || isPlainNoun(draft, from, until, place)) return null
  if (isNickname(words)) return place
  // `eggs coupon` is not in Coupon, PA; `eggs Mystic` is in Connecticut.
  if (isOrdinary(from === 0 ? words : typed, place)) return null
  // `creek` alone is no county.
  return isCounty(place) && until - from === 1 ? null : place
}

const isCounty = ({ location }: Found): boolean => location?.kind === 'county'

/** Returns true if words can only mean a place: `Lane County`, `Big Apple`. */
const isSaid = (draft: Draft, from: number, until: number, place: Found): boolean =>
  (isCounty(place) && draft.word(until - 1) === 'county') || isNickname(draft.words(from, until))

/** Returns true if words before a product describe it: `Swiss cheese`, `green okra`. */
const isAdjective = (draft: Draft, from: number, end: number, { location, size }: Found): boolean =>
  location?.kind === 'city' &&
  (size <= mostOfHamlet || colors.has(draft.words(from, end))) &&
  isBefore(draft, end)

/** Reads places after the first, of which a search has one: `near Portland or Salem`, `Denver, Boulder`. */
export function markFurtherPlaces(draft: Draft, gazetteer: Gazetteer): void {
  const first = draft.parts.find(({ parameter, location }) => parameter === 'near' && location)
  let at = first ? draft.tokens.findIndex(({ start }) => start >= first.end) : 0
  while (at > 0) {
    const isJoined = conjunctions.has(draft.word(at) ?? '') && draft.isFree(at, at + 1)
    if (!isJoined && !draft.tokens[at - 1]!.isLast) return
    const noun = at + Number(isJoined)
    const from = noun + Number(isPreposition(draft, noun))
    const until = endOfFurtherPlace(draft, gazetteer, from, isJoined ? 0 : largeTown)
    if (until !== null) draft.take(at, from)
    at = until ?? 0
  }
}

/** Takes the place of at least a size that begins with a word, and returns its end; null if there is none. */
function endOfFurtherPlace(draft: Draft, gazetteer: Gazetteer, first: number, least: number) {
  for (const [from, until] of phrasesFrom(draft, first, mostOfTown)) {
    if (!draft.isFree(from, until, { commas: true }) || !draft.isOpen(from)) continue
    const place = placeIn(gazetteer, draft.typed(from, until), false)
    // `Troy, Albany County` is one place.
    if (!place || place.size < least || (least > 0 && draft.isOpen(until))) continue
    if (place.location) draft.mark(from, until, place.meaning, { ...place, others: [] })
    else draft.exclude(from, until, 'a search has one place')
    return until
  }
  return null
}

/** Counts the typing errors in a place's name. */
function errorsBetween(text: string, { name }: Location): number {
  const town = placeKey(name.slice(0, name.indexOf(',')))
  return Math.min(...readPlaceText(text).map((read) => editDistance(placeKey(read.name), town)))
}

/** Shorter words are too often one letter from a town: camel is no Carmel. */
const lettersOfTowns = 6

/** Reads the last words that mean nothing as a place with typing errors, beside other conditions. */
export function markSimilarPlace(draft: Draft, gazetteer: Gazetteer): void {
  if (hasPlace(draft) || draft.parts.length === 0) return
  const [from, until] = draft.runs().at(-1) ?? [0, 0]
  if (until - from === 0 || until - from > 3) return
  const words = draft.words(from, until)
  if (wordsOfNames.has(words) || isEnglish(words) || words.length < lettersOfTowns) return
  const similar = similarTo(gazetteer, draft.typed(from, until))
  const errors = similar && errorsBetween(draft.typed(from, until), similar.location)
  // `wedding` is not Redding: the first letter is seldom wrong.
  const isLikely = similar?.location.name[0]!.toLowerCase() === words[0]
  if (similar && isLikely && similar.size >= largeTown && errors! <= errorsIn(words.length))
    draft.mark(from, until, similar.meaning, similar)
}
