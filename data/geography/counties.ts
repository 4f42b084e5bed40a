import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from './distance.ts'
import { isInside, kmToOutlines, middleOf, outlinesOf, type Outline } from './outlines.ts'
import { states } from './states.ts'

/** A county or its equivalent, with the outlines of its parts (Census 2017, simplified to 1:10 m). */
export type County = {
  /** Five digits, of which the first two are the state's. */
  fips: string
  /** As the Census has it, without `County`, `Parish` or the like. */
  name: string
  /** Postal abbreviation. */
  state: string
  outlines: Outline[]
}

/** How far off its coast, simplified, a county still has piers and islands. */
const coastKm = 8

/** Finds the county that a point is in, or null: at sea, abroad, or just off a simplified coast. */
export const countyAt = (point: Point): County | null =>
  grid()
    .get(square(point.lng, point.lat))
    ?.find(({ outlines }) => isInside(point, outlines)) ?? null

/** Finds the county that a point is in, or else the nearest one within 8 km; null = at sea, or abroad. */
export const countyNear = (point: Point): County | null =>
  countyAt(point) ?? nearest(around(point), point)

/** The same among the counties of a state alone: a point on its border may lie in another one's county. */
export const countyOfState = (point: Point, state: string): County | null =>
  nearest(
    around(point).filter((county) => county.state === state),
    point,
  )

function nearest(counties: County[], point: Point): County | null {
  const [nearest] = counties
    .map((county) => ({ county, km: kmToOutlines(point, county.outlines) }))
    .toSorted((a, b) => a.km - b.km)
  return nearest && nearest.km <= coastKm ? nearest.county : null
}

/** Lists the counties in reach of a point's square and of those beside it. */
const around = ({ lat, lng }: Point): County[] => {
  const steps = [-1, 0, 1]
  const squares = steps.flatMap((east) => steps.map((north) => square(lng + east, lat + north)))
  return [...new Set(squares.flatMap((each) => grid().get(each) ?? []))]
}

/** Lists the counties that may reach into a box (degrees); one that does not is near it. */
export function countiesIn(box: Pick<Outline, 'west' | 'south' | 'east' | 'north'>): County[] {
  const found = new Set<County>()
  for (let lng = Math.floor(box.west); lng <= box.east; lng++)
    for (let lat = Math.floor(box.south); lat <= box.north; lat++)
      for (const county of grid().get(square(lng, lat)) ?? []) found.add(county)
  return [...found].filter(({ outlines }) =>
    outlines.some(
      ({ west, south, east, north }) =>
        west <= box.east && east >= box.west && south <= box.north && north >= box.south,
    ),
  )
}

/**
 * Lists the counties of a state that a text may name, whatever its case and whether it says `County`
 * or not. A city and the county around it may share a name.
 */
export const countiesNamed = (name: string, state: string): readonly County[] =>
  byName().get(nameKey(name, state)) ?? []

/** The name of a county by its FIPS code. */
export const countyName = (fips: string): string | null => byFips().get(fips)?.name ?? null

/** The middle of each county: the centre of gravity of its area, taken for flat. */
export const countyMiddles = (): (Point & { county: County })[] =>
  counties().map((county) => ({ county, ...middleOf(county.outlines) }))

const kinds =
  / (?:county|parish|borough|census area|municipality|municipio|city and borough|city|co)$/

const nameKey = (name: string, state: string) =>
  `${state} ${name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replace(kinds, '')
    .replace(/^(?:county|city) of /, '')
    .replace(/^st /, 'saint ')
    .replaceAll(' ', '')}`

const once = <Made>(make: () => Made) => {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Number of the square of one degree that contains a point. */
const square = (lng: number, lat: number) => Math.floor(lat) * 360 + Math.floor(lng)

const byName = once(() => Map.groupBy(counties(), ({ name, state }) => nameKey(name, state)))
const byFips = once(() => new Map(counties().map((county) => [county.fips, county])))
const grid = once(() => gridOf(counties()))
const counties = once(readCounties)

/** Lists for each square the counties that reach into it. */
function gridOf(counties: County[]): Map<number, County[]> {
  const squares = new Map<number, Set<County>>()
  for (const county of counties) {
    for (const { west, south, east, north } of county.outlines) {
      for (let lng = Math.floor(west); lng <= east; lng++) {
        for (let lat = Math.floor(south); lat <= north; lat++) {
          const number = square(lng, lat)
          squares.set(number, (squares.get(number) ?? new Set()).add(county))
        }
      }
    }
  }
  return new Map([...squares].map(([number, reaching]) => [number, [...reaching]]))
}

function readCounties(): County[] {
  // Read as a file: an imported module would stay in memory.
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')
  const atlas: Topology<{ counties: GeometryCollection<{ name: string }> }> = JSON.parse(
    readFileSync(path, 'utf8'),
  )
  const stateByFips = new Map(states.map(({ fips, abbr }) => [fips, abbr]))
  return feature(atlas, atlas.objects.counties).features.map(({ id, properties, geometry }) => ({
    fips: String(id),
    name: properties.name,
    state: stateByFips.get(String(id).slice(0, 2))!,
    outlines: outlinesOf(geometry),
  }))
}
