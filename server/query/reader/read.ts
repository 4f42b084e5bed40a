import { LRUCache } from 'lru-cache'
import { hour_ms } from '../../../data/calendar.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { isInNames, type TextIndex } from '../../snapshot/columns/text_index.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { middleTimeZone } from '../open_hours/wall_clock.ts'
import {
  excludeNegated,
  markCorrected,
  markCorrectedPhrases,
  markNames,
  markTerms,
} from './terms.ts'
import { Draft, type Part, type Meaning, type Unanswered } from './draft.ts'
import { markPlacesNamed } from './places.ts'
import {
  markFurtherPlaces,
  markPlacesAlone,
  markPlacesOfTerms,
  markSimilarPlace,
} from './places_alone.ts'
import { markSimilarState, markStates } from './states.ts'
import { isName, isNameIn, isPartOfName, respelled, type Named } from './names.ts'
import { noContact, takeNumbers } from './numbers.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { filtersOfOption } from '../filters/conditions.ts'
import { filters } from '../filters/filters.ts'
import { memoizeWeakly } from '../../../data/memoize.ts'

/** The parts of a snapshot that the reader uses. */
export type ReadBy = Named & Pick<Snapshot, 'gazetteer'>

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

/** Reads a text as it is spelled. If this is doubtful, it may be a farm's name with typing errors. */
function readAnew(...[by, text, today]: Asked): Reading {
  const reading = readSpelled(by, text, today)
  if (!isDoubtful(by, reading)) return reading
  const named = text.slice(0, lastPlace(reading)?.start).trimEnd()
  const value = respelled(by, named)
  if (value === null) return reading
  const read = readSpelled(by, value + text.slice(named.length), today)
  const hasName = read.sentence !== undefined || read.unread.length > 0
  return hasName ? { ...read, sentence: reading, corrected: { text: named, value } } : reading
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
  if (parts.length === 0 && unread.length > 0) return sentence
  return isName(by, text) || (excluded.length === 0 && isPartOfName(by, text, unread))
    ? withName(sentence)
    : (beforePlace(by, sentence, today) ?? sentence)
}

/** Reads a farm's name before the place or state where the farm is: `Truckin’ Tomato, San Antonio TX`. */
function beforePlace(by: ReadBy, sentence: Reading, today: string): Reading | null {
  const place = lastPlace(sentence)
  const state = place?.parameter === 'state' ? place.value : place?.location?.state
  const named = sentence.text.slice(0, place?.start).replace(/[\s,]+$/, '')
  if (!place || !state || !isNameIn(by, named, state)) return null
  const { sentence: words, ...name } = readSpelled(by, named, today)
  return words ? { ...name, text: sentence.text, parts: [...name.parts, place], sentence } : null
}

/** The place or state that ends a text, after other words. */
function lastPlace({ text, parts }: Reading): Part | undefined {
  const last = parts.at(-1)
  const isPlace = last?.parameter === 'near' || last?.parameter === 'state'
  return isPlace && last.start > 0 && last.end === text.length ? last : undefined
}

/**
 * Reads a text that is a farm's name as this name, and lists what its words mean among its other meanings. A
 * text of terms alone or a place alone keeps its meaning, and lists the name: `farm stand` and `Grapevine` are
 * asked for more often than the farms of that name. A text without meaning, such as `The Farm`, is the name.
 */
function withName(sentence: Reading): Reading {
  const { text, parts, unread } = sentence
  const name = { parameter: 'q', value: text }
  if (isGeneric(sentence)) {
    const [first, ...rest] = parts
    const others = first!.others.filter(({ parameter }) => parameter !== 'q')
    return { ...sentence, parts: [{ ...first!, others: [name, ...others] }, ...rest] }
  }
  const meant = parts.map(({ parameter, value }) => ({ parameter, value }))
  const others = [...meant, ...unread.map((value) => ({ parameter: 'q', value }))]
  const part = { start: 0, end: text.length, ...name, others, corrected: false }
  return { ...readAs(text, 'name'), parts: [part], unread: [], sentence }
}

const isGeneric = ({ parts, unread, excluded }: Reading): boolean =>
  parts.length > 0 &&
  unread.length + excluded.length === 0 &&
  !parts.some(({ corrected }) => corrected) &&
  (parts.length === 1 ||
    !parts.some(({ parameter }) => parameter === 'near' || parameter === 'state'))

function readSentence({ gazetteer, text: index }: ReadBy, text: string, today: string): Reading {
  const numbers = takeNumbers(text, today, (words) => isInNames(index, words))
  const draft = new Draft(text, numbers.left, [...numbers.unanswered, ...signsIn(text)])
  draft.parts.push(...numbers.parts)
  markPlacesNamed(draft, gazetteer)
  markPlacesOfTerms(draft, gazetteer)
  markNames(draft, gazetteer)
  markTerms(draft, 2)
  markCorrectedPhrases(draft)
  markTerms(draft)
  markFurtherPlaces(draft, gazetteer)
  markStates(draft, gazetteer)
  markPlacesAlone(draft, gazetteer, index)
  markCorrected(draft, { gazetteer, text: index })
  markSimilarState(draft)
  markSimilarPlace(draft, gazetteer)
  excludeNegated(draft, { text: index })
  draft.excludeAlternatives()
  const isPlaced = draft.parts.some(
    ({ parameter }) => parameter === 'near' || parameter === 'state',
  )
  if (!isPlaced && draft.unknownPlace === null && nearest.test(text)) draft.nearMe = true
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

/** Part of a text that a request leaves out, and why. */
export type LeftOut = Partial<Meaning> & { text: string; reason: string }

/** A text as a request: its parameters, and what these leave out. */
export type Understood = { query: Record<string, string>; leftOut: LeftOut[] }

/** Parameters that a request has once. */
const single = new Set(['near', 'radius', 'open_at', 'open_on', 'open_between'])

/** Turns a reading into parameters of lists for a tier. `hasCenter`: the request has coordinates. */
export function understand(reading: Reading, tier: Tier, hasCenter = false): Understood {
  const values = new Map<string, Set<string>>()
  const leftOut: LeftOut[] = [...reading.excluded]
  for (const { start, end, parameter, value } of reading.parts) {
    const text = reading.text.slice(start, end)
    if (tier === 'free' && isPaid(parameter))
      leftOut.push({ text, parameter, value, reason: 'this filter needs a paid key' })
    else if (single.has(parameter) && values.has(parameter))
      leftOut.push({ text, parameter, value, reason: `${parameter} can have one value` })
    else values.set(parameter, (values.get(parameter) ?? new Set()).add(value))
  }
  const isAround = values.has('near') || hasCenter
  if (reading.nearMe && !isAround)
    leftOut.push({ text: 'near me', reason: 'your place is unknown: send lat and lng' })
  const [radius] = values.get('radius') ?? []
  if (radius !== undefined && !isAround) {
    values.delete('radius')
    leftOut.push({
      text: reading.text,
      parameter: 'radius',
      value: radius,
      reason: 'a radius needs a place',
    })
  }
  const query = Object.fromEntries([...values].map(([name, all]) => [name, [...all].join(',')]))
  const isOfSeveral = filtersOfOption.match.some((name) => (values.get(name)?.size ?? 0) > 1)
  if (isOfSeveral && !reading.isAny) query['match'] = 'all'
  if (reading.unread.length > 0) query['q'] = reading.unread.join(' ')
  return { query, leftOut }
}

/** Returns true if a text has words that may be no name, beside conditions. */
export const hasDoubtfulWords = ({ parts, unread }: Reading): boolean =>
  unread.length > 0 && parts.some(({ parameter }) => parameter !== 'radius')

/** The same request without the words that match names. */
export function withoutWords({ query, leftOut }: Understood, { unread }: Reading): Understood {
  const { q: _, ...others } = query
  const words = unread.map((text) => ({ text, reason: noSuchName }))
  return { query: others, leftOut: [...leftOut, ...words] }
}

const noSuchName = 'no farm that meets the other conditions has these words'

const isPaid = (parameter: string): boolean =>
  parameter === 'open_between' ||
  (parameter in filters && filters[parameter as keyof typeof filters].tier === 'paid')
