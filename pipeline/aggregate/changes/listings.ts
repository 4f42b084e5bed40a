import { comparedListingFields, listingsField } from '../../../data/schema/tables/change.ts'

/**
 * Sets of fields that identify a product listing in both snapshots, the most specific first: an identical
 * listing is not a change, whatever its number.
 */
const shared = [comparedListingFields, ['id', 'name', 'unit'], ['name', 'unit'], ['id'], ['name']]

const fields = ['id', ...comparedListingFields].map((name) => `${name}: ${name}`).join(', ')
const rest = shared.length
const differences = comparedListingFields
  .map((name) => `{what: '${name}', before: to_json(before.${name}), after: to_json(now.${name})}`)
  .join(', ')

/**
 * The statement that makes `changes.listing_values`: each added, removed or changed product listing of the
 * farms that both snapshots have. One row per field.
 */
export const listingValues = `
  with before_0 as (
    select farm_id, {${fields}} as listing
    from before.product_listings
    where farm_id in (select farm_id from changes.farms)
  ),
  now_0 as (
    select farm_id, {${fields}} as listing
    from published.product_listings
    where farm_id in (select farm_id from changes.farms)
  ),
  ${shared.map(matched).join(',\n')},
  matched as (
    ${shared.map((_, index) => `from matched_${index + 1}`).join(' union all ')}
  ),
  differences as (
    select farm_id, now as listing, unnest([${differences}]) as each
    from matched
    where before is not null and now is not null
    union all
    select farm_id, listing, {what: 'removed', before: to_json(listing), after: null} from before_${rest}
    union all
    select farm_id, listing, {what: 'added', before: null, after: to_json(listing)} from now_${rest}
  )
  select
    farm_id,
    'changed' as change,
    '${listingsField}' as field,
    each.before::varchar as before,
    each.after::varchar as after,
    to_json({id: listing.id, name: listing.name, product: listing.product, unit: listing.unit}) as listing,
    each.what as listing_change
  from differences
  where each.before is distinct from each.after`

/** Matches the remaining listings that share some fields, the nth with the nth. */
function matched(keys: readonly string[], index: number): string {
  const numbered = (side: string) => `(
    select
      farm_id, listing,
      row_number() over (
        partition by farm_id, ${keys.map((key) => `listing.${key}`).join(', ')} order by listing.id
      ) as nth
    from ${side}_${index}
  )`
  const same = keys.map((key) => `before.listing.${key} is not distinct from now.listing.${key}`)
  return `
  matched_${index + 1} as materialized (
    select coalesce(before.farm_id, now.farm_id) as farm_id, before.listing as before, now.listing as now
    from ${numbered('before')} as before
    full join ${numbered('now')} as now
      on before.farm_id = now.farm_id and before.nth = now.nth and ${same.join(' and ')}
  ),
  before_${index + 1} as (select farm_id, before as listing from matched_${index + 1} where now is null),
  now_${index + 1} as (select farm_id, now as listing from matched_${index + 1} where before is null)`
}
