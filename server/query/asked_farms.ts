import type { Fate } from '../snapshot/lineage.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** Reasons why an id has no farm: no source lists it any more, it was removed, or it never existed. */
export const missingReasons = ['delisted', 'removed', 'unknown'] as const
type Reason = (typeof missingReasons)[number]

export type AskedFarms = {
  /** Each id once, in the order of the ids. */
  rows: number[]
  missing: { id: string; reason: Reason }[]
  merged: { id: string; into: string }[]
}

/** Finds the farms of some ids. A merged farm is replaced by the farm that it was merged into. */
export function askedFarms(snapshot: Snapshot, ids: readonly string[]): AskedFarms {
  const found: AskedFarms = { rows: [], missing: [], merged: [] }
  const rows = new Set<number>()
  for (const id of ids) {
    const fate = snapshot.ids.rowOf(id) === undefined ? snapshot.lineage.fateOf(id) : undefined
    const into = fate?.event === 'merged' ? fate.into : id
    const row = snapshot.ids.rowOf(into)
    if (row === undefined || snapshot.hidden.has(row)) {
      found.missing.push({ id, reason: row === undefined ? reasonOf(fate) : 'removed' })
      continue
    }
    rows.add(row)
    if (into !== id) found.merged.push({ id, into })
  }
  return { ...found, rows: [...rows] }
}

const reasonOf = (fate: Fate | undefined): Reason =>
  fate === undefined ? 'unknown' : fate.event === 'left' ? 'delisted' : 'removed'
