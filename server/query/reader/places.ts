import regionNames from '../../../data/geography/gazetteer/regions.json' with { type: 'json' }
import { stateOf, states } from '../../../data/geography/states.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { editDistance, nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import type { Gazetteer } from '../../snapshot/columns/gazetteer.ts'
import type { Draft, Meaning } from './draft.ts'
import { errorsIn, sensesOf } from './lexicon.ts'
import { isInNames, type TextIndex } from '../../snapshot/columns/text_index.ts'
import { locationAt, searchPlace, similarPlaces, type Location } from './locate.ts'
import { isNickname, readPlaceText } from './place_text.ts'
import {
  articles,
  conjunctions,
  fillers,
  here,
  nameEndings,
  prepositions,
  wordlikeStates,
  wordsOfNames,
} from './words.ts'

/** Maximum number of words in an address. */
const mostWords = 12

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
    if (place?.location) return draft.mark(0, all, place.meaning, place)
  }
  for (let at = 0; at < draft.tokens.length; at++) markAfterPreposition(draft, gazetteer, at)
  for (let at = 1; at < draft.tokens.length; at++) markWithState(draft, gazetteer, at)
  for (let at = 0; at < draft.tokens.length; at++)
    if (!hasPlace(draft)) markZip(draft, gazetteer, at)
}

const hasPlace = ({ parts }: Draft) =>
  parts.some(({ parameter }) => parameter === 'near' || parameter === 'state')

function markAfterPreposition(draft: Draft, gazetteer: Gazetteer, at: number): void {
  const count = [2, 1].find(
    (each) => draft.isFree(at, at + each) && draft.words(at, at + each) in prepositions,
  )
  if (count === undefined) return
  const negation = draft.negation(at)
  if (negation === null && hasPlace(draft)) return
  const preposition = draft.words(at, at + count)
  const { isSure } = prepositions[preposition]!
  if (takeHere(draft, at, at + count)) return
  const isIn = /^(?:in|en)$/.test(preposition)
  const isInName = negation === null && !isSure && hasOpenBefore(draft, at)
  for (const [from, until] of phrasesFrom(draft, at + count, mostWords)) {
    if (!draft.isFree(from, until, { commas: true })) continue
    if (until === from + 1 && isMount(draft, from, until)) continue
    // `at the farmers market` is not in Farmers, KY.
    if (!isSure && !hasOpen(draft, from, until) && !isNickname(draft.words(from, until))) continue
    const isTerm = !isIn && !isSure && sensesOf(draft.words(from, until)).length > 0
    const found = isTerm ? null : placeIn(gazetteer, draft.typed(from, until), isSure)
    if (!found || (isInName && found.size < largeTown)) continue
    if (found.location && isOfOtherState(draft, until, found.location)) continue
    if (negation === null) draft.take(at, from)
    return draft.mark(from, until, found.meaning, found)
  }
  if (negation === null && (isSure || (isIn && !isInName)))
    markSimilar(draft, gazetteer, at, at + count, isSure)
}

/** Returns true if a place is followed by a state that is not its own: `Strawberry, Arizona`. */
function isOfOtherState(draft: Draft, at: number, { state }: Location): boolean {
  for (let until = Math.min(at + mostOfState, draft.tokens.length); until > at; until--)
    if (draft.isFree(at, until) && isState(draft, at, until))
      return stateOf(draft.typed(at, until)) !== state
  return false
}

/** The phrases from a word on, the longest first; those without an article at the beginning last. */
function* phrasesFrom(draft: Draft, first: number, most: number): Iterable<[number, number]> {
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

const isPreposition = (draft: Draft, at: number): boolean => (draft.word(at) ?? '') in prepositions

const isAfterZip = (draft: Draft, at: number): boolean => at > 0 && endOfZip(draft, at - 1) >= at

/** Returns true for a word without meaning that is no term and no number. */
const isOpenWord = (draft: Draft, at: number): boolean =>
  draft.isOpen(at) && sensesOf(draft.word(at)!).length === 0 && !/^\d/.test(draft.word(at)!)

const isSpanishBefore = (draft: Draft, at: number): boolean =>
  /^(?:a|de|en)$/.test(draft.word(at - 1) ?? '')

const afterArticle = (draft: Draft, at: number): number => at + Number(isArticle(draft, at))

const isArticle = (draft: Draft, at: number): boolean =>
  draft.isFree(at, at + 1) && articles.has(draft.word(at) ?? '')

/** Returns true if words without meaning stand before: `House in the Wood` is a name. */
const hasOpenBefore = (draft: Draft, at: number): boolean =>
  draft.tokens.some(
    ({ word }, each) => each < at && draft.isOpen(each) && sensesOf(word).length === 0,
  )

const hasOpen = (draft: Draft, from: number, until: number): boolean =>
  draft.tokens.some((_, at) => at >= from && at < until && draft.isOpen(at))

function takeHere(draft: Draft, at: number, from: number): boolean {
  const until = [from + 2, from + 1].find(
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
    if (isOfOtherState(draft, until, similar.location)) continue
    draft.take(at, from)
    return draft.mark(from, until, similar.meaning, similar)
  }
  if (isSure && end > noun) draft.unknownPlace = draft.typed(noun, end)
}

/** Returns true if a word may be of a place's name, or is a state. */
const isOfPlace = (draft: Draft, at: number): boolean =>
  draft.isOpen(at)
    ? sensesOf(draft.word(at)!).length === 0
    : draft.isFree(at, at + 1) && isState(draft, at, at + 1)

const endsWithState = (text: string, { state }: Location): boolean =>
  readPlaceText(text).some((reading) => reading.state !== null && reading.state === state)

function similarTo(gazetteer: Gazetteer, text: string) {
  const [first, ...others] = similarPlaces(gazetteer, text)
  const location = first && locationAt(first)
  return location && { ...foundAt(location, first.size, others), location, corrected: true }
}

/** What words mean as a place; a state has no location. `size`: inhabitants. */
type Found = { meaning: Meaning; others: Meaning[]; location?: Location; size: number }

const near = ({ name }: { name: string }): Meaning => ({ parameter: 'near', value: name })
const foundAt = (
  location: Location,
  size: number,
  others: readonly { name: string }[] = [],
): Found => ({
  meaning: near(location),
  others: others.slice(0, mostOthers).map(near),
  location: { ...location, query: location.name },
  size,
})
const inState = (value: string, others: Meaning[] = []): Found => ({
  meaning: { parameter: 'state', value },
  others,
  size: Infinity,
})
/** Maximum number of namesakes listed. */
const mostOthers = 10

/** The states of each region, comma-separated. */
const regions = new Map(
  Object.entries(regionNames).flatMap(([states, all]) =>
    all.map((each) => [each, states] as const),
  ),
)

/**
 * Finds the place or state that a text names exactly, the largest if several share the name. `isCity`: a state's
 * name means its city, as in `near New York`.
 */
function placeIn(gazetteer: Gazetteer, text: string, isCity: boolean): Found | null {
  const state = stateOf(text)
  const search = searchPlace(gazetteer, text)
  const region = state === null ? regions.get(text.toLowerCase()) : undefined
  if (region !== undefined) return inState(region)
  if (state !== null) {
    if (search.is !== 'place') return inState(state)
    // `Washington, DC`, `L.A.` and `la` are written as cities.
    return isCity || /[.,]/.test(text) || isWordlike(text)
      ? { ...foundAt(search.location, search.size), others: [inState(state).meaning] }
      : inState(state, [near(search.location)])
  }
  if (search.is === 'place') return foundAt(search.location, search.size)
  if (search.is !== 'several') return null
  const [first, ...others] = search.places
  return foundAt(locationAt(first!), first!.size, others)
}

/** Reads a ZIP code, with or without its four more digits. */
function markZip(draft: Draft, gazetteer: Gazetteer, at: number): void {
  const until = endOfZip(draft, at)
  const place = until > at && placeIn(gazetteer, draft.word(at)!, false)
  if (place) draft.mark(at, until, place.meaning, place)
}

/** The end of a ZIP code that begins at a place; the place itself if there is none. */
function endOfZip(draft: Draft, at: number): number {
  if (!/^\d{5}$/.test(draft.word(at) ?? '') || !draft.isFree(at, at + 1)) return at
  return /^-\d{4}$/.test(draft.text.slice(draft.tokens[at]!.end).slice(0, 5)) ? at + 2 : at + 1
}

/** Maximum number of words in the name of a town or a state. */
const [mostOfTown, mostOfState] = [5, 4]

/** Reads a town or an address with the state whose first word is at a place: `Boise ID`, `Troy, NY 12180`. */
function markWithState(draft: Draft, gazetteer: Gazetteer, at: number): void {
  for (let until = Math.min(at + mostOfState, draft.tokens.length); until > at; until--) {
    if (endOfZip(draft, until - 1) >= until) continue
    const isLast = until === draft.tokens.length && stateOf(draft.typed(at, until)) !== null
    if (!draft.isFree(at - 1, until, { commas: true })) continue
    if (!isLast && !isState(draft, at, until)) continue
    for (let from = Math.max(0, at - mostWords); from < at; from++) {
      const isAddress = /^\d/.test(draft.word(from)!)
      if ((!isAddress && from < at - mostOfTown) || endOfZip(draft, from) >= at) continue
      if (!draft.isFree(from, until, { commas: true })) continue
      if (isWithinTerm(draft, from, at) || !(isLast || isState(draft, at, until))) continue
      if (draft.negation(from) === null && hasPlace(draft)) continue
      const town = placeIn(gazetteer, draft.typed(from, until), false)
      if (!town) continue
      const end = endOfZip(draft, until)
      const place = end > until ? placeIn(gazetteer, draft.typed(from, end), false) : town
      const [last, found] = place ? [end, place] : [until, town]
      return draft.mark(from, last, found.meaning, found)
    }
  }
}

/** Returns true if a term begins before some words: `sweet corn Oklahoma` is not in Corn. */
const isWithinTerm = (draft: Draft, from: number, until: number): boolean =>
  from > 0 &&
  draft.isFree(from - 1, until) &&
  sensesOf(draft.words(from - 1, until)).length > sensesOf(draft.word(from - 1)!).length

/** An abbreviation that is a word, too, is a state only in capitals, or after a comma. */
export function isState(draft: Draft, from: number, until: number): boolean {
  const typed = draft.typed(from, until)
  // `a la` is not Ala., and `I'd` no Idaho.
  if (stateOf(typed) === null || /\d|^(?:\w \w\w|\w\w \w|\w['’]\w)$/.test(typed)) return false
  const isAfterComma = from > 0 && draft.tokens[from - 1]!.isLast
  return (!isWordlike(typed) || isAfterComma) && !isMount(draft, from, until)
}

/** Returns true for `mt pleasant`, false for `MT` and `eggs mt`. */
const isMount = (draft: Draft, from: number, until: number): boolean =>
  /^mt$/i.test(draft.typed(from, until)) &&
  draft.typed(from, until) !== 'MT' &&
  draft.isOpen(until) &&
  sensesOf(draft.word(until)!).length === 0

const isWordlike = (typed: string): boolean =>
  wordlikeStates.has(typed.toLowerCase()) && !/^[A-Z]{2}$/.test(typed)

/** Reads states without a town, and regions. */
export function markStates(draft: Draft, gazetteer: Gazetteer): void {
  for (const [from, until] of draft.phrases(mostOfState)) {
    const words = draft.words(from, until)
    const region = regions.get(words)
    const isCity = stateOf(words) !== null && isNickname(words) && isNoArticle(draft, from)
    const found =
      isState(draft, from, until) || isCity
        ? placeIn(gazetteer, draft.typed(from, until), false)
        : region !== undefined && inState(region)
    if (found && !((region !== undefined || isCity) && hasPlace(draft)))
      draft.mark(from, until, found.meaning, found)
  }
}

/** Returns true for `la` in `eggs la` and `la farmers market`, false in `la carne` and `huevos de la granja`. */
function isNoArticle(draft: Draft, at: number): boolean {
  const next = draft.tokens[at + 1]
  if (!next) return true
  const isKnown = fillers.has(next.word) || draft.parts.some(({ start }) => start === next.start)
  return isKnown && !isSpanishBefore(draft, at) && neverAfterLa.test(next.word)
}

/** English words that are known by their endings, or as they are, to be no Spanish noun or verb. */
const neverAfterLa =
  /[^adeilnoruz]$|^(?:apple|bread|cheese|chicken|cider|corn|csa|farmer|flower|produce|pumpkin|tomato)$/

/** Reads words that mean nothing as the state with the nearest name: `Pensylvania`. */
export function markSimilarState(draft: Draft): void {
  for (const [from, until] of draft.phrases(2)) {
    const text = draft.words(from, until)
    if (hasPlace(draft) || !draft.isOpen(from)) continue
    const state = similarState(text)
    if (state !== null) draft.mark(from, until, inState(state).meaning, { corrected: true })
  }
}

/** The state with the nearest name; null if none is near. */
export function similarState(text: string): string | null {
  const name = text.length < lettersOfStates ? null : nearestOf(text, stateNames)
  return name !== null && name[0] === text[0] ? stateOf(name) : null
}

const stateNames = states.map(({ name }) => name.toLowerCase())
/** Shorter words are too often one letter from a state's name. */
const lettersOfStates = 6

/**
 * Reads places whose name has a product or a state in it, as `Walnut Creek` and `Kansas City`, and nicknames, as
 * `Pike Place`.
 */
export function markPlacesOfTerms(draft: Draft, gazetteer: Gazetteer): void {
  for (const [from, until] of draft.phrases(mostOfTown, 2)) {
    const isTerm = (at: number) => sensesOf(draft.word(at)!).length > 0
    const own = Array.from({ length: until - from }, (_, at) => from + at)
    const isMixed = own.some(isTerm) && own.some((at) => !isTerm(at) && draft.isOpen(at))
    const isOfState = beginsWithState(draft, from, until)
    const isMeant = isMixed || isOfState || isNickname(draft.words(from, until))
    if (!isMeant || hasPlace(draft) || sensesOf(draft.words(from, until)).length > 0) continue
    if (isWithinTerm(draft, from, from + 1)) continue
    if (draft.isFree(until, until + 1) && nameEndings.has(draft.word(until)!)) continue
    const place = placeIn(gazetteer, draft.typed(from, until), false)
    const last = draft.word(until - 1)!
    // `peach orchard` is no village, and `Washington Park` no town in Illinois.
    const least = nameEndings.has(last) || (isOfState && wordsOfNames.has(last)) ? largeTown : 0
    if (place?.location && place.size >= least) draft.mark(from, until, place.meaning, place)
  }
}

/** Returns true if words begin with a state's full name, and others that mean something follow: `Kansas City`. */
const beginsWithState = (draft: Draft, from: number, until: number): boolean =>
  isMount(draft, from, from + 1) ||
  [1, 2].some((count) => {
    const name = draft.words(from, from + count)
    const isName = name.length > 2 && (stateOf(name) !== null || regions.has(name))
    return isName && hasOpen(draft, from + count, until)
  })

/** Returns true if a text is the name of a place of at least this size. */
export function isPlace(gazetteer: Gazetteer, text: string, least = 0): boolean {
  const { size = 0, location } = placeIn(gazetteer, text, false) ?? {}
  return location !== undefined && size >= least
}

/** A part of a longer phrase is a place only from this population on. */
export const largeTown = 50_000

/** Reads the largest place without a preposition or a state: `eggs Albany`. Farms may be called so, too. */
export function markPlacesAlone(draft: Draft, gazetteer: Gazetteer, texts: TextIndex): void {
  if (hasPlace(draft)) return
  const all = draft.tokens.length
  const whole =
    all > 0 &&
    draft.isFree(0, all, { commas: true }) &&
    placeIn(gazetteer, draft.typed(0, all), false)
  const places: Placed[] =
    whole && draft.parts.length === 0
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

/** A place and the words [from, until) that name it. */
type Placed = { from: number; until: number; place: Found }

/** Finds the place of the longest part of a run of words that mean nothing. */
function placeInRun(
  draft: Draft,
  { gazetteer, texts }: { gazetteer: Gazetteer; texts: TextIndex },
  [first, end]: [number, number],
): Placed | null {
  const begin = first - Number(isArticle(draft, first - 1))
  for (let count = Math.min(end - begin, mostWords); count > 0; count--)
    for (let from = end - count; from >= begin && from + count > first; from--) {
      const words = draft.words(from, from + count)
      if (wordsOfNames.has(words) || nameEndings.has(words)) continue
      const place = placeIn(gazetteer, draft.typed(from, from + count), false)
      const isCounty = place?.location?.kind === 'county'
      // `creek` alone is no county.
      if (!place || (isCounty && count === 1)) continue
      // `Troy Waterfront` is a name.
      if (count < end - first && isInNames(texts, draft.words(first, end))) continue
      const isSaid = (isCounty && draft.word(from + count - 1) === 'county') || isNickname(words)
      const isWhole = count >= end - first && draft.parts.length > 0
      if (isSaid || isWhole || place.size >= largeTown) return { from, until: from + count, place }
    }
  return null
}

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
  if (wordsOfNames.has(words) || words.length < lettersOfTowns) return
  const similar = similarTo(gazetteer, draft.typed(from, until))
  const errors = similar && errorsBetween(draft.typed(from, until), similar.location)
  if (similar && similar.size >= largeTown && errors! <= errorsIn(words.length))
    draft.mark(from, until, similar.meaning, similar)
}
