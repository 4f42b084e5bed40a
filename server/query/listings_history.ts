import {
  listingRun,
  publicListingRun,
  type ListingRun,
} from '../../data/schema/tables/history/listing_run.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Snapshot } from '../snapshot/open.ts'

const views = {
  free: { name: 'listings_history', schema: publicListingRun },
  paid: { name: 'member_listings_history', schema: listingRun },
} as const satisfies Record<Tier, object>

/** A run of editions in which a listing stayed the same; `listed`: the run includes the current edition. */
type Run = Omit<ListingRun, 'farm_id'> & { listed: boolean }

/**
 * Returns the history of a farm's listings, listing by listing, oldest first, in the tier's fields. If a
 * listing is still current, its last edition is the newest of its series.
 */
export async function listingsOf({ database, manifest }: Snapshot, tier: Tier, farm_id: string) {
  const { name, schema } = views[tier]
  const fields = columnsOf(schema)
    .filter(({ name }) => name !== 'farm_id')
    .map(({ name, since }) =>
      (since ?? 0) > manifest.schema_version
        ? `"${name}": null`
        : `"${name}": ${values[name] ?? `runs."${name}"`}`,
    )
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
