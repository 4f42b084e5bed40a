import { Problem } from '../http/problem.ts'
import type { Fate } from '../snapshot/lineage.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** The requested farm is a duplicate of another farm, which keeps its own id. */
export class FarmMerged extends Error {
  override name = 'FarmMerged'
  readonly id: string
  readonly into: string

  constructor(id: string, into: string) {
    super(`farm ${id} was merged into ${into}`)
    this.id = id
    this.into = into
  }
}

/**
 * Returns a farm's row. Throws FarmMerged if its id was merged into another. Throws a 410 Problem if the
 * farm has left the directory, and a 404 Problem if the id was never known.
 */
export function rowOf({ ids, id, hidden, lineage }: Snapshot, farmId: string): number {
  const row = ids.rowOf(farmId)
  if (row !== undefined) {
    if (hidden.has(row)) throw new Problem('gone', `farm ${farmId} was removed`)
    return row
  }
  const fate = lineage.fateOf(farmId)
  if (!fate) throw new Problem('not-found', `no farm ${farmId} in snapshot ${id}`)
  if (fate.event === 'merged') throw new FarmMerged(farmId, fate.into)
  if (fate.event === 'removed') throw new Problem('gone', goneText(farmId, fate))
  const farm = { id: farmId, name: fate.name, last_listed: fate.lastListed }
  throw new Problem('gone', goneText(farmId, fate), { farm })
}

type Gone = Exclude<Fate, { event: 'merged' }>

function goneText(farmId: string, fate: Gone): string {
  const last = fate.lastSnapshot ? `; its last snapshot is ${fate.lastSnapshot}` : ''
  if (fate.event === 'removed') return `farm ${farmId} was removed${last}`
  const { name, lastListed } = fate
  const until = lastListed ? `; it was last listed on ${lastListed}` : ''
  return `no source lists ${name ?? 'farm'} (${farmId}) any more${until}${last}`
}

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
