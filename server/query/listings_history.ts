import {
  listingRun,
  publicListingRun,
  type ListingRun,
} from '../../data/schema/tables/listing_run.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Snapshot } from '../snapshot/open.ts'

const views = {
  free: { name: 'listings_history', schema: publicListingRun },
  paid: { name: 'member_listings_history', schema: listingRun },
} as const satisfies Record<Tier, object>

/** A run of editions in which a listing of a farm said the same; `listed`: it says so now. */
type Run = Omit<ListingRun, 'farm_id'> & { listed: boolean }

/**
 * What the listings of a farm said over time, listing by listing, the oldest first, in the fields of
 * the tier. The last edition of what is listed now is the one that lists it.
 */
export async function listingsOf({ database }: Snapshot, tier: Tier, farm_id: string) {
  const { name, schema } = views[tier]
  const fields = columnsOf(schema)
    .filter(({ name }) => name !== 'farm_id')
    .map(({ name }) => `"${name}": ${values[name] ?? `runs."${name}"`}`)
  const rows = await database.rows(
    `select to_json({${fields.join(', ')}, listed: last_edition is null})::varchar
     from ${name} as runs
     left join (
       select series, max({edition: edition, revision: revision}) as newest
       from editions
       where current
       group by series
     ) as now using (series)
     where farm_id = $farm_id
     order by source, source_id, series, first_edition, first_revision`,
    { farm_id },
  )
  return rows.map(([run]) => JSON.parse(run as string) as Run)
}

const values: Record<string, string> = {
  last_edition: 'coalesce(last_edition, newest.edition)',
  last_revision: 'coalesce(last_revision, newest.revision)',
}
