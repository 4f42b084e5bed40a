import { gridDisk, latLngToCell } from 'h3-js'
import type { Point } from '../../../data/geography/distance.ts'
import { cellsOfState, stateResolution } from '../../../data/geography/state_cells/state_cells.ts'
import { states } from '../../../data/geography/states.ts'

/**
 * Returns true if a point is in a state, with a tolerance of one cell (8 to 25 km) for simplified borders,
 * piers and islands. `state` is a postal abbreviation. False for a point out of range.
 */
export function inState(point: Point, state: string): boolean {
  const cell = cellAt(point)
  return cell !== null && cellInState(cell, state)
}

/** The same for a cell of `stateResolution`. */
export function cellInState(cell: string, state: string): boolean {
  return touches(state, [cell]) || touches(state, gridDisk(cell, 1))
}

/** Returns true if a point is in any state or territory, with a tolerance of one cell. */
export function inUnitedStates(point: Point): boolean {
  const cell = cellAt(point)
  if (cell === null) return false
  const near = gridDisk(cell, 1)
  return states.some(({ abbr }) => touches(abbr, near))
}

/** Lists the states that the point's own cell touches. A single one is certain. */
export function statesAt(point: Point): readonly string[] {
  const cell = cellAt(point)
  if (cell === null) return []
  return states.flatMap(({ abbr }) => (touches(abbr, [cell]) ? [abbr] : []))
}

function cellAt({ lat, lng }: Point): string | null {
  // h3-js accepts a latitude of 100 without an error.
  const inRange = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return inRange ? latLngToCell(lat, lng, stateResolution) : null
}

const touches = (state: string, cells: string[]) => {
  const ofState = cellsOfState(state)
  return cells.some((cell) => ofState.has(cell))
}
