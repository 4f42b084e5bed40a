import { farmContent } from '../../data/schema/tables/farm.ts'
import { productListing } from '../../data/schema/tables/product_listing.ts'
import { groupNames } from '../../data/schema/said_at.ts'
import { columnsOf, type Column } from '../../data/schema/tables/table.ts'
import { statement, type Step } from '../database/step.ts'

const listingColumns = columnsOf(productListing).filter(({ name }) => name !== 'farm_id')

/** Values in their published types: equal values of two types have two hashes. */
const values = (row: string, columns: Column[]) =>
  columns.map(({ name, type }) => `${row}."${name}"::${type}`).join(', ')

const ofFarm = `hash(${values('farms', columnsOf(farmContent))}, listings.digest, words.digest)`

/**
 * SQL condition: every group was said on the same day, or both times on the day of the newest edition, which
 * moves with every edition.
 */
const sameDays = groupNames
  .map((group) => {
    const [now, before] = [`farms.said_at.${group}`, `farms_before.said_at.${group}`]
    return `(${now} is not distinct from ${before} or
      (${now} = newest.edition and ${before} = farms_before.edition))`
  })
  .join(' and ')
const ofListing = `hash(${values('each', listingColumns)})`

/**
 * A digest of each farm's source listings as its profile shows them, in any order. If a listing has several
 * editions, the row in use is shown.
 */
const ofProvenance = (table: string) => `
  select farm_id, sum(hash(source, source_id, shown)) as digest
  from (
    select
      farm_id, source, source_id,
      max({carried: coalesce(carried, false), speaks: len(fields) > 0, updated_at: updated_at, licence: licence, fields: fields}) as shown
    from ${table}
    group by farm_id, source, source_id, coalesce(carried, false)
  )
  group by farm_id`

/**
 * Makes `published.farms`, in the order of cells, farms without a cell last, with `changed_at`: the last change of a
 * farm as paid keys see it, including its product listings and provenance. An unchanged farm keeps its date from the
 * last snapshot; null = it changed in this snapshot.
 *
 * Computed values count too, for example a score that fell with time: copies use this date to find farms to
 * fetch again.
 */
export const farmSteps: Step[] = [
  statement(
    'aggregate.farms_before',
    `with listings as (
      select farm_id, sum(${ofListing}) as digest
      from before.product_listings as each
      group by farm_id
    ),
    words as (${ofProvenance('before.provenance')})
    select
      id as farm_id,
      ${ofFarm} as digest,
      said_at,
      (select max(edition) from before.editions where current) as edition,
      coalesce(changed_at, (select built_at from before.snapshot)) as changed_at
    from before.farms as farms
    left join listings on listings.farm_id = id
    left join words on words.farm_id = id`,
  ),
  statement(
    'published.farms',
    `with words as (${ofProvenance('published.provenance')}),
    farms as (
      select
        *,
        {digest: list_sum(list_transform(product_listings, lambda each: ${ofListing}))} as listings
      from aggregate.farms
    )
    select
      farms.* exclude (listings),
      case when ${ofFarm} = farms_before.digest and ${sameDays}
        then farms_before.changed_at end as changed_at
    from farms
    left join words on words.farm_id = farms.id
    left join aggregate.farms_before on farms_before.farm_id = farms.id
    cross join merge.as_of as newest
    order by farms.h3_cell nulls last, farms.id`,
    { drops: ['aggregate.farms_before'] },
  ),
]
