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

const status = 'verification_status'
const content = columnsOf(farmContent).filter(({ name }) => name !== status)
export const listFields = content.filter(({ type }) => type === 'VARCHAR[]').map(({ name }) => name)

/** The pairs of farms in both snapshots. */
const pairs = (before: string, now: string, columns: string) => `
  select now.id, ${columns}
  from ${farmsBefore(before, now)} as before
  join ${farmsOf(now)} as now using (id)`

/**
 * The series that list a farm in both, and the fields that each gives in one of them. `fromNew`: fields that only a
 * new series gives now, so no other one changed them.
 */
function bySeries(before: string, now: string) {
  const isKnown = haveSeries(before, now)
  return {
    listed: `
      select id, series from ${listedIn(before, isKnown)} as before
      semi join ${listedIn(now, isKnown)} as now using (id, series)`,
    given: (folder: string) => givenIn(folder, isKnown),
    fromNew: `
      select distinct id, field from ${givenIn(now, isKnown)}
      where not carried and series not in (select series from ${givenIn(before, isKnown)})`,
  }
}

/** How a column differs, and an example: only of the free tier, since a manifest is public. */
const differenceIn = ({ name, tier }: (typeof content)[number]) => `case
  when before."${name}" is null and now."${name}" is not null
    then {field: '${name}', kind: 'added', example: null::varchar}
  when ${differs(name)}
    then {field: '${name}', kind: 'changed', example: ${tier === 'free' && name !== 'lat' ? exampleOf(name) : 'null'}}
end`

const exampleOf = (name: string) =>
  `left(before."${name}"::varchar, 40) || ' → ' || left(now."${name}"::varchar, 40)`

/** Points in miles: those farther apart have moved. */
const [samePoint_mi, moved_mi] = [0.05, 0.25]

/** A date of update moves forward by itself, never back. A latitude stands for a point that is a little elsewhere. */
function differs(name: string): string {
  if (name === 'lng') return 'false'
  if (name === 'lat') return `${distance} > ${samePoint_mi} and ${distance} <= ${moved_mi}`
  return `before."${name}" ${name === 'updated_at' ? '>' : '<>'} now."${name}"`
}

const distance = 'distance_mi(before.lat, before.lng, now.lat, now.lng)'

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

/** Farms with a product listing whose price is gone, of another unit, or over twice or under half of before. */
const otherPrices = (before: string, now: string) => `
  union all
  select distinct farm_id, 'product_listings', 'changed', null
  from (${sameListings(parquet(before, prices), parquet(now, prices))})
  where price is not null and (
    other_price is null
    or other_unit is distinct from unit
    or not other_price between price / 2 and price * 2
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
  select id, '${status}', 'changed', null
  from ${stated(before)} as before
  join ${stated(now)} as now using (id)
  where before.${status} <> now.${status}`

/**
 * Counts the differences of each series and field, among the farms whose value the series gave before; added
 * values among all its farms.
 */
export function differences(database: Database, before: string, now: string) {
  const { listed, given, fromNew } = bySeries(before, now)
  return database.rows<Difference>(`
    with pairs as materialized (
      ${pairs(before, now, `[${content.map(differenceIn).join(', ')}] as found`)}
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
      select id, each.field, each.kind, each.example
      from (select id, unnest(list_filter(found, lambda each: each is not null)) as each from pairs)
      union all
      select distinct id, field, 'gone', null from gave anti join gives using (id, field)
      ${otherStatus(before, now)}
      ${havePrices(before, now) ? otherPrices(before, now) : ''}
    ),
    counted as (
      select
        series,
        field,
        kind,
        min_by(example, id) filter (example is not null) as example,
        count(*)::integer as changed
      from found
      join (from gave union from gives) using (id, field)
      join listed using (id, series)
      anti join (${fromNew}) using (id, field)
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
      example,
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
export function movedFarms(database: Database, before: string, now: string) {
  const { listed, fromNew } = bySeries(before, now)
  return database.rows<Moved>(`
    select
      series as source,
      count(*)::integer as farms,
      count(*) filter (mi > ${moved_mi})::integer as changed,
      median(mi) filter (mi > ${moved_mi}) as median_mi
    from (${pairs(before, now, `${distance} as mi`)})
    join (${listed}) using (id)
    where mi is not null and id not in (select id from (${fromNew}) where field = 'lat')
    group by series
    order by series`)
}

/** Counts the farms of each series whose new name another farm has given up. */
export function swappedNames(database: Database, before: string, now: string) {
  return database.rows<Omit<Changed, 'field'> & { example: string | null }>(`
    with renamed as materialized (
      ${pairs(before, now, 'before.name as old, now.name as new')}
      where before.name <> now.name
    ),
    swapped as (from renamed where new in (select old from renamed))
    select
      series as source,
      count(*)::integer as farms,
      count(old)::integer as changed,
      min_by(old || ' → ' || new, id) as example
    from (${bySeries(before, now).listed})
    left join swapped using (id)
    group by series
    order by series`)
}

/** Fields whose value few farms share; a date of update by its day. */
const ownValues = [
  ...['name', 'address', 'phone', 'email', 'website', 'description', 'hours', 'image_url'].map(
    (name) => `{field: '${name}', value: "${name}"::varchar}`,
  ),
  "{field: 'updated_at', value: strftime(updated_at, '%Y-%m-%d')}",
]

/** `repeated`: farms that have the commonest value; `changed`: those beyond its share in the snapshot before. */
export type Repeated = Changed & { value: string; repeated: number }

/** Finds, for each series and field, the value of most farms, if it is that of a larger share than before. */
export function repeatedValues(database: Database, before: string, now: string) {
  const { listed, given } = bySeries(before, now)
  const commonest = (folder: string, farms: string) => `
    select series, field, value, count(*)::integer as repeated
    from (select distinct id, series, field from ${given(folder)} where not carried)
    join (select id, unnest([${ownValues.join(', ')}], recursive := true) from ${farms})
      using (id, field)
    where value is not null
    group by series, field, value
    qualify row_number() over (partition by series, field order by repeated desc, value) = 1`
  const sizes = (folder: string) => `
    select series, count(distinct id)::integer as farms from ${given(folder)} group by series`
  return database.rows<Repeated>(`
    with was as (
      select series, field, repeated / farms as share
      from (${commonest(before, farmsBefore(before, now))})
      join (${sizes(before)}) using (series)
    )
    select
      series as source,
      field,
      value,
      repeated,
      farms,
      round(repeated - coalesce(share, 0) * farms)::integer as changed
    from (${commonest(now, farmsOf(now))})
    join (${sizes(now)}) using (series)
    left join was using (series, field)
    where series in (select series from (${listed}))
    order by source, field`)
}
