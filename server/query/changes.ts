import { listValue, type DuckDBValue } from '@duckdb/node-api'
import { change, publicChange } from '../../data/schema/tables/change.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** Which changes are wanted: those that have each of these values. */
export type WantedChanges = {
  [Name in 'change' | 'cause' | 'field' | 'farm_id']?: string | undefined
}

const namesIn = (table: typeof change | typeof publicChange) =>
  columnsOf(table).map(({ name }) => name)
const views = {
  free: { name: 'changes', columns: namesIn(publicChange), order: '' },
  paid: { name: 'member_changes', columns: namesIn(change), order: ', listing, listing_change' },
} as const satisfies Record<Tier, object>

/**
 * A page of a snapshot's changes, by farm and field, in the fields of the tier; without those of
 * farms that were removed since. `page` null = all on one. `total`: changes on all pages.
 */
export async function changesOf(
  { database, hidden }: Snapshot,
  tier: Tier,
  wanted: WantedChanges,
  page: { page: number; per_page: number } | null,
) {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const conditions = ['true', ...given.map(([name]) => `${name} = $${name}`)]
  const params: Record<string, DuckDBValue> = Object.fromEntries(given as [string, string][])
  if (hidden.ids.length > 0) {
    conditions.push('not list_contains($hidden, farm_id)')
    params['hidden'] = listValue(hidden.ids)
  }
  const { name, columns, order } = views[tier]
  const from = `from ${name} where ${conditions.join(' and ')}`
  const [[total] = []] = await database.rows(`select count(*)::integer ${from}`, params)
  const rows = await database.rows(
    `select ${columns.join(', ')} ${from}
     order by farm_id, field nulls first, change${order}
     ${page ? `limit ${page.per_page} offset ${(page.page - 1) * page.per_page}` : ''}`,
    params,
  )
  return { total: Number(total), changes: rows.map((row) => changeOf(columns, row)) }
}

/** A row with the values themselves in place of their JSON text. */
const changeOf = (columns: string[], row: DuckDBValue[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((name, at) => [name, json.includes(name) ? parsed(row[at]!) : row[at]]),
  )

const json = ['before', 'after', 'listing']
const parsed = (text: DuckDBValue): unknown => JSON.parse((text as string | null) ?? 'null')
