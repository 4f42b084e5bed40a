import { farmContent } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { parquet, type Database } from '../database/database.ts'
import { farmsOf, type Changed, type Difference } from './gate.ts'

/** The same for points over a quarter of a mile apart; `median_mi` is that of their distances. */
export type Moved = Omit<Changed, 'field'> & { median_mi: number | null }

const location = ['lat', 'lng']
const content = columnsOf(farmContent)
export const listFields = content.filter(({ type }) => type === 'VARCHAR[]').map(({ name }) => name)

/** The pairs of farms in both snapshots, each with the sources that list it in both. */
const pairs = (before: string, now: string, columns: string) => `
  select now.id, list_intersect(before.sources, now.sources) as sources, ${columns}
  from ${farmsOf(before)} as before
  join ${farmsOf(now)} as now using (id)`

/** Fields that each source gives in a snapshot; `carried`: in an earlier edition. */
const given = (folder: string) => `
  select farm_id as id, source, unnest(fields) as field, carried
  from ${parquet(folder, 'members/provenance.parquet')}`

/** How a column differs; points that differ are counted as moved. */
const differenceIn = (name: string) => `case
  when before."${name}" is null and now."${name}" is not null then {field: '${name}', kind: 'added'}
  ${location.includes(name) ? '' : `when before."${name}" <> now."${name}" then {field: '${name}', kind: 'changed'}`}
end`

/**
 * Counts the differences of each source and field, among the farms whose value the source gave before; added
 * values among all its farms.
 */
export const differences = (database: Database, before: string, now: string) =>
  database.rows<Difference>(`
    with pairs as materialized (
      ${pairs(before, now, `[${content.map(({ name }) => differenceIn(name)).join(', ')}] as found`)}
    ),
    gave as materialized (
      select distinct id, source, field from (${given(before)}) where not carried
    ),
    gives as materialized (
      select distinct id, source, field from (${given(now)}) where not carried
    ),
    found as (
      select id, each.field, each.kind
      from (select id, unnest(list_filter(found, lambda each: each is not null)) as each from pairs)
      union all
      select distinct id, field, 'gone' from gave anti join gives using (id, field)
    ),
    said as (from gave union from gives),
    counted as (
      select source, field, kind, count(*)::integer as changed
      from found
      join said using (id, field)
      join pairs using (id)
      where list_contains(sources, source)
      group by source, field, kind
    ),
    known as (
      select source, field, count(*)::integer as farms
      from gave
      join pairs using (id)
      where list_contains(sources, source)
      group by source, field
    ),
    listed as (
      select source, count(*)::integer as farms
      from (select unnest(sources) as source from pairs)
      group by source
    )
    select
      source,
      field,
      kind,
      changed,
      if(kind = 'added', listed.farms, greatest(known.farms, changed)) as farms
    from counted
    join listed using (source)
    left join known using (source, field)
    order by source, field, kind`)

/** Counts, for each source and term, the farms that have it in one snapshot only: `field` is `payment_methods: SNAP`. */
export const flippedTerms = (database: Database, before: string, now: string, field: string) =>
  database.rows<Changed>(`
    with pairs as (
      select id, unnest(sources) as source, was, has
      from (${pairs(before, now, `before."${field}" as was, now."${field}" as has`)})
      where was is not null and has is not null
    ),
    given as (from (${given(now)}) where field = '${field}'),
    known as (select pairs.* from pairs semi join given using (id, source)),
    flipped as (
      select source, unnest(list_concat(
        list_filter(was, lambda term: not list_contains(has, term)),
        list_filter(has, lambda term: not list_contains(was, term))
      )) as term
      from known
    )
    select
      source,
      '${field}: ' || term as field,
      (select count(*) from known where known.source = flipped.source)::integer as farms,
      count(*)::integer as changed
    from flipped
    group by source, term
    order by changed desc, term
    limit 5`)

/** Counts the farms of each source that moved. */
export const movedFarms = (database: Database, before: string, now: string) =>
  database.rows<Moved>(`
    select
      source,
      count(*)::integer as farms,
      count(*) filter (mi > 0.25)::integer as changed,
      median(mi) filter (mi > 0.25) as median_mi
    from (
      select unnest(sources) as source, mi
      from (${pairs(before, now, 'distance_mi(before.lat, before.lng, now.lat, now.lng) as mi')})
      where mi is not null
    )
    group by source
    order by source`)
