import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listingKey, wordsOf, type ListingName } from '../../data/schema/input/decision.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Change } from '../../data/schema/tables/change.ts'
import type { Lineage } from '../../data/schema/tables/history/lineage.ts'
import type { Registry } from '../../data/schema/tables/registry.ts'
import { openDatabase, parquet } from '../database/database.ts'
import { endOf, type Decided, type Decisions } from '../resolve/decisions/read.ts'
import { currentSnapshot, publishedIds, SnapshotsError } from '../snapshots/snapshots.ts'

export type KnownListing = Pick<Registry, 'source' | 'source_id' | 'farm_id' | 'name'> & {
  first_seen: string | null
  last_seen: string | null
}

/** Every listing in the registry of the live snapshot, even if it is listed no more; the last holder of each id. */
export async function knownListings(places: Layout): Promise<KnownListing[]> {
  const id = await currentSnapshot(places)
  if (id === null)
    throw new SnapshotsError(`${places.root} holds no live snapshot; build one (npm run build)`)
  using database = await openDatabase(':memory:')
  return await database.rows<KnownListing>(`
    select source, source_id, farm_id, name, first_seen::varchar as first_seen, last_seen::varchar as last_seen
    from ${parquet(places.snapshot(id), 'members/registry.parquet')}
    qualify row_number() over (partition by source, source_id order by holder desc) = 1
    order by source, source_id`)
}

type KnownDecision = Decided & { state: 'in force' | 'expired' | 'withdrawn' }
type KnownChange = Pick<Change, 'change' | 'field' | 'before' | 'after' | 'cause'> & {
  snapshot: string
}

/** All that a build folder knows of a farm. */
export type FarmHistory = {
  farm_id: string
  listings: KnownListing[]
  /** Mergers, splits and removals with this farm. */
  lineage: Lineage[]
  decisions: KnownDecision[]
  /** The kept snapshots, oldest first. */
  snapshots: { id: string; listed: boolean }[]
  changes: KnownChange[]
}

export async function historyOf(
  places: Layout,
  farm_id: string,
  known: KnownListing[],
  decisions: Decisions,
  now: Date,
): Promise<FarmHistory> {
  const listings = known.filter((each) => each.farm_id === farm_id)
  const history: FarmHistory = {
    farm_id,
    listings,
    lineage: [],
    decisions: [],
    snapshots: [],
    changes: [],
  }
  using database = await openDatabase(':memory:')
  for (const id of await publishedIds(places)) {
    const folder = places.snapshot(id)
    const rows = <Row>(sql: string) => database.rows<Row>(sql, { farm_id })
    const listed = await rows(
      `select 1 from ${parquet(folder, 'members/farms.parquet')} where id = $farm_id`,
    )
    history.snapshots.push({ id, listed: listed.length > 0 })
    if (!existsSync(join(folder, 'members/changes.parquet'))) continue
    const changes = await rows<Omit<KnownChange, 'snapshot'>>(`
      select change, field, before, after, cause
      from ${parquet(folder, 'members/changes.parquet')}
      where farm_id = $farm_id or after = to_json($farm_id)::varchar`)
    history.changes.push(...changes.map((each) => ({ ...each, snapshot: id })))
    history.lineage = await rows<Lineage>(`
      select * replace ("at"::varchar as "at")
      from ${parquet(folder, 'public/lineage.parquet')}
      where farm_id = $farm_id or successor_id = $farm_id`)
  }
  // A merged farm's listings have the id of its survivor, and a decision may name either.
  const merged = history.lineage.filter(({ event }) => event === 'merged')
  const ids = [farm_id, ...merged.flatMap((each) => [each.farm_id, each.successor_id!])]
  const about = known.filter((each) => ids.includes(each.farm_id))
  history.decisions = decisionsAbout(ids, about, decisions, now)
  return history
}

function decisionsAbout(
  ids: string[],
  listings: ListingName[],
  decisions: Decisions,
  now: Date,
): KnownDecision[] {
  const end = endOf(decisions, now)
  const keys = new Set(listings.map(listingKey))
  const isAbout = (each: Decided): boolean => {
    if ('farm_id' in each) return ids.includes(each.farm_id)
    if (each.decision !== 'withdraw')
      return [each.listing, ...each.others].some((listing) => keys.has(listingKey(listing)))
    const withdrawn = decisions.entries[each.of - 1]
    return withdrawn !== undefined && isAbout(withdrawn)
  }
  return decisions.entries
    .filter(isAbout)
    .map((each) => ({ ...each, state: (each.decision !== 'withdraw' && end(each)) || 'in force' }))
}

export const historyLines = (history: FarmHistory): string[] => [
  `farm ${history.farm_id}`,
  ...history.listings.map(
    ({ source, source_id, name, first_seen, last_seen }) =>
      `listing ${source}:${source_id}  ${name}  ${day(first_seen)} to ${last_seen ? day(last_seen) : 'now'}`,
  ),
  ...history.lineage.map(
    ({ farm_id, event, successor_id, at }) =>
      `${event} ${at ? day(at) : 'in the last build'}: ${farm_id}${successor_id ? ` → ${successor_id}` : ''}`,
  ),
  ...history.decisions.map(
    (each) =>
      `decision ${each.entry} (${each.state})  ${day(each.at)}  by ${each.by}: ${wordsOf(each)}; ${each.reason}${'until' in each && each.until ? `; until ${each.until}` : ''}`,
  ),
  ...history.snapshots.map(
    ({ id, listed }) => `snapshot ${id}  ${listed ? 'listed' : 'not listed'}`,
  ),
  ...history.changes.map(({ snapshot, change, field, before, after, cause }) => {
    const values = field === null ? '' : ` ${field}: ${before ?? 'unknown'} → ${after ?? 'unknown'}`
    return `change ${snapshot}  ${change}${values} (${cause})`
  }),
]

const day = (time: string | null) => (time === null ? 'its first build' : time.slice(0, 10))
