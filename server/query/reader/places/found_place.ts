import regionNames from '../../../../data/geography/gazetteer/regions.json' with { type: 'json' }
import { stateOf } from '../../../../data/geography/states.ts'
import { isEnglish } from '../../../../data/vocabulary/english.ts'
import type { Gazetteer } from '../../../snapshot/columns/gazetteer.ts'
import type { Meaning } from '../draft.ts'
import { locationAt, searchPlace, similarPlaces, type Location } from './locate.ts'
import { isWordlike } from '../words.ts'

/** What words mean as a place; a state has no location. `size`: inhabitants. */
export type Found = { meaning: Meaning; others: Meaning[]; location?: Location; size: number }

/** A place and the words [from, until) that name it. */
export type Placed = { from: number; until: number; place: Found }

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

/** Words that mean one state, or several, comma-separated. */
export const inState = (value: string, others: Meaning[] = []): Found => ({
  meaning: { parameter: 'state', value },
  others,
  size: Infinity,
})

/** Maximum number of namesakes listed. */
const mostOthers = 10

/** The states of each region, comma-separated. */
export const regions = new Map(
  Object.entries(regionNames).flatMap(([states, all]) =>
    all.map((each) => [each, states] as const),
  ),
)

/**
 * Finds the place or state that a text names exactly, the largest if several share the name. `isCity`: a state's
 * name means its city, as in `near New York`.
 */
export function placeIn(gazetteer: Gazetteer, text: string, isCity: boolean): Found | null {
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

/** Finds the place with the nearest spelling. */
export function similarTo(gazetteer: Gazetteer, text: string) {
  const [first, ...others] = similarPlaces(gazetteer, text)
  const location = first && locationAt(first)
  return location && { ...foundAt(location, first.size, others), location, corrected: true }
}

/** Returns true if a text is the name of a place of at least this size. */
export function isPlace(gazetteer: Gazetteer, text: string, least = 0): boolean {
  const { size = 0, location } = placeIn(gazetteer, text, false) ?? {}
  return location !== undefined && size >= least
}

/** A part of a longer phrase is a place only from this population on. */
export const largeTown = 50_000

/** Ordinary words are smaller places only with a preposition, a state or a capital letter. */
const smallTown = 5000

/** Returns true if words are rather ordinary ones than a small place: `coupon`, but not `Mystic`. */
export const isOrdinary = (words: string, { size }: Found): boolean =>
  size < smallTown && isEnglish(words)
