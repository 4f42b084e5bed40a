import type { Fate } from '../snapshot/lineage.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** Why an id is no farm: no source lists it any more, it was taken out, or there never was such a farm. */
export const missingReasons = ['delisted', 'removed', 'unknown'] as const
type Reason = (typeof missingReasons)[number]

export type AskedFarms = {
  /** Each once, in the order of the ids. */
  rows: number[]
  missing: { id: string; reason: Reason }[]
  merged: { id: string; into: string }[]
}

/** The farms of some ids; in the place of one that was merged into another the farm that goes on. */
export function farmsOf(snapshot: Snapshot, ids: readonly string[]): AskedFarms {
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
