import { LRUCache } from 'lru-cache'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import type { TextIndex } from '../../snapshot/columns/text_index.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { markCorrected, markCorrectedPhrases } from './correct.ts'
import { Draft, type Part } from './draft.ts'
import { markPlacesAlone, markPlacesNamed, markSimilarPlace, markStates } from './places.ts'
import { markNames, markTerms } from './terms.ts'
import { takeNumbers } from './numbers.ts'

/** The parts of a snapshot that the reader uses. */
export type ReadBy = Pick<Snapshot, 'gazetteer' | 'text'>

/** The meaning of a text. */
export type Reading = {
  text: string
  /** Conditions, each with the words that state it, in the order of the text. */
  parts: Part[]
  /** Words that are no condition: they are searched for in names. */
  unread: string[]
  /** Conditions that requests cannot state: `without eggs`. */
  excluded: string[]
  /** Any of several values will do: `eggs or honey`. */
  isAny: boolean
  /** The text means the client's own place. */
  nearMe: boolean
  /** The words after `near`, if no place is called so. */
  unknownPlace: string | null
}

/** Readings that a client may choose in place of the likeliest. */
export const readings = ['name', 'product', 'place'] as const
export type ReadingAs = (typeof readings)[number]

/** Reads a whole text as a name, a product or a place. */
export function readAs(given: string, as: ReadingAs): Reading {
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
  const readings = readingsBy(by.text)
  const key = `${today} ${text}`
  const known = readings.get(key)
  if (known) return known
  const reading = readAnew(by, text, today)
  readings.set(key, reading)
  return reading
}

/** Readings of the texts asked last, by the words of a snapshot. */
const held = new WeakMap<TextIndex, LRUCache<string, Reading>>()
const mostHeld = 2000

function readingsBy(words: TextIndex): LRUCache<string, Reading> {
  const known = held.get(words)
  if (known) return known
  const readings = new LRUCache<string, Reading>({ max: mostHeld })
  held.set(words, readings)
  return readings
}

const dates = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' })
let last = { hour: -1, date: '' }

/** The date in the middle of the country. It changes at a full hour. */
function dateIn(now: Date): string {
  const hour = Math.floor(now.getTime() / 3_600_000)
  if (hour !== last.hour) last = { hour, date: dates.format(now) }
  return last.date
}

function readAnew({ gazetteer, text: index }: ReadBy, text: string, today: string): Reading {
  const numbers = takeNumbers(text, today)
  const draft = new Draft(text, numbers.left)
  draft.parts.push(...numbers.parts)
  markPlacesNamed(draft, gazetteer)
  markNames(draft)
  markTerms(draft, 2)
  markCorrectedPhrases(draft)
  markTerms(draft)
  markStates(draft)
  markPlacesAlone(draft, gazetteer, index)
  markCorrected(draft, { text: index })
  markSimilarPlace(draft, gazetteer)
  const { excluded, isAny, nearMe, unknownPlace } = draft
  const parts = draft.parts.toSorted((a, b) => a.start - b.start)
  return { text, parts, unread: draft.unread(), excluded, isAny, nearMe, unknownPlace }
}
