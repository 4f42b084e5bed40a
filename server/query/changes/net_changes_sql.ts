import type { Tier } from '../../../data/schema/meta.ts'
import { tellingFields } from '../../../data/schema/serving/change_log.ts'
import { locationField, locationFields, listingsField } from '../../../data/schema/tables/change.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { parquetFiles } from '../../snapshot/database.ts'

/** The tables of a snapshot that are compared. */
export const comparedTables = {
  free: { farms: 'public/farms.parquet', listings: null },
  paid: { farms: 'members/farms.parquet', listings: 'members/product_listings.parquet' },
} as const satisfies Record<Tier, object>

/** The paths of a snapshot's tables. */
export type Tables = { farms: string; listings: string | null }

/**
 * The farms that may differ between two snapshots. Every visible change moves changed_at, so farms with
 * equal dates are equal.
 */
const touched = (before: Tables, now: Tables) => `
  before as (
    select id, state, coalesce(changed_at, $before_at::timestamptz) as changed_at
    from ${parquetFiles([before.farms])}
  ),
  now as (
    select id, state, coalesce(changed_at, $now_at::timestamptz) as changed_at
    from ${parquetFiles([now.farms])}
    where not list_contains(string_split($hidden, ','), id)
  ),
  touched as materialized (
    select
      coalesce(now.id, before.id) as id,
      before.id is not null as was_listed,
      now.id is not null as is_listed,
      before.state as state_before,
      now.state as state_now
    from now
    full join before on now.id = before.id
    where now.changed_at is distinct from before.changed_at
  )`

/** Counts the farms that netChangesSql compares, an upper bound of its rows. Takes the same parameters. */
export const touchedSql = (before: Tables, now: Tables) => `
  with ${touched(before, now)}
  select count(*)::integer from touched`

/**
 * Selects the farms that differ between two snapshots, by id: their listing and state in each, the changed
 * fields (comma-separated), and the causes from the `changes` files between. Free keys get a farm in both
 * snapshots only if one of their fields changed.
 *
 * $before_at, $now_at: when the snapshots were built, for farms whose changed_at is that moment. $hidden:
 * ids of farms that count as gone, comma-separated.
 */
export const netChangesSql = (tier: Tier, before: Tables, now: Tables, changes: string[]) => `
  with ${touched(before, now)},
  kept as (select id from touched where was_listed and is_listed),
  ${digests('before', tier, before, now)},
  ${digests('now', tier, now, before)},
  compared as materialized (
    select
      id,
      list_filter(
        [${tellingFields[tier].map((field) => `'${field}'`).join(', ')}],
        lambda field, nth: before.digests[nth] <> now.digests[nth]
      ) as fields
    from digests_before as before
    join digests_now as now using (id)
  ),
  ${causes(changes)}
  select
    id, was_listed, is_listed, state_before, state_now,
    array_to_string(fields, ','), array_to_string(causes, ',')
  from touched
  left join compared using (id)
  left join causes using (id)
  ${tier === 'free' ? 'where not (was_listed and is_listed) or len(fields) > 0' : ''}
  order by id`

const listingFields = Object.keys(productListing.shape).filter((name) => name !== 'farm_id')

/** A table of a snapshot; columns that only the other snapshot has are null. */
const tableOf = (path: string, other: string) =>
  `(from ${parquetFiles([path])} union all by name from ${parquetFiles([other])} where false)`

/**
 * Digests each compared field of the farms in both snapshots. If every farm has changed, the values
 * themselves would not fit into memory. Product listings are digested in any order.
 */
const digests = (side: string, tier: Tier, { farms, listings }: Tables, other: Tables) => `
  ${
    listings === null
      ? ''
      : `listings_${side} as (
    select
      farm_id as id,
      sum(hash(${listingFields.map((name) => `"${name}"`).join(', ')}))::varchar as ${listingsField}
    from ${tableOf(listings, other.listings!)}
    where farm_id in (from kept)
    group by farm_id
  ),`
  }
  digests_${side} as (
    select id, [${tellingFields[tier].map((field) => `hash("${field}")`).join(', ')}] as digests
    from (from ${tableOf(farms, other.farms)} where id in (from kept))
    ${listings === null ? '' : `left join listings_${side} using (id)`}
  )`

/** The causes of each farm's remaining changes: of the whole farm, or of a changed field. */
const causes = (files: string[]) =>
  files.length === 0
    ? `causes as (select null::varchar as id, []::varchar[] as causes where false)`
    : `causes as (
    select farm_id as id, list_sort(list(distinct cause)) as causes
    from ${parquetFiles(files)} as said
    join touched on touched.id = farm_id
    left join compared on compared.id = farm_id
    where field is null
      or list_contains(fields, field)
      or field = '${locationField}'
        and list_has_any(fields, [${locationFields.map((each) => `'${each}'`).join(', ')}])
    group by farm_id
  )`
