import { countyNear, formerCountyOf } from '../../../../data/geography/counties.ts'
import type { Point } from '../../../../data/geography/distance.ts'
import { countyKinds } from '../../../../data/geography/gazetteer/county_names.ts'
import {
  isFarLarger,
  type Place,
  type PlaceKind,
} from '../../../../data/geography/gazetteer/gazetteer.ts'
import { placeKey } from '../../../../data/geography/place_key.ts'
import { stateOf } from '../../../../data/geography/states.ts'
import { editDistance } from '../../../../data/vocabulary/edit_distance.ts'
import { wordsOf } from '../../../../data/vocabulary/words.ts'
import { badParameters, Problem } from '../../../http/problem.ts'
import type { Gazetteer, LocatedZip } from '../../../snapshot/columns/gazetteer.ts'
import { errorsIn } from '../lexicon.ts'
import { placeTextsOf, readPlaceText, readPoint, type PlaceText } from './place_text.ts'
import { here } from '../words.ts'

export const precisions = ['point', 'zip', 'town', 'county', 'farms'] as const

/**
 * The place of a request. `query`: as requested; `name`: the place found, a text that finds it again.
 * `precision`: what the point is the middle of; farms = farms in a town of this name.
 */
export type Location = { query: string; name: string } & Point & {
    kind: PlaceKind | 'zip' | 'point'
    precision: (typeof precisions)[number]
    /** Postal abbreviation. */
    state: string | null
    county_fips: string | null
  }

/** The result for a text: a place with its inhabitants, namesakes, a state, or nothing. `wrong`: the text contradicts itself. */
export type PlaceSearch =
  | { is: 'place'; location: Location; size: number }
  | { is: 'several'; places: Place[] }
  | { is: 'state'; state: string }
  | { is: 'wrong'; message: string; suggestion?: string }
  | { is: 'nothing' }

/** The client's own place, folded. */
const ownPlace = new RegExp(
  `^(?:(?:near|around|close to|cerca de) (?:${[...here].join('|')})|here|aqui|(?:my |current )+location)$`,
)
const noOwnPlace = 'your place is unknown: name a town or ZIP code, or send lat and lng'

/** Maximum number of places of one name that an answer lists. */
const mostListed = 20

/** From this population on, a city is meant by its state's name alone: New York, not Vermont, IL. */
const largeCity = 100_000

/**
 * Finds the place that a text names: coordinates, a ZIP code, `City, ST`, `City, State`, `County, ST`, a city
 * alone if it is far larger than its namesakes, a nickname, or an address, by its ZIP code or town. Throws a
 * 400 Problem that lists the places if there are several, or the nearest spelling if there is none.
 */
export function locate(gazetteer: Gazetteer, query: string): Location {
  const found = searchPlace(gazetteer, query)
  if (found.is === 'place') return found.location
  if (found.is === 'several') throw severalPlaces(query, found.places)
  if (found.is === 'state') throw stateAlone(query, found.state)
  if (found.is === 'wrong') throw refusal(found.message, found.suggestion)
  throw noPlace(gazetteer, query)
}

export function searchPlace(gazetteer: Gazetteer, query: string): PlaceSearch {
  // Not in Maine.
  if (ownPlace.test(wordsOf(query).join(' '))) return { is: 'wrong', message: noOwnPlace }
  const point = readPoint(query)
  if (point) return { is: 'place', location: atPoint(query, point), size: Infinity }
  const texts = placeTextsOf(query).map((text) => ({ text, readings: readPlaceText(text) }))
  for (const isListed of [false, true])
    for (const each of texts) {
      const found = searchText(gazetteer, query, each, isListed)
      if (found.is !== 'nothing') return found
    }
  return { is: 'nothing' }
}

/** `isListed`: among the towns that only farms name. */
function searchText(
  gazetteer: Gazetteer,
  query: string,
  { text, readings }: { text: string; readings: PlaceText[] },
  isListed: boolean,
): PlaceSearch {
  for (const reading of readings) {
    if (reading.zip !== null) return atZip(gazetteer, query, reading, readings)
    const places = placesOf(gazetteer, reading, isListed)
    if (places.length === 0) continue
    const found = theOneMeant(places, reading)
    if (found) return { is: 'place', location: locationOf(query, found), size: found.size }
    const state = stateOf(text)
    return state === null ? { is: 'several', places } : { is: 'state', state }
  }
  const state = stateOf(text)
  return state === null ? { is: 'nothing' } : { is: 'state', state }
}

function atPoint(query: string, point: Point): Location {
  const county = countyNear(point)
  return {
    query,
    name: `${point.lat},${point.lng}`,
    ...point,
    kind: 'point',
    precision: 'point',
    state: county?.state ?? null,
    county_fips: county?.fips ?? null,
  }
}

/** A place as the location of a request. */
const locationOf = (
  query: string,
  { name, lat, lng, kind, isListed, county_fips }: Place,
): Location => ({
  query,
  name,
  lat,
  lng,
  kind,
  precision: isListed ? 'farms' : kind === 'city' ? 'town' : 'county',
  state: stateIn(name),
  county_fips,
})

/** A place as the location of a request that names it in full. */
export const locationAt = (place: Place): Location => locationOf(place.name, place)

const stateIn = (name: string) => name.slice(-2)

/** Finds a ZIP code; a given state must be its own. */
function atZip(
  gazetteer: Gazetteer,
  query: string,
  { zip }: PlaceText,
  readings: PlaceText[],
): PlaceSearch {
  const found = gazetteer.zip(zip!)
  if (!found) return { is: 'wrong', message: `\`${zip}\` is a ZIP code without a place` }
  const states = readings.flatMap(({ state }) => state ?? [])
  const own = found.town ? stateIn(found.town.name) : null
  if (own && states.length > 0 && !states.includes(own)) {
    const message = `${zip} is in ${own}: \`${query}\` names another state`
    return { is: 'wrong', message, suggestion: zip! }
  }
  const { lat, lng, county_fips } = found
  const at = { lat, lng, kind: 'zip', precision: 'zip', state: own, county_fips } as const
  return { is: 'place', location: { query, name: zipName(found), ...at }, size: Infinity }
}

/** `Danville, VT 05828`. */
export const zipName = ({ zip, town }: LocatedZip): string => (town ? `${town.name} ${zip}` : zip)

/** The places that a reading may mean, largest first. */
function placesOf(
  gazetteer: Gazetteer,
  { name, county, state }: PlaceText,
  isListed: boolean,
): Place[] {
  for (const { key, isCounty } of keysOf(name)) {
    if (isListed && isCounty) return []
    const places = (isListed ? gazetteer.listed(key) : gazetteer.named(key))
      .filter((place) => isIn(place, state) && isOf(place, county))
      .filter(({ kind }) => !isCounty || kind === 'county')
    if (places.length > 0) return places
  }
  return []
}

const isIn = ({ name }: Place, state: string | null) => state === null || name.endsWith(state)

/** Returns true if a place is in a county: its name contains the county, or else its point lies there. */
function isOf(place: Place, county: string | null): boolean {
  if (county === null) return true
  const [, own, state] = place.name.split(', ')
  const asked = placeKey(county)
  const names = state === undefined ? countyNamesAt(place) : [own!]
  return names.map(placeKey).some((known) => isNamed(known, asked) || isNamed(asked, known))
}

/** The names of a point's county, now and before 2022. */
function countyNamesAt(point: Point): string[] {
  const county = countyNear(point)
  return county
    ? [county, formerCountyOf(county.fips, point)].flatMap((each) => each?.name ?? [])
    : []
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

/** The possible keys of a name, the likeliest first; `isCounty`: of a county without `County`. */
function* keysOf(name: string): Iterable<{ key: string; isCounty?: true }> {
  const key = placeKey(name)
  if (key === '') return
  yield { key }
  const plain = name
    .replace(/^(?:city|town|village|township) of /i, '')
    .replace(/\bco\.?$/i, 'county')
  const plainKey = plain === name ? key : placeKey(plain)
  if (plainKey !== key) yield { key: plainKey }
  const inFull = plain.replaceAll(
    /\b(?:[nsew]|no|so)\b\.?/gi,
    (each) => directions[each[0]!.toLowerCase()]!,
  )
  if (inFull !== plain) yield { key: placeKey(inFull) }
  for (const kind of countyKinds) yield { key: plainKey + kind, isCounty: true }
}

/** Returns the only or by far the largest place. A state's name alone means only a large city. */
function theOneMeant(places: readonly Place[], { name, state }: PlaceText): Place | undefined {
  const [first, second] = withoutLesser(places)
  if (second && !isFarLarger(first!, second)) return undefined
  return state === null && stateOf(name) !== null && first!.size < largeCity ? undefined : first
}

/** Omits places named with their county if their state has one named without (make.ts). */
function withoutLesser(places: readonly Place[]): readonly Place[] {
  const isFirst = ({ name }: Place) => name.split(', ').length === 2
  const first = places.filter(isFirst)
  return places.filter(
    (place) => isFirst(place) || !first.some((other) => isIn(other, stateIn(place.name))),
  )
}

const refusal = (message: string, suggestion?: string) =>
  badParameters([{ parameter: 'near', message, ...(suggestion !== undefined && { suggestion }) }])

const stateAlone = (query: string, state: string) =>
  refusal(
    `\`${query}\` is a state: send state=${state} to /v1/farms or /v1/food, or name a city or county in it, or a ZIP code`,
  )

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

function noPlace(gazetteer: Gazetteer, query: string): Problem {
  const suggestion = similarPlaces(gazetteer, query)[0]?.name
  const hint =
    suggestion === undefined ? 'give a ZIP code, or City, ST' : `did you mean \`${suggestion}\`?`
  return refusal(`no place is called \`${query}\`; ${hint}`, suggestion)
}

/** The places with the most similar names, those in the given state before others. */
export function similarPlaces(gazetteer: Gazetteer, text: string): Place[] {
  const found = readPlaceText(placeTextsOf(text).at(-1) ?? text).map(({ name, state }) => ({
    state,
    places: similar(gazetteer, placeKey(name)),
  }))
  const ofState = found.flatMap(({ state, places }) =>
    state === null ? [] : places.filter((place) => isIn(place, state)),
  )
  return [...ofState, ...found.toReversed().flatMap(({ places }) => places)]
}

/** Four and five letters may have one error, more may have two. */
const editsIn = (key: string) => (key.length < 6 ? errorsIn(key.length) : 2)

/** The places whose keys are one or two typing errors from a key: fewest errors first, then largest. */
function similar(gazetteer: Gazetteer, key: string): Place[] {
  return gazetteer.keys
    .near(key, editsIn(key))
    .filter((number) => key.length > 5 || gazetteer.keys.at(number)[0] === key[0])
    .flatMap((number) => {
      const errors = editDistance(key, gazetteer.keys.at(number))
      return gazetteer.rows(number, number + 1).map((row) => ({ row, errors }))
    })
    .sort((a, b) => a.errors - b.errors || gazetteer.size(b.row) - gazetteer.size(a.row))
    .map(({ row }) => gazetteer.place(row))
}
