import { createRequire } from 'node:module'
import { gridDisk, latLngToCell, POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from 'h3-js'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from '../../../data/geography/distance.ts'
import { isInside, outlinesOf, type Outline } from '../../../data/geography/outlines.ts'
import { states } from '../../../data/geography/states.ts'

/** Hexagons of about 250 km²: coarse enough to build in half a second, finer than any state. */
export const stateResolution = 5

/**
 * Whether a point is in a state, give or take one cell (8 to 25 km), which forgives simplified
 * borders, piers and islands. `state` is a postal abbreviation. False for a point out of range.
 */
export function inState(point: Point, state: string): boolean {
  const cell = cellAt(point)
  if (cell === null) return false
  return isInOutline(point, state) || cellInState(cell, state)
}

/**
 * Whether a point is inside a state of whose cells nothing was asked often yet: finding that costs a
 * hundredth of making them, and most points are inside.
 */
function isInOutline(point: Point, state: string): boolean {
  const asked = timesAsked.get(state) ?? 0
  if (asked >= mostOutlines || made.has(state)) return false
  timesAsked.set(state, asked + 1)
  return isInside(point, outlineOf(state))
}

const mostOutlines = 50
const timesAsked = new Map<string, number>()

/** Whether the same holds for a cell of `stateResolution`. */
export function cellInState(cell: string, state: string): boolean {
  return touches(state, [cell]) || touches(state, gridDisk(cell, 1))
}

/** Whether a point is in any state or territory, give or take one cell. */
export function inUnitedStates(point: Point): boolean {
  const cell = cellAt(point)
  if (cell === null) return false
  const near = gridDisk(cell, 1)
  return states.some(({ abbr }) => touches(abbr, near))
}

/** Lists the states that the point's own cell touches: one alone is certain. */
export function statesAt(point: Point): readonly string[] {
  const cell = cellAt(point)
  if (cell === null) return []
  return states.flatMap(({ abbr }) => (touches(abbr, [cell]) ? [abbr] : []))
}

function cellAt({ lat, lng }: Point): string | null {
  // h3-js takes a latitude of 100 without a word.
  const inRange = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return inRange ? latLngToCell(lat, lng, stateResolution) : null
}

const touches = (state: string, cells: string[]) => {
  const ofState = cellsOf(state)
  return cells.some((cell) => ofState.has(cell))
}

const made = new Map<string, ReadonlySet<string>>()

/** The cells that a state's Census outline (2017) touches; a state is read when it is first asked for. */
function cellsOf(state: string): ReadonlySet<string> {
  const known = made.get(state)
  if (known) return known
  const geometry = geometryOf(state)
  const cells = new Set(geometry && polygonsOf(geometry).flatMap(cellsTouching))
  made.set(state, cells)
  return cells
}

function geometryOf(state: string): GeoJSON.Geometry | undefined {
  const fips = states.find(({ abbr }) => abbr === state)?.fips
  return outlines().find(({ id }) => id === fips)?.geometry
}

const outlinesRead = new Map<string, Outline[]>()

function outlineOf(state: string): Outline[] {
  const geometry = geometryOf(state)
  const outline = outlinesRead.get(state) ?? (geometry ? outlinesOf(geometry) : [])
  outlinesRead.set(state, outline)
  return outline
}

let read: GeoJSON.Feature[] | undefined

function outlines(): GeoJSON.Feature[] {
  if (read) return read
  const atlas: Topology<{ states: GeometryCollection }> = createRequire(import.meta.url)(
    'us-atlas/states-10m.json',
  )
  return (read = feature(atlas, atlas.objects.states).features)
}

function polygonsOf(geometry: GeoJSON.Geometry): GeoJSON.Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  if (geometry.type === 'MultiPolygon') return geometry.coordinates
  throw new Error(`a state's outline is a ${geometry.type}`)
}

// Overlapping, not centre: an island of American Samoa holds no cell's centre.
const cellsTouching = (polygon: GeoJSON.Position[][]) =>
  polygonToCellsExperimental(
    polygon,
    stateResolution,
    POLYGON_TO_CELLS_FLAGS.containmentOverlapping,
    true,
  )
