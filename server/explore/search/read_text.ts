import { stateOf } from '../../../data/geography/states.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { Problem } from '../../http/problem.ts'
import { locate } from '../../query/places/near.ts'
import type { Gazetteer } from '../../snapshot/columns/gazetteer.ts'
import { readWhat, type What } from './read_what.ts'

/** What the text of the search box is taken to mean. */
export type Meaning = {
  products: string[]
  place_types: PlaceType[]
  /** Postal abbreviation. */
  state: string | null
  /** A text that `near` finds. */
  near: string | null
  /** Other places of that name, as texts that `near` finds. */
  namesakes: string[]
  radius_mi: number | null
  /** Words that names are searched for. */
  words: string | null
  /** A place that nobody knows, and the nearest spelling. */
  unknownPlace: { text: string; suggestion: string | null } | null
  /** Words that no filter of everybody's says. */
  leftOut: string[]
  /** Whether it says `near me`. */
  nearMe: boolean
}

/** As what a text is to be read, whatever else it could be. */
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
 * Reads what a person types: `eggs near Albany`, `05828`, `CSAs in Vermont`, `honey within 10 miles of
 * Danville, VT`, or the name of a farm. A product or type comes before a place of that name, and a place
 * before a farm of that name.
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

/** What comes before a place, and how far around it. */
const prepositions =
  /(?:^| )(?:(?:within )?(\d{1,3}) ?(?:mi|miles?) (?:of|from|around)|(near to|near|around|close to|in|at|by|from)) /gi

/** A text with a word that says that a place follows; null = it has none, or none follows. */
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

/** What stands before a place: kinds of farms, or else words of a name. */
function whatOrName(text: string): Partial<Meaning> {
  const what = readWhat(text)
  return what.hasMore ? { words: text.trim() } : kindsOf(what)
}

/** `eggs albany ny`: kinds of farms, and the rest is a place. */
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

/** The state or place that a text names; of several places, the largest. */
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

/** The places that a refusal lists, since the text may mean each of them. */
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
