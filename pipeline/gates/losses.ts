import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groupDigits } from '../../data/digit_grouping.ts'
import { farmContent } from '../../data/schema/tables/farm.ts'
import { schemaVersion } from '../../data/schema/versions.ts'
import { columnsOf, type Column } from '../../data/schema/tables/table.ts'
import { literal } from '../../data/sql_literal.ts'
import type { Database } from '../database/database.ts'
import {
  againstPrevious,
  columnNames,
  complaint,
  firstOf,
  share,
  type Compared,
  type Gate,
  type Listed,
} from './gate.ts'
import { measured } from './measured.ts'
import type { Earlier } from './tables.ts'

/**
 * Farms of an earlier snapshot that are gone: not merged into another, not removed by a decision, and not only of
 * series left out.
 */
const lost = (compared: Compared, before: Earlier) => `
  select * from ${before}.farms
  where id not in (select id from finished.farms)
    and id not in (select farm_id from finished.ended)
    and id not in (
      select id from ${before}.listed
      group by id
      having bool_and(${isLeftOut(compared)}))`

/** SQL condition on a series. */
const isLeftOut = ({ leftOut = [] }: Compared) =>
  `list_contains([${leftOut.map(literal).join(', ')}]::varchar[], series)`

type Loss = { name: string; farms: number; lost: number }
/** `source`: the one that listed most of the lost farms. */
type RegionLoss = Loss & { source: string }

export const listedBySource = (database: Database, before: Earlier) =>
  database.rows<Listed>(`
    with before as (
      select distinct
        coalesce(ended.successor_id, listed.id) as id,
        listed.series,
        listed.source,
        true as was
      from ${before}.listed
      left join finished.ended on ended.farm_id = listed.id
      where ended.event is distinct from 'removed'
    ),
    now as (select *, true as stays from finished.listed)
    select
      series as name,
      source,
      count(was)::integer as farms,
      count(*) filter (stays is null)::integer as lost,
      count(*) filter (was is null)::integer as added
    from before
    full join now using (id, series, source)
    group by series, source
    order by name`)

/** Gates that look for losses and growth against the last snapshot. */
export const losses: Gate[] = [
  measured(
    'farms-lost',
    'No more than 10 % of the last snapshot’s farms are gone',
    async (compared, before) => {
      const [loss] = await compared.database.rows<Loss>(`
        select
          (select count(*) from ${before}.farms)::integer as farms,
          (select count(*) from (${lost(compared, before)}))::integer as lost`)
      const { farms, lost: count } = loss!
      return [{ count, of: farms, says: `${share(count, farms)} are gone` }]
    },
  ),
  measured(
    'farms-lost-by-source',
    'No source has stopped listing more than 10 % of the farms that it listed',
    async ({ listed, leftOut }, before) =>
      (await listed(before))
        .filter(({ name }) => !leftOut?.includes(name))
        .map(({ name, farms, lost }) => ({
          source: name,
          count: lost,
          of: farms,
          says: `${name}: ${share(lost, farms)} are gone`,
        })),
  ),
  measured(
    'farms-added-by-source',
    'No source lists over 50 % more farms than last time in as many files',
    async (compared, before, manifest) => {
      const files = (name: string, { sources }: Pick<Compared, 'sources'>) =>
        sources.filter(({ source }) => source === name).length
      return (await compared.listed(before))
        .filter(({ source }) => files(source, compared) <= files(source, manifest))
        .map(({ name, farms, added }) => ({
          source: name,
          count: added,
          of: farms,
          says: `${name}: ${groupDigits(added)} farms are new, beside ${groupDigits(farms)}`,
        }))
    },
  ),
  {
    name: 'farms-lost-by-region',
    description:
      'No state or county has lost more than 25 % of its farms and more than 20 farms, and no source all its farms in a state',
    severity: 'refusal',
    check: againstPrevious(async (compared) => {
      const losses = await compared.database.rows<RegionLoss>(`
        with gone as materialized (${lost(compared, 'live')}),
        listing as (
          select region, mode(source order by source) as source
          from (select id, unnest(sources) as source from gone)
          join live.regions using (id)
          group by region
        ),
        losses as (
          select
            region as name,
            count(*)::integer as farms,
            count(*) filter (id in (select id from gone))::integer as lost
          from live.regions
          group by region
        )
        select *
        from losses
        join listing on region = name
        where lost > 20 and lost > 0.25 * farms
        order by name`)
      return complaint([...greatest(losses), ...firstOf(await statesLeft(compared))])
    }),
  },
  {
    name: 'columns-lost',
    description: 'All tables and columns of the last snapshot are there',
    severity: 'refusal',
    check: againstPrevious(async ({ database, folder, previous }) => {
      if (previous.manifest.schema_version !== schemaVersion)
        return { why: 'the snapshot before this one has another schema version' }
      const paths = previous.manifest.files
        .map(({ path }) => path)
        .filter((path) => path.endsWith('.parquet'))
      const { gone = [], kept = [] } = Object.groupBy(paths, (path) =>
        existsSync(join(folder, path)) ? 'kept' : 'gone',
      )
      const filesIn = (root: string) => kept.map((path) => join(root, path))
      const before = await columnNames(database, filesIn(previous.folder))
      const now = await columnNames(database, filesIn(folder))
      const lost = kept.flatMap((path, index) =>
        before[index]!.filter((name) => !now[index]!.includes(name)).map(
          (name) => `${path} lacks ${name}`,
        ),
      )
      return complaint([...gone.map((path) => `${path} is missing`), ...lost])
    }),
  },
  {
    name: 'nulls-jumped',
    description: 'No field is known for 10 points fewer of the farms that both snapshots list',
    severity: 'refusal',
    check: againstPrevious(async ({ database }) =>
      complaint(
        (await knownShares(database))
          .filter(({ before, now }) => before - now > 10)
          .map(
            ({ field, before, now }) =>
              `${field} is known for ${percent(now)}, was ${percent(before)}`,
          ),
      ),
    ),
  },
]

/** The largest losses, and the number of further ones. */
function greatest(losses: RegionLoss[]): string[] {
  const ranked = losses.toSorted((a, b) => b.lost - a.lost)
  const lines = ranked.map(
    ({ name, farms, lost, source }) =>
      `${name}: ${share(lost, farms)} are gone, most listed by ${source}`,
  )
  return firstOf(lines)
}

/** Fewer farms of a source in a state may all end by chance. */
const fewInState = 5

/** The states of which a series has dropped every farm, while it lists farms elsewhere. */
async function statesLeft(compared: Compared) {
  const left = await compared.database.rows<{ series: string; state: string; farms: number }>(`
    with now as (
      select id, series, state
      from finished.listed
      join finished.farms using (id)
    )
    select series, state, count(*)::integer as farms
    from live.listed
    join live.farms using (id)
    where state is not null
      and not ${isLeftOut(compared)}
      and id not in (select farm_id from finished.ended where event = 'removed')
      and series in (select series from now)
      and (series, state) not in (select (series, state) from now where state is not null)
    group by series, state
    having count(*) >= ${fewInState}
    order by farms desc, series, state`)
  return left.map(
    ({ series, state, farms }) => `${series}: all ${farms} farms in ${state} are gone`,
  )
}

const nullable = columnsOf(farmContent).filter((column) => column.nullable)

const percent = (share: number) => `${share.toFixed(1)} %`

/** The percentage of the farms in both snapshots that have a value, by field; none without such farms. */
const knownShares = (database: Database) =>
  database.rows<{ field: string; before: number; now: number }>(`
    select unnest([${nullable.map(knownShare).join(', ')}], recursive := true)
    from live.farms as before
    join finished.farms as now using (id)
    having count(*) > 0`)

const knownShare = ({ name }: Column) => `{
  field: '${name}',
  before: 100 * count(before."${name}") / count(*),
  now: 100 * count(now."${name}") / count(*)
}`
