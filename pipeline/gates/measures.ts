import { farmContent } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { parquet, type Database } from '../database/database.ts'
import { farmsOf } from './gate.ts'

/** Farms that a source lists in two snapshots, both with a value of `field`, and those whose value differs. */
export type Changed = { source: string; field: string; farms: number; changed: number }

/** The same for points over a quarter of a mile apart; `median_mi` is that of their distances. */
export type Moved = Omit<Changed, 'field'> & { median_mi: number | null }

const location = ['lat', 'lng']
const content = columnsOf(farmContent).filter(({ name }) => !location.includes(name))
const names = content.map(({ name }) => name)
export const listFields = content.filter(({ type }) => type === 'VARCHAR[]').map(({ name }) => name)

/** The pairs of farms in both snapshots, each with the sources that list it in both. */
const pairs = (before: string, now: string, columns: string) => `
  select now.id, list_intersect(before.sources, now.sources) as sources, ${columns}
  from ${farmsOf(before)} as before
  join ${farmsOf(now)} as now using (id)`

/** Fields that each source gives now. */
const given = (folder: string) => `
  select distinct farm_id as id, source, unnest(fields) as field
  from ${parquet(folder, 'members/provenance.parquet')}`

const inBoth = (name: string) => `before."${name}" is not null and now."${name}" is not null`

/** Counts the changed values of each source and field of `compared`. */
export const changedValues = (
  database: Database,
  before: string,
  now: string,
  compared: string[] = names,
) => {
  const fields = (condition: (name: string) => string) =>
    `[${compared.map((name) => `if(${condition(name)}, '${name}', null)`).join(', ')}]`
  const differs = (name: string) =>
    `${inBoth(name)} and before."${name}" is distinct from now."${name}"`
  return database.rows<Changed>(`
    with pairs as (${pairs(before, now, `${fields(inBoth)} as known, ${fields(differs)} as changed`)}),
    given as (${given(now)})
    select
      source,
      field,
      count(*)::integer as farms,
      count(*) filter (list_contains(changed, field))::integer as changed
    from given
    join pairs using (id)
    where list_contains(sources, source) and list_contains(known, field)
    group by source, field
    order by source, field`)
}

/** Counts, for each source and term, the farms that have it in one snapshot only: `field` is `payment_methods: SNAP`. */
export const flippedTerms = (database: Database, before: string, now: string, field: string) =>
  database.rows<Changed>(`
    with pairs as (
      select id, unnest(sources) as source, was, has
      from (${pairs(before, now, `before."${field}" as was, now."${field}" as has`)})
      where was is not null and has is not null
    ),
    given as (from (${given(now)}) where field = '${field}'),
    known as (select pairs.* from pairs join given using (id, source)),
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
