import { coverageByState, type StateCoverage } from '../../query/coverage_by_state.ts'
import { farmCells, type FarmCell } from '../../query/farm_cells.ts'
import { originsByState, type StateOrigins } from '../../query/origins_by_state.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { fieldsByState } from './coverage.ts'

/** Counts that need a query of all farms. */
type Counts = {
  cells: readonly FarmCell[]
  byState: readonly StateCoverage[]
  origins: ReadonlyMap<string, StateOrigins>
}

const cellResolution = 4
const held = new WeakMap<Snapshot, { hidden: string; counts: Promise<Counts> }>()

/** Counts once per snapshot, and again if other farms are hidden. */
export function countedOnce(snapshot: Snapshot): Promise<Counts> {
  const hidden = snapshot.hidden.key
  const known = held.get(snapshot)
  if (known?.hidden === hidden) return known.counts
  const counts = count(snapshot)
  held.set(snapshot, { hidden, counts })
  counts.catch(() => held.delete(snapshot))
  return counts
}

async function count(snapshot: Snapshot): Promise<Counts> {
  const [cells, byState, origins] = await Promise.all([
    farmCells(snapshot, cellResolution),
    coverageByState(snapshot, fieldsByState),
    originsByState(snapshot),
  ])
  return { cells, byState, origins }
}
