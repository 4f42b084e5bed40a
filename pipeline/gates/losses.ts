import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { farmContent } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { parquet, type Database } from '../database/database.ts'
import {
  againstPrevious,
  columnNames,
  complaint,
  farmsOf,
  mergersOf,
  share,
  type Compared,
  type Gate,
} from './gate.ts'
import { measured } from './measured.ts'

/** Farms of the snapshot in `before` that are gone and not merged into another. */
const lost = ({ folder }: Compared, before: string) => `
  select * from ${farmsOf(before)}
  where id not in (select id from ${farmsOf(folder)})
    and id not in (select farm_id from ${mergersOf(folder)})`

type Loss = { name: string; farms: number; lost: number }

/** Gates that look for losses against the last snapshot. */
export const losses: Gate[] = [
  {
    name: 'farms-lost',
    description: 'No more than 10 % of the last snapshot’s farms are gone',
    severity: 'refusal',
    check: measured('farms-lost', async (compared, before) => {
      const [loss] = await compared.database.rows<Loss>(`
        select
          (select count(*) from ${farmsOf(before)})::integer as farms,
          (select count(*) from (${lost(compared, before)}))::integer as lost`)
      const { farms, lost: count } = loss!
      return [
        { source: null, field: null, count, of: farms, says: `${share(count, farms)} are gone` },
      ]
    }),
  },
  {
    name: 'farms-lost-by-source',
    description: 'No source has stopped listing more than 10 % of the farms that it listed',
    severity: 'refusal',
    check: measured('farms-lost-by-source', async ({ database, folder }, snapshot) => {
      const listed = (of: string) =>
        `(select distinct id, unnest(sources) as name from ${farmsOf(of)})`
      const losses = await database.rows<Loss>(`
        with before as (
          select distinct coalesce(merged.successor_id, listed.id) as id, listed.name
          from ${listed(snapshot)} as listed
          left join ${mergersOf(folder)} as merged on merged.farm_id = listed.id
        )
        select name, count(*)::integer as farms, count(*) filter (now.id is null)::integer as lost
        from before
        left join ${listed(folder)} as now using (id, name)
        group by name
        order by name`)
      return losses.map(({ name, farms, lost }) => ({
        source: name,
        field: null,
        count: lost,
        of: farms,
        says: `${name}: ${share(lost, farms)} are gone`,
      }))
    }),
  },
  {
    name: 'farms-lost-by-state',
    description: 'No state has lost more than 25 % of its farms and more than 20 farms',
    severity: 'refusal',
    check: againstPrevious(async (compared) => {
      const { database, previous } = compared
      const losses = await database.rows<Loss>(`
        with gone as (
          select state, count(*) as lost from (${lost(compared, previous.folder)}) group by state
        )
        select farms.state as name, count(*)::integer as farms, any_value(gone.lost)::integer as lost
        from ${farmsOf(previous.folder)} as farms
        join gone on gone.state = farms.state
        group by farms.state
        order by farms.state`)
      return greatest(losses.filter(({ farms, lost }) => lost > 20 && lost > 0.25 * farms))
    }),
  },
  {
    name: 'columns-lost',
    description: 'All tables and columns of the last snapshot are there',
    severity: 'refusal',
    check: againstPrevious(async ({ database, folder, previous }) => {
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
    description:
      'No field is known for 10 points fewer farms, and no source has lost over a quarter of its values in a field',
    severity: 'refusal',
    check: againstPrevious(async (compared) => {
      const { database, folder, previous } = compared
      const before = await knownShares(database, previous.folder)
      const now = await knownShares(database, folder)
      const fallen = Object.keys(before)
        .map((name) => [name, before[name]!, now[name] ?? 0] as const)
        .filter(([, before, now]) => before - now > 10)
        .map(
          ([name, before, now]) => `${name} is known for ${percent(now)}, was ${percent(before)}`,
        )
      return complaint([...fallen, ...(await lostBySource(compared))])
    }),
  },
]

/** The largest losses, and the number of further ones. */
function greatest(losses: Loss[]): string | null {
  const shown = losses.toSorted((a, b) => b.lost - a.lost).slice(0, 5)
  const lines = shown.map(({ name, farms, lost }) => `${name}: ${share(lost, farms)} are gone`)
  if (losses.length > shown.length) lines.push(`and ${losses.length - shown.length} more`)
  return complaint(lines)
}

/**
 * Fewer are not significant. In editions without a fault, a source lost at most 8.7 % of its values in a
 * field (2 of 23; USDA's directory, steps of six to nineteen months).
 */
const fewestLost = 3

/** Sources that lost over a quarter of a field's values among the farms that they still list. */
async function lostBySource({ database, folder, previous }: Compared): Promise<string[]> {
  const rows = await database.rows<Omit<Loss, 'name'> & { source: string; field: string }>(`
    with said as (
      select distinct farm_id as id, source, unnest(fields) as field
      from ${parquet(previous.folder, 'members/provenance.parquet')}
    ),
    before as (${unknownFields(previous.folder)}),
    now as (${unknownFields(folder)})
    select
      said.source,
      said.field,
      count(*)::integer as farms,
      count(*) filter (list_contains(now.unknown, said.field))::integer as lost
    from said
    join before on before.id = said.id and not list_contains(before.unknown, said.field)
    join now on now.id = said.id and list_contains(now.sources, said.source)
    group by said.source, said.field
    order by said.source, said.field`)
  return [...Map.groupBy(rows, ({ source }) => source)].flatMap(([source, fields]) => {
    const lost = fields.filter(({ lost, farms }) => lost >= fewestLost && lost > farms / 4)
    const list = lost.map((each) => `${each.field} of ${share(each.lost, each.farms)}`)
    return list.length > 0 ? [`${source} has lost ${list.join(', ')}`] : []
  })
}

/** Each farm with the names of its unknown fields. */
function unknownFields(folder: string): string {
  const names = nullable.map(({ name }) => `if("${name}" is null, '${name}', null)`)
  return `select id, sources, [${names.join(', ')}] as unknown from ${farmsOf(folder)}`
}

const nullable = columnsOf(farmContent).filter((column) => column.nullable)

const percent = (share: number) => `${share.toFixed(1)} %`

/** Field → percentage of farms with a value; empty if there are no farms. */
async function knownShares(database: Database, folder: string): Promise<Record<string, number>> {
  const shares = nullable.map(({ name }) => `100 * count("${name}") / count(*) as "${name}"`)
  const [row] = await database.rows<Record<string, number>>(
    `select ${shares.join(', ')} from ${farmsOf(folder)} having count(*) > 0`,
  )
  return row ?? {}
}
