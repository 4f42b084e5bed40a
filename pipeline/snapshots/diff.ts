import { counted, groupDigits } from '../../data/digit_grouping.ts'
import {
  comparedFields,
  comparedListingFields,
  listingsField,
  locationField,
  locationFields,
} from '../../data/schema/tables/change.ts'
import { openDatabase, parquet, type Database } from '../database/database.ts'

/** Differences between two snapshots, as counts of farms. */
export type Diff = {
  farms: { before: number; after: number }
  added: number
  gone: number
  /** The number of gone farms that were merged into another farm. */
  merged: number
  /** Farms in both, with a different value in any field. */
  changed: number
  /** Field → number of farms with a different value; lat, lng and precision count as `location`. */
  fields: Record<string, number>
  /** Source → farms that it lists only now, and only before. */
  sources: Record<string, { added: number; gone: number }>
  /** State → farms only now, and only before. */
  states: Record<string, { added: number; gone: number }>
}

export const comparedFiles = [
  'members/farms.parquet',
  'members/product_listings.parquet',
  'public/lineage.parquet',
]

/** Compares the farms of two snapshots, adjacent or not, given by their folders. */
export async function diffSnapshots(before: string, after: string): Promise<Diff> {
  using database = await openDatabase(':memory:')
  await database.run(`
    create view before as ${farmsWithListings(before)};
    create view after as ${farmsWithListings(after)};
    create view lineage as select * from ${parquet(after, 'public/lineage.parquet')}`)
  const { changed, ...fields } = await changedFields(database)
  return {
    ...(await totals(database)),
    changed: changed!,
    fields: Object.fromEntries(Object.entries(fields).filter(([, farms]) => farms > 0)),
    sources: await comingsAndGoings(database, 'unnest(sources)'),
    states: await comingsAndGoings(database, "coalesce(state, 'unknown')"),
  }
}

/** The farms of a snapshot, each with its product listings in a fixed order. */
const farmsWithListings = (folder: string) => `
  select *
  from ${parquet(folder, 'members/farms.parquet')}
  left join (
    select farm_id as id, list_sort(list((${comparedListingFields.join(', ')}))) as ${listingsField}
    from ${parquet(folder, 'members/product_listings.parquet')}
    group by farm_id
  ) using (id)`

async function totals(database: Database) {
  type Totals = Record<'before' | 'after' | 'added' | 'gone' | 'merged', number>
  const [row] = await database.rows<Totals>(`
    select
      (select count(*) from before)::integer as before,
      (select count(*) from after)::integer as after,
      (select count(*) from after anti join before using (id))::integer as added,
      (select count(*) from before anti join after using (id))::integer as gone,
      (
        select count(distinct farm_id) from lineage
        where event = 'merged' and farm_id in (select id from before anti join after using (id))
      )::integer as merged`)
  const { before, after, ...others } = row!
  return { farms: { before, after }, ...others }
}

async function changedFields(database: Database): Promise<Record<string, number>> {
  const differs = (field: string) => `before."${field}" is distinct from after."${field}"`
  const conditions: [name: string, condition: string][] = [
    ...comparedFields.map((field): [string, string] => [field, differs(field)]),
    [locationField, locationFields.map(differs).join(' or ')],
    [listingsField, differs(listingsField)],
  ]
  const counts = conditions.map(
    ([name, condition]) => `count(*) filter (${condition})::integer as "${name}"`,
  )
  const any = conditions.map(([, condition]) => condition).join(' or ')
  const [row] = await database.rows<Record<string, number>>(`
    select ${counts.join(', ')}, count(*) filter (${any})::integer as changed
    from before join after using (id)`)
  return row!
}

/** Added and gone farms, grouped by the SQL expression `name`. */
async function comingsAndGoings(database: Database, name: string) {
  const rows = await database.rows<{ name: string; added: number; gone: number }>(`
    with before_names as (select id, ${name} as name from before),
    after_names as (select id, ${name} as name from after)
    select name, sum(added)::integer as added, sum(gone)::integer as gone
    from (
      select name, 1 as added, 0 as gone from after_names anti join before_names using (id, name)
      union all
      select name, 0 as added, 1 as gone from before_names anti join after_names using (id, name)
    )
    group by name
    order by name`)
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]))
}

export function diffLines(from: string, to: string, diff: Diff): string[] {
  const { farms, added, gone, merged, changed, fields, sources, states } = diff
  const flows = (counts: Diff['sources']) =>
    Object.entries(counts)
      .toSorted(([, a], [, b]) => b.added + b.gone - (a.added + a.gone))
      .map(([name, { added, gone }]) => `  ${signed('+', added)} ${signed('-', gone)}  ${name}`)
  return [
    `${from} → ${to}`,
    `farms: ${groupDigits(farms.before)} → ${groupDigits(farms.after)}: ${groupDigits(added)} added, ${groupDigits(gone)} gone (${groupDigits(merged)} of them merged into others)`,
    `changed: ${counted(changed, 'farm')}`,
    ...Object.entries(fields)
      .toSorted(([, a], [, b]) => b - a)
      .map(([field, count]) => `  ${groupDigits(count).padStart(9)}  ${field}`),
    ...(Object.keys(sources).length > 0 ? ['by source', ...flows(sources)] : []),
    ...(Object.keys(states).length > 0 ? ['by state', ...flows(states)] : []),
  ]
}

const signed = (sign: string, value: number) => (sign + groupDigits(value)).padStart(9)
