import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { farmContent } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { parquet, type Database } from '../database/database.ts'
import {
  farmsBefore,
  farmsOf,
  givenIn,
  haveSeries,
  listedIn,
  type Changed,
  type Difference,
} from './gate.ts'

/** The same for points over a quarter of a mile apart; `median_mi` is that of their distances. */
export type Moved = Omit<Changed, 'field'> & { median_mi: number | null }

const [location, status] = [['lat', 'lng'], 'verification_status']
const content = columnsOf(farmContent).filter(({ name }) => name !== status)
export const listFields = content.filter(({ type }) => type === 'VARCHAR[]').map(({ name }) => name)

/** The pairs of farms in both snapshots. */
const pairs = (before: string, now: string, columns: string) => `
  select now.id, ${columns}
  from ${farmsBefore(before, now)} as before
  join ${farmsOf(now)} as now using (id)`

/** The series that list a farm in both, and the fields that each gives in one of them. */
function bySeries(before: string, now: string) {
  const isKnown = haveSeries(before, now)
  return {
    listed: `
      select id, series from ${listedIn(before, isKnown)} as before
      semi join ${listedIn(now, isKnown)} as now using (id, series)`,
    given: (folder: string) => givenIn(folder, isKnown),
  }
}

/** How a column differs; points that differ are counted as moved. */
const differenceIn = (name: string) => `case
  when before."${name}" is null and now."${name}" is not null then {field: '${name}', kind: 'added'}
  ${location.includes(name) ? '' : `when ${differs(name)} then {field: '${name}', kind: 'changed'}`}
end`

/** A date of update moves forward by itself, never back. */
const differs = (name: string) =>
  `before."${name}" ${name === 'updated_at' ? '>' : '<>'} now."${name}"`

const prices = 'members/product_listings.parquet'

/** Pairs of product listings of one id; without one, of one name, since an id may be made of name and unit. */
function sameListings(before: string, now: string) {
  const without = (these: string, those: string) =>
    `(select these.* from ${these} as these anti join ${those} as those using (farm_id, id))`
  const pairs = (these: string, those: string, key: string) => `
    select farm_id, these.price as price, these.unit as unit, those.price as other_price, those.unit as other_unit
    from ${these} as these
    join ${those} as those using (farm_id, ${key})`
  return `${pairs(before, now, 'id')}
    union all ${pairs(without(before, now), without(now, before), 'name')}`
}

/** Farms with a product listing whose price is gone, of another unit, or over three times or under a third of before. */
const otherPrices = (before: string, now: string) => `
  union all
  select distinct farm_id, 'product_listings', 'changed'
  from (${sameListings(parquet(before, prices), parquet(now, prices))})
  where price is not null and (
    other_price is null
    or other_unit is distinct from unit
    or not other_price between price / 3 and price * 3
  )`

const havePrices = (...folders: string[]) =>
  folders.every((folder) => existsSync(join(folder, prices)))

/** The statuses that one source states: neither age nor another source can have changed them. */
const stated = (folder: string) => `(
  select id, ${status}
  from ${farmsOf(folder)}
  where listing_count = 1
    and updated_at > (select max(updated_at) from ${farmsOf(folder)}) - interval 3 years
)`

/** Farms of which their only source states another status than before. */
const otherStatus = (before: string, now: string) => `
  union all
  select id, '${status}', 'changed'
  from ${stated(before)} as before
  join ${stated(now)} as now using (id)
  where before.${status} <> now.${status}`

/**
 * Counts the differences of each series and field, among the farms whose value the series gave before; added
 * values among all its farms.
 */
export function differences(database: Database, before: string, now: string) {
  const { listed, given } = bySeries(before, now)
  return database.rows<Difference>(`
    with pairs as materialized (
      ${pairs(before, now, `[${content.map(({ name }) => differenceIn(name)).join(', ')}] as found`)}
    ),
    listed as materialized (${listed}),
    gave as materialized (
      select distinct id, series, field from ${given(before)} where not carried
      union
      select id, series, '${status}' from listed
    ),
    gives as materialized (
      select distinct id, series, field from ${given(now)} where not carried
      union
      select id, series, '${status}' from listed
    ),
    found as (
      select id, each.field, each.kind
      from (select id, unnest(list_filter(found, lambda each: each is not null)) as each from pairs)
      union all
      select distinct id, field, 'gone' from gave anti join gives using (id, field)
      ${otherStatus(before, now)}
      ${havePrices(before, now) ? otherPrices(before, now) : ''}
    ),
    counted as (
      select series, field, kind, count(*)::integer as changed
      from found
      join (from gave union from gives) using (id, field)
      join listed using (id, series)
      group by series, field, kind
    ),
    known as (
      select series, field, count(*)::integer as farms
      from gave
      join listed using (id, series)
      group by series, field
    ),
    farms as (select series, count(*)::integer as farms from listed group by series)
    select
      series as source,
      field,
      kind,
      changed,
      if(kind = 'added', farms.farms, greatest(known.farms, changed)) as farms
    from counted
    join farms using (series)
    left join known using (series, field)
    order by source, field, kind`)
}

/** Counts, for each series and term, the farms that have it in one snapshot only: `field` is `payment_methods: SNAP`. */
export function flippedTerms(database: Database, before: string, now: string, field: string) {
  const { listed, given } = bySeries(before, now)
  return database.rows<Changed>(`
    with pairs as (
      select id, series, was, has
      from (${pairs(before, now, `before."${field}" as was, now."${field}" as has`)})
      join (${listed}) using (id)
      where was is not null and has is not null
    ),
    given as (from ${given(now)} where field = '${field}'),
    known as (select pairs.* from pairs semi join given using (id, series)),
    flipped as (
      select series, unnest(list_concat(
        list_filter(was, lambda term: not list_contains(has, term)),
        list_filter(has, lambda term: not list_contains(was, term))
      )) as term
      from known
    )
    select
      series as source,
      '${field}: ' || term as field,
      (select count(*) from known where known.series = flipped.series)::integer as farms,
      count(*)::integer as changed
    from flipped
    group by series, term
    order by changed desc, term
    limit 5`)
}

/** Counts the farms of each series that moved. */
export const movedFarms = (database: Database, before: string, now: string) =>
  database.rows<Moved>(`
    select
      series as source,
      count(*)::integer as farms,
      count(*) filter (mi > 0.25)::integer as changed,
      median(mi) filter (mi > 0.25) as median_mi
    from (${pairs(before, now, 'distance_mi(before.lat, before.lng, now.lat, now.lng) as mi')})
    join (${bySeries(before, now).listed}) using (id)
    where mi is not null
    group by series
    order by series`)
