import { coverageByState } from '../../query/coverage_by_state.ts'
import { farmCells } from '../../query/farm_cells.ts'
import { originsByState } from '../../query/origins_by_state.ts'
import { onceOf } from '../once.ts'
import { fieldsByState } from './coverage.ts'

const cellResolution = 4

/** Counts that need a query of all farms. */
export const countedOnce = onceOf(async (snapshot) => {
  const [cells, byState, origins] = await Promise.all([
    farmCells(snapshot, cellResolution),
    coverageByState(snapshot, fieldsByState),
    originsByState(snapshot),
  ])
  return { cells, byState, origins }
})
