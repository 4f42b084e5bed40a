import type { DuckDBValue } from '@duckdb/node-api'
import { groupDigits } from '../../../data/digit_grouping.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { Change } from '../../../data/schema/tables/change.ts'
import { Problem } from '../../http/problem.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { PublishedSnapshots } from '../../snapshot/published.ts'
import { changeLogOf, loggedChangesSql, loggedFarmsSql, type ChangeBase } from './change_log.ts'
import { changeTables, type Archive } from './change_rows.ts'
import { holdResults } from '../held_results.ts'
import { comparedTables, netChangesSql, touchedSql, type Tables } from './net_changes_sql.ts'
import { memoize } from '../../../data/memoize.ts'

type Cause = Change['cause']

/** A farm that differs between two snapshots, or is in only one of the two. */
export type NetChange = {
  farmId: string
  /** The farm's state in each snapshot: null if unknown, undefined if the farm was or is not listed. */
  before: string | null | undefined
  now: string | null | undefined
  /** The names of the changed fields, if the farm is in both snapshots. */
  fields: readonly string[]
  /** Null if unknown, because a snapshot between the two can't be read. */
  causes: readonly Cause[] | null
}

/** Above this, downloading the whole file is cheaper for a client. It also bounds memory. */
const most = 200_000

const held = holdResults<NetChange[]>(most, (changes) => changes.length)

/**
 * Lists all changes that a tier may see from the snapshot `since` to `snapshot`, by farm id. The two are
 * compared directly, so a farm that changed and changed back is omitted. If `since` is pruned, the log of
 * changes is read instead. Farms removed since then count as gone. The result is held for the next page.
 * Throws a 410 Problem if more farms than `atMost` may differ.
 */
export const changesBetween = (
  snapshot: Snapshot,
  since: ChangeBase,
  tier: Tier,
  archive: Archive,
  atMost = most,
): Promise<readonly NetChange[]> =>
  held(snapshot, [since.id, tier, snapshot.hidden.key].join(), () =>
    'files' in since
      ? compare(snapshot, since, tier, archive, atMost)
      : readLog(snapshot, since, tier, archive, atMost),
  )

async function readLog(
  { manifest, hidden }: Snapshot,
  since: ChangeBase,
  tier: Tier,
  { published, archive }: Archive,
  atMost: number,
): Promise<NetChange[]> {
  const log = await changeLogOf(manifest, published)
  if (log === null) throw tooMany(since.id, atMost)
  const farms = await published.pathOfName(manifest, comparedTables.free.farms)
  const [[count] = []] = await archive.rows(loggedFarmsSql(log), { since: since.id })
  if (Number(count) > atMost) throw tooMany(since.id, atMost)
  const { changes, take } = changeReader(true, hidden.ids)
  const params = { since: since.id, hidden: hidden.ids.join() }
  await archive.inParts(loggedChangesSql(tier, log, farms), params, take)
  return changes
}

async function compare(
  { manifest, hidden }: Snapshot,
  since: Manifest,
  tier: Tier,
  { published, archive }: Archive,
  atMost: number,
): Promise<NetChange[]> {
  const before = await tablesOf(since, tier, published)
  const now = await tablesOf(manifest, tier, published)
  const params = {
    before_at: since.built_at,
    now_at: manifest.built_at,
    hidden: hidden.ids.join(),
  }
  const [[count] = []] = await archive.rows(touchedSql(before, now), params)
  if (Number(count) > atMost) throw tooMany(since.id, atMost)
  const between = pathBetween(since, manifest, await published.list())
  const files = between && (await changeFiles(between, tier, published))
  const { changes, take } = changeReader(files !== null, hidden.ids)
  await archive.inParts(netChangesSql(tier, before, now, files ?? []), params, take)
  return changes
}

/** Returns the snapshots after `since` up to `target`, each built from the next; null if one is missing. */
function pathBetween(
  since: Manifest,
  target: Manifest,
  published: readonly Manifest[],
): Manifest[] | null {
  const byId = new Map(published.map((each) => [each.id, each]))
  const path: Manifest[] = []
  for (let at: Manifest | undefined = target; at?.id !== since.id;) {
    if (!at || path.includes(at)) return null
    path.push(at)
    at = byId.get(at.previous ?? '')
  }
  return path
}

/** Returns the change files of some snapshots; null if one can't be read. */
async function changeFiles(
  snapshots: Manifest[],
  tier: Tier,
  published: PublishedSnapshots,
): Promise<string[] | null> {
  const { file } = changeTables[tier]
  const paths = await Promise.all(snapshots.map((each) => published.pathIfWhole(each, file)))
  return paths.every((path) => path !== null) ? paths : null
}

async function tablesOf(
  manifest: Manifest,
  tier: Tier,
  published: PublishedSnapshots,
): Promise<Tables> {
  const { farms, listings } = comparedTables[tier]
  return {
    farms: await published.pathOfName(manifest, farms),
    listings: listings && (await published.pathOfName(manifest, listings)),
  }
}

/** Returns a list, and a function that adds the rows of netChangesSql to it. Many share fields and causes. */
function changeReader(knowsCauses: boolean, hidden: readonly string[]) {
  const changes: NetChange[] = []
  const removed = new Set(hidden)
  const listOf = memoize((text: DuckDBValue): readonly string[] =>
    text ? (text as string).split(',') : [],
  )
  const causesOf = (id: string, text: DuckDBValue) =>
    removed.has(id) ? ['decision' as const] : knowsCauses ? (listOf(text) as Cause[]) : null
  const take = (rows: DuckDBValue[][]) => {
    for (const [id, wasListed, isListed, before, now, fields, causes] of rows)
      changes.push({
        farmId: id as string,
        before: wasListed ? (before as string | null) : undefined,
        now: isListed ? (now as string | null) : undefined,
        fields: listOf(fields!),
        causes: causesOf(id as string, causes!),
      })
  }
  return { changes, take }
}

const tooMany = (since: string, atMost: number) =>
  new Problem(
    'gone',
    `more than ${groupDigits(atMost)} farms may differ from ${since}: load the whole list again, from the files of /v1/snapshots/latest, and continue with its snapshot`,
    { errors: [{ parameter: 'since', message: 'is too far back for a list of changes' }] },
  )
