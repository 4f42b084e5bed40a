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
import { HeldResults } from './held_results.ts'
import { comparedTables, netChangesSql, touchedSql, type Tables } from './net_changes_sql.ts'

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

const held = new HeldResults<NetChange[]>(most, (changes) => changes.length)

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
  held.get(snapshot, [since.id, tier, snapshot.hidden.key].join(), () =>
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
  const read = new ChangeReader(true, new Set(hidden.ids))
  const params = { since: since.id, hidden: hidden.ids.join() }
  await archive.inParts(loggedChangesSql(tier, log, farms), params, (rows) => read.take(rows))
  return read.changes
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
  const read = new ChangeReader(files !== null, new Set(hidden.ids))
  const sql = netChangesSql(tier, before, now, files ?? [])
  await archive.inParts(sql, params, (rows) => read.take(rows))
  return read.changes
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
  try {
    return await Promise.all(
      snapshots.map((each) => published.pathOfName(each, changeTables[tier].file)),
    )
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
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

/** Makes changes from the rows of netChangesSql. Many share their fields and causes. */
class ChangeReader {
  readonly changes: NetChange[] = []
  readonly #lists = new Map<string, readonly string[]>()
  readonly #knowsCauses: boolean
  readonly #hidden: ReadonlySet<string>

  constructor(knowsCauses: boolean, hidden: ReadonlySet<string>) {
    this.#knowsCauses = knowsCauses
    this.#hidden = hidden
  }

  take(rows: DuckDBValue[][]): void {
    for (const [id, wasListed, isListed, before, now, fields, causes] of rows) {
      const farmId = id as string
      this.changes.push({
        farmId,
        before: wasListed ? (before as string | null) : undefined,
        now: isListed ? (now as string | null) : undefined,
        fields: this.#list(fields!),
        causes: this.#hidden.has(farmId) ? ['decision'] : this.#causes(causes!),
      })
    }
  }

  #causes(text: DuckDBValue): readonly Cause[] | null {
    return this.#knowsCauses ? (this.#list(text) as readonly Cause[]) : null
  }

  #list(text: DuckDBValue): readonly string[] {
    const names = (text ?? '') as string
    const known = this.#lists.get(names)
    if (known) return known
    const list = names === '' ? [] : names.split(',')
    this.#lists.set(names, list)
    return list
  }
}

const tooMany = (since: string, atMost: number) =>
  new Problem(
    'gone',
    `more than ${groupDigits(atMost)} farms may differ from ${since}: load the whole list again, from the files of /v1/snapshots/latest, and continue with its snapshot`,
    { errors: [{ parameter: 'since', message: 'is too far back for a list of changes' }] },
  )
