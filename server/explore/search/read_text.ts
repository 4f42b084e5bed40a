import { stateOf } from '../../../data/geography/states.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { Problem } from '../../http/problem.ts'
import { locate } from '../../query/places/near.ts'
import type { Gazetteer } from '../../snapshot/columns/gazetteer.ts'
import { readWhat, type What } from './read_what.ts'

/** The meaning of the search text. */
export type Meaning = {
  products: string[]
  place_types: PlaceType[]
  /** Postal abbreviation. */
  state: string | null
  /** A text that `near` accepts. */
  near: string | null
  /** Other places of that name, as texts that `near` accepts. */
  namesakes: string[]
  radius_mi: number | null
  /** Words to search for in names. */
  words: string | null
  /** An unknown place, and the nearest spelling. */
  unknownPlace: { text: string; suggestion: string | null } | null
  /** Terms that no free filter accepts. */
  leftOut: string[]
  /** True if the text contains `near me`. */
  nearMe: boolean
}

/** Readings that an address may choose in place of the likeliest. */
export const readings = ['name', 'product', 'place'] as const
export type Reading = (typeof readings)[number]

const nothing: Meaning = {
  products: [],
  place_types: [],
  state: null,
  near: null,
  namesakes: [],
  radius_mi: null,
  words: null,
  unknownPlace: null,
  leftOut: [],
  nearMe: false,
}

/**
 * Reads a search text: `eggs near Albany`, `05828`, `CSAs in Vermont`, `honey within 10 miles of Danville,
 * VT`, or the name of a farm. A product or type takes precedence over a place of that name, and a place
 * over a farm of that name.
 */
export function readText(gazetteer: Gazetteer, given: string, reading?: Reading): Meaning {
  const text = given.trim().replaceAll(/\s+/g, ' ')
  if (text === '') return nothing
  if (reading === 'name') return { ...nothing, words: text }
  if (reading === 'place')
    return { ...nothing, ...(placeIn(gazetteer, text) ?? unknown(gazetteer, text)) }
  const split = byPreposition(gazetteer, text)
  if (split) return split
  const what = readWhat(text)
  if (reading === 'product' || isWhole(what)) return { ...nothing, ...kindsOf(what) }
  const place = placeIn(gazetteer, text)
  if (place) return { ...nothing, ...place }
  return withPlaceAtEnd(gazetteer, text) ?? { ...nothing, words: text }
}

const isWhole = ({ products, place_types, hasMore }: What) =>
  !hasMore && products.length + place_types.length > 0

const kindsOf = ({ products, place_types, leftOut }: What) => ({ products, place_types, leftOut })

/** Words before a place, with the distance around it. */
const prepositions =
  /(?:^| )(?:(?:within )?(\d{1,3}) ?(?:mi|miles?) (?:of|from|around)|(near to|near|around|close to|in|at|by|from)) /gi

/** Reads a text with a preposition before a place; null = no such word, or no place after it. */
function byPreposition(gazetteer: Gazetteer, text: string): Meaning | null {
  for (const found of `${text} `.matchAll(prepositions)) {
    const before = text.slice(0, found.index)
    const after = text.slice(found.index + found[0].length)
    const isMe = /^(?:me|here|my (?:home|house|place))$/i.test(after)
    const place = isMe ? { nearMe: true } : placeIn(gazetteer, after)
    const isSure = found[1] !== undefined || /near|around|close/i.test(found[2]!)
    if (after === '' || (!place && !isSure)) continue
    const radius_mi = found[1] === undefined ? null : Math.max(1, Math.min(100, Number(found[1])))
    return {
      ...nothing,
      ...whatOrName(before),
      radius_mi,
      ...(place ?? unknown(gazetteer, after)),
    }
  }
  return null
}

/** Reads the text before a place: products and place types, or else words of a name. */
function whatOrName(text: string): Partial<Meaning> {
  const what = readWhat(text)
  return what.hasMore ? { words: text.trim() } : kindsOf(what)
}

/** Reads a text that ends with a place: `eggs albany ny`. */
function withPlaceAtEnd(gazetteer: Gazetteer, text: string): Meaning | null {
  const words = text.split(' ')
  for (let count = 1; count < words.length; count++) {
    const what = readWhat(words.slice(0, count).join(' '))
    const place = isWhole(what) ? placeIn(gazetteer, words.slice(count).join(' ')) : null
    if (place) return { ...nothing, ...kindsOf(what), ...place }
  }
  return null
}

type Place = Pick<Meaning, 'near' | 'namesakes' | 'state'>

/** The state or place with this name, the largest if several share it. */
function placeIn(gazetteer: Gazetteer, text: string): Place | null {
  const state = stateOf(text)
  if (state !== null) return { state, near: null, namesakes: [] }
  try {
    return { state: null, near: locate(gazetteer, text).name, namesakes: [] }
  } catch (error) {
    const [largest, ...others] = namesakesIn(error)
    return largest === undefined ? null : { state: null, near: largest, namesakes: others }
  }
}

/** The candidates that a refusal lists for an ambiguous name. */
const namesakesIn = (error: unknown): string[] =>
  refusalsOf(error).flatMap(({ message, suggestion }) =>
    suggestion !== undefined && message.includes(' may be ') ? [suggestion] : [],
  )

function unknown(gazetteer: Gazetteer, text: string): Pick<Meaning, 'unknownPlace'> {
  try {
    locate(gazetteer, text)
  } catch (error) {
    const suggestion = refusalsOf(error)[0]?.suggestion ?? null
    return { unknownPlace: { text, suggestion } }
  }
  return { unknownPlace: { text, suggestion: null } }
}

function refusalsOf(error: unknown) {
  if (error instanceof Problem && error.kind === 'bad-request') return error.errors
  throw error
}
