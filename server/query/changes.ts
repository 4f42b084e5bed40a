import { listValue, type DuckDBValue } from '@duckdb/node-api'
import { change as changeSchema, type Change } from '../../data/schema/tables/change.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** Which changes are wanted: those that have each of these values. */
export type WantedChanges = {
  [Name in 'change' | 'cause' | 'field' | 'farm_id']?: string | undefined
}

const columns = columnsOf(changeSchema).map(({ name }) => name)
const views: Record<Tier, string> = { free: 'changes', paid: 'member_changes' }

/**
 * A page of a snapshot's changes, by farm and field, in the fields of the tier; without those of
 * farms that were removed since. `total`: changes on all pages.
 */
export async function changesOf(
  { database, hidden }: Snapshot,
  tier: Tier,
  wanted: WantedChanges,
  { page, per_page }: { page: number; per_page: number },
) {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const conditions = ['true', ...given.map(([name]) => `${name} = $${name}`)]
  const params: Record<string, DuckDBValue> = Object.fromEntries(given as [string, string][])
  if (hidden.ids.length > 0) {
    conditions.push('not list_contains($hidden, farm_id)')
    params['hidden'] = listValue(hidden.ids)
  }
  const from = `from ${views[tier]} where ${conditions.join(' and ')}`
  const [[total] = []] = await database.rows(`select count(*)::integer ${from}`, params)
  const rows = await database.rows(
    `select ${columns.join(', ')} ${from}
     order by farm_id, field nulls first, change
     limit ${per_page} offset ${(page - 1) * per_page}`,
    params,
  )
  return { total: Number(total), changes: rows.map(changeOf) }
}

function changeOf(row: DuckDBValue[]) {
  const change = Object.fromEntries(columns.map((name, at) => [name, row[at]])) as Change
  return { ...change, before: parsed(change.before), after: parsed(change.after) }
}

const parsed = (text: string | null): unknown => JSON.parse(text ?? 'null')
