import { type DuckDBValue, listValue } from '@duckdb/node-api'
import type { Tier } from '../../../data/schema/meta.ts'
import { change, publicChange, type Change } from '../../../data/schema/tables/change.ts'
import { type SnapshotDatabase, parquetFiles } from '../../snapshot/database.ts'
import type { PublishedSnapshots } from '../../snapshot/published.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { Problem } from '../../http/problem.ts'
import type { Snapshot } from '../../snapshot/open.ts'

/** All published snapshots, and the database that reads their files. */
export type Archive = { published: PublishedSnapshots; archive: SnapshotDatabase }

const namesIn = (table: typeof change | typeof publicChange) =>
  columnsOf(table).map(({ name }) => name)

/** The changes that a tier may see: the file, its view, its columns, and the order of a farm's changes. */
export const changeTables = {
  free: {
    file: 'public/changes.parquet',
    view: 'changes',
    columns: namesIn(publicChange),
    order: 'field nulls first, change',
  },
  paid: {
    file: 'members/changes.parquet',
    view: 'member_changes',
    columns: namesIn(change),
    order: 'field nulls first, change, listing, listing_change',
  },
} as const satisfies Record<Tier, object>

/** Returns a row with values in place of their JSON text. */
const changeOf = (columns: string[], row: DuckDBValue[]) =>
  Object.fromEntries(
    columns.map((name, at) => [name, json.includes(name) ? parsed(row[at]!) : row[at]]),
  ) as Omit<Change, 'before' | 'after'> & { before: unknown; after: unknown }

const json = ['before', 'after', 'listing']
const parsed = (text: DuckDBValue): unknown => JSON.parse((text as string | null) ?? 'null')

/**
 * Lists a farm's changes in every snapshot published up to `last`, newest first, in the tier's fields.
 * `snapshots`: the snapshots read; `unread`: snapshots whose changes can't be read now. A snapshot may be
 * deleted or damaged at any time; then the rest is read once more.
 */
export async function changesOfFarm(
  { published, archive }: Archive,
  tier: Tier,
  farm_id: string,
  last: string,
) {
  let failed: { error: unknown; files: number } | null = null
  for (;;) {
    const every = (await published.everyFile(changeTables[tier].file)).filter(
      ({ manifest }) => manifest.id <= last,
    )
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
  const { columns, order } = changeTables[tier]
  const rows = await archive.rows(
    `select ${columns.join(', ')}, filename
     from ${parquetFiles(files.map(({ path }) => path))}
     where farm_id = $farm_id
     order by filename desc, ${order}`,
    { farm_id },
  )
  const manifests = new Map(files.map(({ path, manifest }) => [path, manifest]))
  return rows.map((row) => {
    const { id: snapshot, built_at } = manifests.get(row.at(-1) as string)!
    const { farm_id: _, ...change } = changeOf(columns, row)
    return { ...change, snapshot, built_at }
  })
}

/** Selects changes that have each of these values. */
export type WantedChanges = {
  [Name in 'change' | 'cause' | 'field' | 'farm_id']?: string | undefined
} & {
  /** Changes of farms that are in one of these states, or were in the snapshot before. */
  state?: readonly string[] | undefined
}

/**
 * Returns a page of a snapshot's changes, by farm and field, in the tier's fields, without farms removed
 * since. `total`: changes on all pages. Throws a 410 Problem if `state` is wanted and the snapshot before is
 * not published any more.
 */
export async function changesOf(
  snapshot: Snapshot,
  tier: Tier,
  wanted: WantedChanges,
  page: { page: number; per_page: number },
  archive: Archive,
) {
  const { view, columns, order } = changeTables[tier]
  const { conditions, params } = await conditionsOf(snapshot, view, wanted, archive)
  const from = `from ${view} where ${conditions.join(' and ')}`
  const { database } = snapshot
  const [[total] = []] = await database.rows(`select count(*)::integer ${from}`, params)
  const rows = await database.rows(
    `select ${columns.join(', ')} ${from}
     order by farm_id, ${order}
     limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`,
    params,
  )
  return { total: Number(total), changes: rows.map((row) => changeOf(columns, row)) }
}

async function conditionsOf(
  snapshot: Snapshot,
  view: string,
  { state: states, ...wanted }: WantedChanges,
  archive: Archive,
) {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const conditions = ['true', ...given.map(([name]) => `${name} = $${name}`)]
  const params: Record<string, DuckDBValue> = Object.fromEntries(given as [string, string][])
  const { hidden } = snapshot
  if (hidden.ids.length > 0) {
    conditions.push('not list_contains($hidden, farm_id)')
    params['hidden'] = listValue(hidden.ids)
  }
  if (states !== undefined) {
    conditions.push(`(
      farm_id in (select id from farms where list_contains($states, state))
      or farm_id in (
        select farm_id from ${view}
        where field = 'state' and list_contains($states, json_extract_string(before, '$'))
      )
      or list_contains(string_split($gone, ','), farm_id)
    )`)
    params['states'] = listValue([...states])
    params['gone'] = (await goneFrom(states, snapshot, archive)).join()
  }
  return { conditions, params }
}

/** Finds the farms of some states in the snapshot before that this snapshot lacks. */
async function goneFrom(
  states: readonly string[],
  { manifest }: Snapshot,
  { published, archive }: Archive,
): Promise<string[]> {
  if (manifest.previous === null) return []
  const before = await published.find(manifest.previous)
  if (!before) throw unknownStates(states, manifest.id, manifest.previous)
  const [then, now] = await Promise.all([farmsFile(before), farmsFile(manifest)])
  const rows = await archive.rows(
    `select id
     from ${parquetFiles([then])}
     where list_contains($states, state) and id not in (select id from ${parquetFiles([now])})`,
    { states: listValue([...states]) },
  )
  return rows.map(([id]) => id as string)

  function farmsFile(of: typeof manifest) {
    return published.pathOfName(of, 'public/farms.parquet')
  }
}

const unknownStates = (states: readonly string[], id: string, previous: string) =>
  new Problem(
    'gone',
    `which farms of ${states.join(', ')} left in snapshot ${id} is no longer known: ${previous}, the previous snapshot, is not kept; leave out state`,
    { errors: [{ parameter: 'state', message: `needs snapshot ${previous}, which is not kept` }] },
  )
