import { loggedChange, loggedFields } from '../../../data/schema/serving/change_log.ts'
import { listingsField, locationField, locationFields } from '../../../data/schema/tables/change.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { empty, statement, type Step } from '../../database/step.ts'

/** The log of a first snapshot. */
export const emptyLog = empty('published.change_log', columnsOf(loggedChange))

const digest = `sum(hash(${columnsOf(productListing)
  .filter(({ name }) => name !== 'farm_id')
  .map(({ name, type }) => `"${name}"::${type}`)
  .join(', ')}))`
const differing = loggedFields.map(
  (field) => `case when now."${field}" is distinct from past."${field}" then '${field}' end`,
)
const location = locationFields.map((field) => `'${field}'`).join(', ')

/**
 * Makes `published.change_log`: the log of the previous snapshot from `$oldest` on, an id of a snapshot or its
 * beginning, and what changed since that snapshot, `$previous`.
 */
export const changeLog = (previous: string, oldest: string): Step =>
  statement(
    'published.change_log',
    `with past as (from before.farms),
  listings_past as (
    select farm_id, ${digest} as digest
    from before.product_listings
    where farm_id in (select farm_id from changes.farms)
    group by farm_id
  ),
  listings_now as (
    select farm_id, ${digest} as digest
    from published.product_listings
    where farm_id in (select farm_id from changes.farms)
    group by farm_id
  ),
  fields as (
    select id as farm_id, unnest([${differing.join(', ')}]) as field
    from published.farms as now
    join past using (id)
    where id in (select farm_id from changes.farms)
    union all
    select farm_id, '${listingsField}'
    from listings_now as now
    full join listings_past as past using (farm_id)
    where now.digest is distinct from past.digest
  ),
  rows as (
    select null as farm_id, null as change, null as field, null as cause
    union all
    select farm_id, 'changed', null, null from changes.farms
    union all
    select farm_id, change, null, cause from published.changes where field is null
    union all
    select distinct fields.farm_id, null, fields.field, cause
    from fields
    left join published.changes as reported
      on reported.farm_id = fields.farm_id
      and reported.field = if(fields.field in (${location}), '${locationField}', fields.field)
    where fields.field is not null
  )
  select previous_snapshot, farm_id, change, field, cause, state
  from before.change_log
  where previous_snapshot >= $oldest
  union all
  select $previous, farm_id, change, field, cause, if(field is null, state, null)
  from rows
  left join (select id as farm_id, state from past) using (farm_id)
  order by all`,
    { params: { previous, oldest } },
  )
