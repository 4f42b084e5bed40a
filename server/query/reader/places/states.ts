import { stateOf, states } from '../../../../data/geography/states.ts'
import { isEnglish } from '../../../../data/vocabulary/english.ts'
import { nearestOf } from '../../../../data/vocabulary/edit_distance.ts'
import type { Gazetteer } from '../../../snapshot/columns/gazetteer.ts'
import type { Draft } from '../draft.ts'
import { isTerm } from '../lexicon.ts'
import { inState, placeIn, regions } from './found_place.ts'
import { hasPlace, isSpanishBefore, mostOfState } from '../phrases.ts'
import { isNickname, isStreet } from './place_text.ts'
import { fillers, isWordlike } from '../words.ts'

/** An abbreviation that is a word, too, is a state only in capitals, or after a comma. */
export function isState(draft: Draft, from: number, until: number): boolean {
  const typed = draft.typed(from, until)
  // `a la` is not Ala., and `I'd` no Idaho.
  if (stateOf(typed) === null || /\d|^(?:\w \w\w|\w\w \w|\w['’]\w)$/.test(typed)) return false
  const isAfterComma = from > 0 && draft.tokens[from - 1]!.isLast
  const isPart = isMount(draft, from, until) || isOfStreet(draft, until) || isOfRiver(draft, until)
  return (!isWordlike(typed) || isAfterComma) && !isPart
}

/** Returns true for `Vermont St, Los Angeles` and `Georgia Ave`, false for `Missouri st louis`. */
export const isOfStreet = (draft: Draft, at: number): boolean =>
  draft.isFree(at - 1, at + 1) &&
  isStreet(draft.word(at)!) &&
  (/^(?:ave|avenue|blvd|boulevard|rd|road|street)$/.test(draft.word(at)!) ||
    draft.tokens[at]!.isLast ||
    at + 1 === draft.tokens.length)

/** Returns true for `Ohio River`, which is a place of its own. */
export const isOfRiver = (draft: Draft, until: number): boolean =>
  draft.isFree(until, until + 1) && draft.word(until) === 'river'

/** Returns true for `mt pleasant`, false for `MT` and `eggs mt`. */
export const isMount = (draft: Draft, from: number, until: number): boolean =>
  /^mt$/i.test(draft.typed(from, until)) &&
  draft.typed(from, until) !== 'MT' &&
  draft.isOpen(until) &&
  !isTerm(draft.word(until)!)

/** Reads states without a town, and regions. */
export function markStates(draft: Draft, gazetteer: Gazetteer): void {
  for (const [from, until] of draft.phrases(mostOfState)) {
    const words = draft.words(from, until)
    // `eggs OR honey`
    if (words === 'or' && draft.isBetweenParts(from)) continue
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
  // `Washington’s` is a name.
  const isName =
    text.length < lettersOfStates || isEnglish(text) || stateNames.includes(text.replace(/s$/, ''))
  const name = isName ? null : nearestOf(text, stateNames)
  return name !== null && name[0] === text[0] ? stateOf(name) : null
}

const stateNames = states.map(({ name }) => name.toLowerCase())
/** Shorter words are too often one letter from a state's name. */
const lettersOfStates = 6
