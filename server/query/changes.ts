import { listValue, type DuckDBValue } from '@duckdb/node-api'
import { change, publicChange } from '../../data/schema/tables/change.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { parquetFiles, type SnapshotDatabase } from '../snapshot/database.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { PublishedSnapshots } from '../snapshot/published.ts'

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

const files = { free: 'public/changes.parquet', paid: 'members/changes.parquet' } as const

/**
 * The changes of a farm in every published snapshot, newest first, in the fields of the tier.
 * `snapshots`: those they are from; `unread`: those whose changes can't be read now. A snapshot may
 * go, or be damaged, at any time: the rest is read once more.
 */
export async function changesOfFarm(
  { published, archive }: { published: PublishedSnapshots; archive: SnapshotDatabase },
  tier: Tier,
  farm_id: string,
) {
  let failed: { error: unknown; files: number } | null = null
  for (;;) {
    const every = await published.everyFile(files[tier])
    const [whole, others] = [every.filter(isWhole), every.filter((each) => !isWhole(each))]
    if (failed && whole.length >= failed.files) throw failed.error
    try {
      return {
        snapshots: whole.map(({ manifest }) => manifest.id),
        unread: others.map(({ manifest }) => manifest.id),
        changes: await changesIn(archive, whole, tier, farm_id),
      }
    } catch (error) {
      failed = { error, files: whole.length }
    }
  }
}

type File = { manifest: Manifest; path: string }
const isWhole = (file: { manifest: Manifest; path: string | null }): file is File =>
  file.path !== null

async function changesIn(archive: SnapshotDatabase, files: File[], tier: Tier, farm_id: string) {
  if (files.length === 0) return []
  const { columns, order } = views[tier]
  const rows = await archive.rows(
    `select ${columns.join(', ')}, filename
     from ${parquetFiles(files.map(({ path }) => path))}
     where farm_id = $farm_id
     order by filename desc, field nulls first, change${order}`,
    { farm_id },
  )
  const manifests = new Map(files.map(({ path, manifest }) => [path, manifest]))
  return rows.map((row) => {
    const { id: snapshot, built_at } = manifests.get(row.at(-1) as string)!
    const { farm_id: _, ...change } = changeOf(columns, row)
    return { ...change, snapshot, built_at }
  })
}

/** A row with the values themselves in place of their JSON text. */
const changeOf = (columns: string[], row: DuckDBValue[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((name, at) => [name, json.includes(name) ? parsed(row[at]!) : row[at]]),
  )

const json = ['before', 'after', 'listing']
const parsed = (text: DuckDBValue): unknown => JSON.parse((text as string | null) ?? 'null')
