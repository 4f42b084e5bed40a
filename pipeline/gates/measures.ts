import { farmContent } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Database } from '../database/database.ts'
import type { Changed, Difference } from './gate.ts'
import type { Earlier } from './tables.ts'

/** The same for points over a quarter of a mile apart; `median_mi` is that of their distances. */
export type Moved = Omit<Changed, 'field'> & { median_mi: number | null }

const status = 'verification_status'
const content = columnsOf(farmContent).filter(({ name }) => name !== status)
export const listFields = content.filter(({ type }) => type === 'VARCHAR[]').map(({ name }) => name)

/** The farms of both snapshots, as `before` and `now`. */
const pairs = (before: Earlier) => `${before}.farms as before join finished.farms as now using (id)`

/** The series that list a farm in both. */
const listed = (before: Earlier) =>
  `(select id, series from ${before}.listed semi join finished.listed using (id, series))`

/** The fields that only a new series gives a farm: no other one changed them. */
const fromNew = (before: Earlier) => `(
  select id, fields from finished.given where series not in (select series from ${before}.given))`

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

/** Pairs of product listings of one id; without one, of one name, since an id may be made of name and unit. */
function sameListings(before: Earlier) {
  const without = (these: string, those: string) =>
    `(select these.* from ${these} as these anti join ${those} as those using (farm_id, id))`
  const pairs = (these: string, those: string, key: string) => `
    select farm_id, these.price as price, these.unit as unit, those.price as other_price, those.unit as other_unit
    from ${these} as these
    join ${those} as those using (farm_id, ${key})`
  const [was, is] = [`${before}.product_listings`, 'finished.product_listings']
  return `${pairs(was, is, 'id')}
    union all ${pairs(without(was, is), without(is, was), 'name')}`
}

/** Farms with a product listing whose price is gone, of another unit, or over twice or under half of before. */
const otherPrices = (before: Earlier) => `
  select distinct farm_id, 'product_listings', 'changed', null
  from (${sameListings(before)})
  where price is not null and (
    other_price is null
    or other_unit is distinct from unit
    or not other_price between price / 2 and price * 2
  )`

/** The statuses that one source states: neither age nor another source can have changed them. */
const stated = (schema: string) => `(
  select id, ${status}
  from ${schema}.farms
  where listing_count = 1
    and updated_at > (select max(updated_at) from ${schema}.farms) - interval 3 years
)`

/** Farms of which their only source states another status than before. */
const otherStatus = (before: Earlier) => `
  select id, '${status}', 'changed', null
  from ${stated(before)} as before
  join ${stated('finished')} as now using (id)
  where before.${status} <> now.${status}`

/** The fields that any series gives each farm. */
const fieldsIn = (schema: string) =>
  `(select id, flatten(list(fields)) as fields from ${schema}.given group by id)`

/** Distinguishes a carried value from one that the series lists now. */
const carriedField = `'carried ' || field`

/** Fields that both snapshots carry from statements of one series and date: such values differ only if the file changed. */
const carried = (before: Earlier) => {
  const fieldsOf = (schema: string) => `
    select id, series, updated_at, unnest(fields) as field
    from ${schema}.provenance
    where carried`
  return `(
    select distinct id, series, field
    from (${fieldsOf(before)} intersect ${fieldsOf('finished')})
    where field <> 'updated_at'
  )`
}

/**
 * Makes the table `differing`: each difference of a farm, by the series that gave the field before or give it now,
 * or from which both snapshots carry it.
 */
const tableOfDiffering = (before: Earlier) => `
  create table ${before}.differing as
  with pairs as (
    select now.id, [${content.map(differenceIn).join(', ')}] as found from ${pairs(before)}
  ),
  found as materialized (
    select id, each.field, each.kind, each.example
    from (select id, unnest(list_filter(found, lambda each: each is not null)) as each from pairs)
    union all
    select id, 'lat', 'moved', null from ${pairs(before)} where ${distance} > ${moved_mi}
    union all
    select
      id,
      unnest(list_distinct(list_filter(before.fields, lambda each: not list_contains(now.fields, each)))),
      'gone',
      null
    from ${fieldsIn(before)} as before
    join ${fieldsIn('finished')} as now using (id)
    union all ${otherStatus(before)}
    union all ${otherPrices(before)}
  ),
  givers as (
    select id, series, field
    from (select distinct id, field from found)
    join (from ${before}.given union all from finished.given) as given using (id)
    where list_contains(fields, field)
    union
    select id, series, '${status}' from ${listed(before)}
  )
  select id, series, field, kind, example
  from found
  join givers using (id, field)
  join ${listed(before)} using (id, series)
  anti join (select id, unnest(fields) as field from ${fromNew(before)}) using (id, field)
  union all
  select id, series, ${carriedField}, kind, example
  from found
  join ${carried(before)} using (id, field)
  where kind = 'changed'`

/**
 * Counts the differences of each series and field by region, among the farms whose value the series gave before;
 * added values, and statuses, among all its farms. Omits regions with fewer differences than `fewest`.
 */
const countedIn = (regions: string, before: Earlier, fewest: number) => `
  with regions as (${regions}),
  listed as materialized (from ${listed(before)} join regions using (id)),
  counted as materialized (
    select
      series,
      region,
      field,
      kind,
      min_by(example, id) filter (example is not null) as example,
      count(*)::integer as changed
    from ${before}.differing
    join regions using (id)
    group by series, region, field, kind
    having count(*) >= ${fewest}
  ),
  known as (
    select series, region, field, count(*)::integer as farms
    from (
      select id, series, region, unnest(fields) as field
      from ${before}.given
      join listed using (id, series)
      union all
      select id, series, region, ${carriedField}
      from ${carried(before)}
      join regions using (id)
    )
    semi join counted using (series, region, field)
    group by series, region, field
  ),
  farms as (select series, region, count(*)::integer as farms from listed group by series, region)
  select
    series as source,
    region,
    field,
    kind,
    example,
    changed,
    if(kind = 'added' or field = '${status}', farms.farms, greatest(known.farms, changed)) as farms
  from counted
  left join farms using (series, region)
  left join known using (series, region, field)
  order by source, field, kind, changed desc, region`

/** The differences in all farms of a series. */
export async function differences(database: Database, before: Earlier) {
  await database.run(tableOfDiffering(before))
  return database.rows<Difference>(
    countedIn(`select id, '' as region from ${before}.farms`, before, 1),
  )
}

/** The differences in each state or county that has at least `fewest`; a farm counts for its former place. */
export const differencesByRegion = (database: Database, before: Earlier, fewest: number) =>
  database.rows<Difference & { region: string }>(
    countedIn(`from ${before}.regions`, before, fewest),
  )

/** Counts, for each series and term, the farms that have it in one snapshot only: `field` is `payment_methods: SNAP`. */
export const flippedTerms = (database: Database, before: Earlier, field: string) =>
  database.rows<Changed>(`
    with pairs as (
      select now.id, series, before."${field}" as was, now."${field}" as has
      from ${pairs(before)}
      join ${listed(before)} using (id)
      where was is not null and has is not null
    ),
    known as (
      select *
      from pairs
      semi join (from finished.provenance where list_contains(fields, '${field}')) using (id, series)
    ),
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

/** Counts the farms of each series that moved. */
export const movedFarms = (database: Database, before: Earlier) =>
  database.rows<Moved>(`
    select
      series as source,
      count(*)::integer as farms,
      count(*) filter (mi > ${moved_mi})::integer as changed,
      median(mi) filter (mi > ${moved_mi}) as median_mi
    from (select id, ${distance} as mi from ${pairs(before)})
    join ${listed(before)} using (id)
    where mi is not null
      and id not in (select id from ${fromNew(before)} where list_contains(fields, 'lat'))
    group by series
    order by series`)

/** Fields whose value few farms share. */
const ownFields = [
  'name',
  'address',
  'phone',
  'email',
  'website',
  'social_links',
  'description',
  'hours',
  'image_url',
]

/** Values of one field as text, before and now. */
const bothValues = (field: string, value: (schema: string) => string) =>
  `{field: '${field}'::finished.field, old: ${value('before')}, new: ${value('now')}}`
const swappable = [
  ...ownFields.map((name) => bothValues(name, (schema) => `${schema}."${name}"::varchar`)),
  bothValues('lat', (schema) => `concat_ws(' ', ${schema}.lat, ${schema}.lng)`),
]

/** Counts the farms of each series and field whose new value another farm has given up. */
export const swappedValues = (database: Database, before: Earlier) =>
  database.rows<Changed & { example: string | null }>(`
    with changed as materialized (
      select
        now.id,
        unnest(list_filter([${swappable.join(', ')}], lambda each: each.old <> each.new), recursive := true)
      from ${pairs(before)}
    ),
    given_up as (select field, old as new from changed group by all having count(*) = 1),
    swapped as (from changed semi join given_up using (field, new)),
    farms as (select series, count(*)::integer as farms from ${listed(before)} group by series)
    select
      series as source,
      field,
      any_value(farms) as farms,
      count(*)::integer as changed,
      min_by(old || ' → ' || new, id) filter (field = 'name') as example
    from swapped
    join finished.given as given using (id)
    join ${listed(before)} using (id, series)
    join farms using (series)
    where list_contains(fields, field)
    group by source, field
    order by source, field`)

/** A date of update by its day. */
const ownValues = [
  ...ownFields.map((name) => `{field: '${name}'::finished.field, value: "${name}"::varchar}`),
  "{field: 'updated_at', value: strftime(updated_at, '%Y-%m-%d')}",
]

/** `repeated`: farms that have the commonest value; `changed`: those beyond its share in the snapshot before. */
export type Repeated = Changed & { value: string; repeated: number }

/** Finds, for each series and field, the value of most farms, if it is that of a larger share than before. */
export function repeatedValues(database: Database, before: Earlier) {
  const commonest = (schema: string) => `
    select series, field, value, count(*)::integer as repeated
    from ${schema}.given
    join (select id, unnest([${ownValues.join(', ')}], recursive := true) from ${schema}.farms)
      using (id)
    where value is not null and list_contains(fields, field)
    group by series, field, value
    qualify row_number() over (partition by series, field order by repeated desc, value) = 1`
  const sizes = (schema: string) =>
    `(select series, count(*)::integer as farms from ${schema}.given group by series)`
  return database.rows<Repeated>(`
    with was as (
      select series, field, repeated / farms as share
      from (${commonest(before)})
      join ${sizes(before)} using (series)
    )
    select
      series as source,
      field,
      value,
      repeated,
      farms,
      round(repeated - coalesce(share, 0) * farms)::integer as changed
    from (${commonest('finished')})
    join ${sizes('finished')} using (series)
    left join was using (series, field)
    where series in (select series from ${listed(before)})
    order by source, field`)
}
