import { countyNear } from '../../../data/geography/counties.ts'
import type { Point } from '../../../data/geography/distance.ts'
import { countyKinds } from '../../../data/geography/gazetteer/county_names.ts'
import { isFarLarger, type Place, type PlaceKind } from '../../../data/geography/gazetteer/place.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { stateOf } from '../../../data/geography/states.ts'
import { editDistance } from '../../../data/vocabulary/edit_distance.ts'
import { badParameters, Problem } from '../../http/problem.ts'
import type { Gazetteer, LocatedZip } from '../../snapshot/columns/gazetteer.ts'
import { readPlaceText, type PlaceText } from './place_text.ts'

/** The place of a request. `query`: as requested; `name`: the place found, a text that finds it again. */
export type Location = { query: string; name: string } & Point & { kind: PlaceKind | 'zip' }

/** Maximum number of places of one name that an answer lists. */
const mostListed = 20

/** From this population on, a city is meant by its state's name alone: New York, not Vermont, IL. */
const largeCity = 100_000

/**
 * Finds the place that a text names: a ZIP code, `City, ST`, `City, State`, `County, ST`, or a city alone if
 * it is far larger than its namesakes. Throws a 400 Problem that lists the places if there are several, or
 * the nearest spelling if there is none.
 */
export function locate(gazetteer: Gazetteer, query: string): Location {
  const readings = readPlaceText(query)
  for (const reading of readings) {
    if (reading.zip !== null) return atZip(gazetteer, query, reading, readings)
    const places = placesOf(gazetteer, reading)
    if (places.length === 0) continue
    const found = theOneMeant(places, reading)
    if (found) return at(query, found)
    throw isState(query) ? stateAlone(query) : severalPlaces(query, places)
  }
  throw isState(query) ? stateAlone(query) : noPlace(gazetteer, query, readings)
}

const at = (query: string, { name, lat, lng, kind }: Place): Location => ({
  query,
  name,
  lat,
  lng,
  kind,
})

/** Finds a ZIP code; a given state must be its own. */
function atZip(
  gazetteer: Gazetteer,
  query: string,
  { zip }: PlaceText,
  readings: PlaceText[],
): Location {
  const found = gazetteer.zip(zip!)
  if (!found) throw refusal(`\`${zip}\` is a ZIP code without a place`)
  const states = readings.flatMap(({ state }) => state ?? [])
  const own = found.town?.name.slice(-2)
  if (own && states.length > 0 && !states.includes(own))
    throw refusal(`${zip} is in ${own}: \`${query}\` names another state`, zip!)
  return { query, name: zipName(found), lat: found.lat, lng: found.lng, kind: 'zip' }
}

/** `Danville, VT 05828`. */
export const zipName = ({ zip, town }: LocatedZip): string => (town ? `${town.name} ${zip}` : zip)

/** The places that a reading may mean, largest first. */
function placesOf(gazetteer: Gazetteer, { name, county, state }: PlaceText): Place[] {
  for (const key of keysOf(name)) {
    const places = gazetteer.named(key).filter((place) => isIn(place, state) && isOf(place, county))
    if (places.length > 0) return places
  }
  return []
}

const isIn = ({ name }: Place, state: string | null) => state === null || name.endsWith(state)

/** Returns true if a place is in a county: its name contains the county, or else its point lies there. */
function isOf(place: Place, county: string | null): boolean {
  if (county === null) return true
  const [, own, state] = place.name.split(', ')
  const known = placeKey((state === undefined ? countyNear(place)?.name : own) ?? '')
  const asked = placeKey(county)
  return isNamed(known, asked) || isNamed(asked, known)
}

/** Returns true if two keys are the same county, the first with or without `County` or the like. */
const isNamed = (one: string, other: string) =>
  one === other || countyKinds.some((kind) => one === other + kind)

const directions: Readonly<Record<string, string>> = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
}

/** The possible keys of a name, the likeliest first. */
function* keysOf(name: string): Iterable<string> {
  const key = placeKey(name)
  if (key === '') return
  yield key
  const plain = name
    .replace(/^(?:city|town|village|township) of /i, '')
    .replace(/\bco\.?$/i, 'county')
  yield placeKey(plain)
  yield placeKey(plain.replaceAll(/\b[nsew]\b\.?/gi, (each) => directions[each[0]!.toLowerCase()]!))
  for (const kind of countyKinds) yield placeKey(plain) + kind
}

/** Returns the only or by far the largest place. A state's name alone means only a large city. */
function theOneMeant(places: readonly Place[], { name, state }: PlaceText): Place | undefined {
  const [first, second] = withoutLesser(places)
  if (second && !isFarLarger(first!, second)) return undefined
  return state === null && isState(name) && first!.size < largeCity ? undefined : first
}

/** Omits places named with their county if their state has one named without (make.ts). */
function withoutLesser(places: readonly Place[]): readonly Place[] {
  const isFirst = ({ name }: Place) => name.split(', ').length === 2
  const first = places.filter(isFirst)
  return places.filter(
    (place) => isFirst(place) || !first.some((other) => isIn(other, place.name.slice(-2))),
  )
}

const isState = (text: string) => stateOf(text) !== null

const refusal = (message: string, suggestion?: string) =>
  badParameters([{ parameter: 'near', message, ...(suggestion !== undefined && { suggestion }) }])

const stateAlone = (query: string) =>
  refusal(`\`${query}\` is a state: name a city or county in it, or a ZIP code`)

function severalPlaces(query: string, places: readonly Place[]): Problem {
  const listed = places.slice(0, mostListed)
  const more = places.length > listed.length ? `, the largest of ${places.length}` : ''
  const detail = `near: several places are called \`${query}\`: name one${more}: ${listed.map(({ name }) => name).join('; ')}`
  const errors = listed.map(({ name }) => ({
    parameter: 'near',
    message: `\`${query}\` may be ${name}`,
    suggestion: name,
  }))
  return new Problem('bad-request', detail, { errors })
}

function noPlace(gazetteer: Gazetteer, query: string, readings: readonly PlaceText[]): Problem {
  const suggestion = nearestSpelling(gazetteer, readings)
  const hint =
    suggestion === undefined ? 'give a ZIP code, or City, ST' : `did you mean \`${suggestion}\`?`
  return refusal(`no place is called \`${query}\`; ${hint}`, suggestion)
}

/** The place with the most similar name, in the given state or else in another. */
function nearestSpelling(gazetteer: Gazetteer, readings: readonly PlaceText[]): string | undefined {
  const found = readings.map(({ name, state }) => ({
    state,
    places: similar(gazetteer, placeKey(name)),
  }))
  const ofState = found.flatMap(({ state, places }) =>
    state === null ? [] : places.filter((place) => isIn(place, state)),
  )
  return [...ofState, ...found.toReversed().flatMap(({ places }) => places)][0]?.name
}

/** Maximum number of wrong letters in a name. */
const editsIn = (key: string) => (key.length < 4 ? 0 : key.length < 6 ? 1 : 2)

/** The places whose keys are one or two typing errors from a key: fewest errors first, then largest. */
function similar(gazetteer: Gazetteer, key: string): Place[] {
  return gazetteer.keys
    .near(key, editsIn(key))
    .flatMap((number) => {
      const errors = editDistance(key, gazetteer.keys.at(number))
      return gazetteer.rows(number, number + 1).map((row) => ({ row, errors }))
    })
    .sort((a, b) => a.errors - b.errors || gazetteer.size(b.row) - gazetteer.size(a.row))
    .map(({ row }) => gazetteer.place(row))
}
