import type { Tombstone } from '../../data/schema/tombstones.ts'
import { sqlFile, type Database } from '../database/database.ts'
import { valuesTable } from '../database/values_table.ts'
import type { Target } from './overrides/targets.ts'

/**
 * Takes farms out: those that a removal names, with the ids that were merged into them, besides
 * those that were taken out before. Makes the table `tombstones`, marks their listings in
 * `identity`, and returns what is to be kept of them all.
 */
export async function removeFarms(
  database: Database,
  before: Tombstone[],
  removals: Target[],
  at: string,
): Promise<Tombstone[]> {
  const graves = new Map(before.map((each) => [each.farm_id, { ...each, listings: noListings() }]))
  for (const { farm_id, correction } of removals)
    for (const id of [farm_id, ...(await mergedInto(database, farm_id))]) {
      const { reason, expires } = correction
      const known = graves.get(id)
      graves.set(id, { farm_id: id, reason, expires, at: known?.at ?? at, listings: noListings() })
    }
  const ids = [...graves.keys()].map((farm_id) => ({ farm_id }))
  await valuesTable(database, 'tombstones', { farm_id: 'VARCHAR' }, ids)
  await database.run(
    'update identity set removed = true where not removed and farm_id in (from tombstones)',
  )
  const listings = await database.rows<{ farm_id: string } & Tombstone['listings'][number]>(
    sqlFile(import.meta.url, 'tombstone_listings.sql'),
  )
  for (const { farm_id, ...listing } of listings) graves.get(farm_id)!.listings.push(listing)
  return [...graves.values()].toSorted((a, b) => (a.farm_id < b.farm_id ? -1 : 1))
}

const noListings = (): Tombstone['listings'] => []

/** Older snapshots hold the farm under ids that it had then. */
async function mergedInto(database: Database, id: string): Promise<string[]> {
  const rows = await database.rows<{ farm_id: string }>(
    `select farm_id from mergers where successor_id = $id
     union
     select farm_id from lineage_before where event = 'merged' and (
       successor_id = $id or successor_id in (select farm_id from mergers where successor_id = $id)
     )
     order by farm_id`,
    { id },
  )
  return rows.map(({ farm_id }) => farm_id)
}
