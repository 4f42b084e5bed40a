import { createRequire } from 'node:module'
import { gridDisk, latLngToCell, POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from 'h3-js'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from '../../../data/geography/distance.ts'
import { states } from '../../../data/geography/states.ts'

/** Hexagons of about 250 km²: coarse enough to build in half a second, finer than any state. */
export const stateResolution = 5

/**
 * Tells whether a point is in a state, give or take one cell (8 to 25 km), which forgives simplified
 * borders, piers and islands. `state` is a postal abbreviation. False for a point out of range.
 */
export function inState(point: Point, state: string): boolean {
  const cell = cellAt(point)
  return cell !== null && cellInState(cell, state)
}

/** Tells the same of a cell of `stateResolution`. */
export function cellInState(cell: string, state: string): boolean {
  if (statesOf(cell).includes(state)) return true
  return gridDisk(cell, 1).some((near) => statesOf(near).includes(state))
}

/** Tells whether a point is in any state or territory, give or take one cell. */
export function inUnitedStates(point: Point): boolean {
  const cell = cellAt(point)
  return cell !== null && gridDisk(cell, 1).some((near) => statesOf(near).length > 0)
}

/** Lists the states that the point's own cell touches: one alone is certain. */
export function statesAt(point: Point): readonly string[] {
  const cell = cellAt(point)
  return cell === null ? [] : statesOf(cell)
}

function cellAt({ lat, lng }: Point): string | null {
  // h3-js takes a latitude of 100 without a word.
  const inRange = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return inRange ? latLngToCell(lat, lng, stateResolution) : null
}

let built: Map<string, string[]> | undefined
const statesOf = (cell: string) => (built ??= buildStateCells()).get(cell) ?? []

/** Makes the table from cell to the states whose Census outline (2017) touches it. */
function buildStateCells(): Map<string, string[]> {
  const atlas: Topology<{ states: GeometryCollection }> = createRequire(import.meta.url)(
    'us-atlas/states-10m.json',
  )
  const cells = new Map<string, string[]>()
  for (const { id, geometry } of feature(atlas, atlas.objects.states).features) {
    const { abbr } = states.find(({ fips }) => fips === id)!
    for (const polygon of polygonsOf(geometry))
      for (const cell of cellsTouching(polygon)) {
        const there = cells.get(cell)
        if (!there) cells.set(cell, [abbr])
        else if (!there.includes(abbr)) there.push(abbr)
      }
  }
  return cells
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
