import { LRUCache } from 'lru-cache'
import { hour_ms } from '../../../data/calendar.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { isInNames, type TextIndex } from '../../snapshot/columns/text_index.ts'
import { middleTimeZone } from '../open_hours/wall_clock.ts'
import {
  excludeNegated,
  markCorrected,
  markCorrectedPhrases,
  markNames,
  markNoTerms,
  markTerms,
} from './terms.ts'
import { Draft, type Part, type Unanswered } from './draft.ts'
import { markPlacesNamed } from './places/named.ts'
import {
  markFurtherPlaces,
  markPlacesAlone,
  markPlacesOfTerms,
  markSimilarPlace,
  markTownsOfProducts,
} from './places/alone.ts'
import { markSimilarState, markStates } from './places/states.ts'
import {
  besidesName,
  cityOfName,
  isName,
  isPartOfName,
  namesIn,
  respelled,
  spansOfName,
  type Named,
} from './names.ts'
import { takeNumbers } from './numbers.ts'
import { noContact } from './unanswerable.ts'
import { hasPlace } from './phrases.ts'
import { memoizeWeakly } from '../../../data/memoize.ts'

/** The parts of a snapshot that the reader uses. */
export type ReadBy = Named

/** The meaning of a text. */
export type Reading = {
  text: string
  /** Conditions, each with the words that state it, in the order of the text. */
  parts: Part[]
  /** Words that are no condition: they are searched for in names. */
  unread: string[]
  /** Conditions that requests cannot state, and why: `without eggs`. */
  excluded: Unanswered[]
  /** Any of several values will do: `eggs or honey`. */
  isAny: boolean
  /** The text means the client's own place. */
  nearMe: boolean
  /** The words after `near`, if no place is called so. */
  unknownPlace: string | null
  /** The reading word by word of a text that is read as the name of a farm. */
  sentence?: Reading
  /** The name with typing errors that a part of the typed text was read as. `text` has the name. */
  corrected?: { text: string; value: string }
}

/** Readings that a client may choose in place of the likeliest. */
export const readings = ['name', 'product', 'place', 'sentence'] as const
export type ReadingAs = (typeof readings)[number]

/** Reads a whole text as a name, a product or a place. */
export function readAs(given: string, as: Exclude<ReadingAs, 'sentence'>): Reading {
  const text = given.trim()
  const parameter = as === 'place' ? 'near' : 'products'
  const value = as === 'place' ? text : products.nameOf(text)
  const part = { start: 0, end: text.length, parameter, value, others: [], corrected: false }
  const isName = as === 'name' || text === ''
  const read = { parts: isName ? [] : [part], unread: isName && text !== '' ? [text] : [] }
  return { text, ...read, excluded: [], isAny: false, nearMe: false, unknownPlace: null }
}

/**
 * Reads a sentence as conditions of a list: products, varieties, practices, certifications, place types,
 * payment, delivery, day and time, place and radius, in English or Spanish. `now`: the time of the request.
 */
export function readText(by: ReadBy, given: string, now: Date): Reading {
  const text = given.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  const today = dateIn(now)
  const key = `${today} ${by.hidden.key} ${text}`
  return readingsOf(by.text).memo(key, { context: [by, text, today] })
}

type Asked = [by: ReadBy, text: string, today: string]

/** Readings of the texts asked last, by the words of a snapshot. */
const readingsOf = memoizeWeakly<TextIndex, LRUCache<string, Reading, Asked>>(
  () =>
    new LRUCache({ max: 2000, memoMethod: (_key, _stale, { context }) => readAnew(...context) }),
)

const dates = new Intl.DateTimeFormat('en-CA', { timeZone: middleTimeZone })
let last = { hour: -1, date: '' }

/** The date in the middle of the country. It changes at a full hour. */
function dateIn(now: Date): string {
  const hour = Math.floor(now.getTime() / hour_ms)
  if (hour !== last.hour) last = { hour, date: dates.format(now) }
  return last.date
}

/** Reads a text as it is spelled. If this is doubtful, it may have a farm's name with typing errors. */
function readAnew(...[by, text, today]: Asked): Reading {
  const reading = readSpelled(by, text, today)
  if (!isDoubtful(by, reading)) return reading
  for (const { start, end, isBeginning } of spansOfName(by, text, lastPlace(reading)?.start)) {
    const named = text.slice(start, end)
    const value = respelled(by, named)
    if (value === null) continue
    // `berrypatchfarm` is the farm, though `berry patch farm` is one with berries.
    const read =
      named === text && !text.includes(' ')
        ? readAs(value, 'name')
        : readSpelled(by, text.slice(0, start) + value + text.slice(end), today)
    if (read.sentence || (!isBeginning && read.unread.length > 0))
      return { ...read, sentence: reading, corrected: { text: named, value } }
  }
  return reading
}

/** Returns true if some words are in no name, or were corrected. */
const isDoubtful = (by: ReadBy, { parts, unread }: Reading): boolean =>
  (unread.length > 0 && !isInNames(by.text, unread.join(' '))) ||
  parts.some(({ corrected }) => corrected)

function readSpelled(...[by, text, today]: Asked): Reading {
  const sentence = readSentence(by, text, today)
  const { parts, unread, excluded } = sentence
  if (parts.length + unread.length === 0) {
    // Without another condition, a telephone number must not list all farms.
    const contact = excluded.find((each) => noContact(each.text) !== null)
    if (contact) return readAs(contact.text, 'name')
  }
  const isWhole = isName(by, text) || (excluded.length === 0 && isPartOfName(by, text, unread))
  if (!isWhole) return nameWithin(by, sentence, today) ?? sentence
  const isRead = parts.length + excluded.length > 0 || unread.length === 0
  return isRead ? withName(sentence) : sentence
}

/** The meaning of no words. */
const nothing = readAs('', 'name')

/**
 * Reads a farm's name between words about it, and before its place or a day: `is Stone Creek Farm open on
 * Saturday`, `Stone Creek Farm, Danville VT`.
 */
function nameWithin(by: ReadBy, sentence: Reading, today: string): Reading | null {
  const { text } = sentence
  for (const { start, end } of namesIn(by, text)) {
    const value = text.slice(start, end)
    const name = readSpelled(by, value, today)
    const city = () => cityOfName(by, value, text, end)
    if (!name.sentence && (name.parts.length > 0 || name.unread.length === 0)) {
      if (sentence.parts.length > 0 && city()) return orName(sentence, value)
      continue
    }
    const after = text.slice(end)
    const hasWords = /[\p{L}\p{N}]/u.test(after)
    // Blanks in place of what stands before keep the places of words.
    const rest = hasWords ? readSentence(by, after.padStart(text.length), today) : nothing
    const conditions = besidesName(by, text.slice(0, start), value, rest)
    const besides = conditions ?? city()
    if (!besides) continue
    const others = name.parts[0]?.others ?? []
    const part = { start, end, parameter: 'q', value, others, corrected: false }
    const read = { ...(conditions ? rest : nothing), text, parts: [part, ...besides] }
    return { ...read, unread: [], unknownPlace: null, sentence }
  }
  return null
}

/** The place or state that ends a text, after other words. */
function lastPlace({ text, parts }: Reading): Part | undefined {
  const last = parts.at(-1)
  const isLast = last && hasPlace({ parts: [last] }) && last.end === text.length
  return isLast && last.start > 0 ? last : undefined
}

/**
 * Reads a text that is a farm's name as this name, and lists what its words mean among its other meanings. A
 * text of terms alone or a place alone keeps its meaning, and lists the name: `farm stand` and `Grapevine` are
 * asked for more often than the farms of that name. A text without meaning, such as `The Farm`, is the name.
 */
function withName(sentence: Reading): Reading {
  const { text, parts, unread } = sentence
  const name = { parameter: 'q', value: text }
  if (isGeneric(sentence)) return orName(sentence, text)
  const meant = parts.map(({ parameter, value }) => ({ parameter, value }))
  const others = [...meant, ...unread.map((value) => ({ parameter: 'q', value }))]
  const part = { start: 0, end: text.length, ...name, others, corrected: false }
  return { ...readAs(text, 'name'), parts: [part], unread: [], sentence }
}

/** A reading of which the first words may also mean a farm's name. */
function orName(sentence: Reading, value: string): Reading {
  const [first, ...rest] = sentence.parts
  const others = first!.others.filter(({ parameter }) => parameter !== 'q')
  const name = { parameter: 'q', value }
  return { ...sentence, parts: [{ ...first!, others: [name, ...others] }, ...rest] }
}

const isGeneric = ({ parts, unread, excluded }: Reading): boolean =>
  parts.length > 0 &&
  unread.length + excluded.length === 0 &&
  !parts.some(({ corrected }) => corrected) &&
  (parts.length === 1 || !hasPlace({ parts }))

function readSentence(by: ReadBy, text: string, today: string): Reading {
  const { gazetteer, text: index } = by
  const numbers = takeNumbers(text, today, (words) => isInNames(index, words))
  const draft = new Draft(text, numbers.left, [...numbers.unanswered, ...signsIn(text)])
  draft.parts.push(...numbers.parts)
  markPlacesNamed(draft, gazetteer)
  markPlacesOfTerms(draft, gazetteer)
  markNoTerms(draft)
  markNames(draft, by)
  markTerms(draft, 2)
  markCorrectedPhrases(draft, by)
  markTerms(draft)
  markFurtherPlaces(draft, gazetteer)
  markStates(draft, gazetteer)
  markTownsOfProducts(draft, gazetteer)
  markPlacesAlone(draft, gazetteer, index)
  markCorrected(draft, by)
  markSimilarState(draft)
  markSimilarPlace(draft, gazetteer)
  excludeNegated(draft, by)
  draft.excludeAlternatives()
  if (!hasPlace(draft) && draft.unknownPlace === null && nearest.test(text)) draft.nearMe = true
  const { excluded, isAny, nearMe, unknownPlace } = draft
  const parts = draft.parts.toSorted((a, b) => a.start - b.start)
  return { text, parts, unread: draft.unread(), excluded, isAny, nearMe, unknownPlace }
}

/** Words for the client's own place. */
const nearest = /\b(?:nearest|closest|nearby)\b/i

/** The pictures of a text, or all of a text without words. */
const signsIn = (text: string): Unanswered[] =>
  (text.match(/^[^\p{L}\p{N}]+$|\p{Extended_Pictographic}+/gu) ?? []).map((sign) => ({
    text: sign,
    reason: 'only words and numbers are read',
  }))
