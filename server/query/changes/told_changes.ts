import type { Snapshot } from '../../snapshot/open.ts'
import type { NetChange } from './net_changes.ts'

/** The ways in which a farm changes for a client that keeps a list of farms. */
export const netChangeKinds = [
  'added',
  'changed',
  'delisted',
  'removed',
  'merged',
  'moved_out',
] as const

/** Selects changes for a client. */
export type WantedNetChanges = {
  /** The states whose farms the client keeps. */
  states?: readonly string[] | undefined
  /** The fields that the client keeps. */
  fields?: readonly string[] | undefined
}

/** A change as sent to a client; `row`: the farm's row, null if the client is to drop the farm. */
export type ToldChange = Pick<NetChange, 'farmId' | 'fields' | 'causes'> & {
  kind: (typeof netChangeKinds)[number]
  mergedInto: string | null
  /** The name under which a delisted farm was last listed. */
  delistedName: string | null
  row: number | null
}

/** Returns a page of the selected changes, in the order given. `total`: changes on all pages. */
export function toldChanges(
  snapshot: Snapshot,
  changes: readonly NetChange[],
  wanted: WantedNetChanges,
  { page, per_page }: { page: number; per_page: number },
) {
  const all = changes.filter((change) => isWanted(change, wanted))
  const some = all.slice((page - 1) * per_page, page * per_page)
  return { total: all.length, told: some.map((change) => tell(change, wanted, snapshot)) }
}

const isIn = (state: string | null | undefined, { states }: WantedNetChanges) =>
  state !== undefined && (states === undefined || (state !== null && states.includes(state)))

function isWanted(change: NetChange, wanted: WantedNetChanges): boolean {
  const [was, is] = [isIn(change.before, wanted), isIn(change.now, wanted)]
  if (!was || !is) return was || is
  const { fields } = wanted
  return (
    fields === undefined ||
    fields.includes('changed_at') ||
    change.fields.some((field) => fields.includes(field))
  )
}

function tell(change: NetChange, wanted: WantedNetChanges, snapshot: Snapshot): ToldChange {
  const { farmId, causes } = change
  const [was, is] = [isIn(change.before, wanted), isIn(change.now, wanted)]
  if (!is) return { farmId, ...goneAs(change, snapshot), fields: [], causes, row: null }
  const kind = was ? 'changed' : 'added'
  const row = snapshot.ids.rowOf(farmId)!
  const fields = was ? change.fields : []
  return { farmId, kind, mergedInto: null, delistedName: null, fields, causes, row }
}

function goneAs(
  { farmId, now }: NetChange,
  { hidden, lineage }: Snapshot,
): Pick<ToldChange, 'kind' | 'mergedInto' | 'delistedName'> {
  const none = { mergedInto: null, delistedName: null }
  if (now !== undefined) return { ...none, kind: 'moved_out' }
  const fate = lineage.fateOf(farmId)
  if (hidden.ids.includes(farmId) || fate?.event === 'removed') return { ...none, kind: 'removed' }
  if (fate?.event === 'merged') return { ...none, kind: 'merged', mergedInto: fate.into }
  return { ...none, kind: 'delisted', delistedName: fate?.name ?? null }
}
