import { Problem } from '../http/problem.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** The row of a farm. Throws a 404 Problem where the snapshot has no farm with that id. */
export function rowOf({ ids, id }: Snapshot, farmId: string): number {
  const row = ids.rowOf(farmId)
  if (row === undefined) throw new Problem('not-found', `no farm ${farmId} in snapshot ${id}`)
  return row
}
