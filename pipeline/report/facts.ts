import { columnsOf } from '../../data/schema/tables/table.ts'
import { farm } from '../../data/schema/tables/farm.ts'
import type { Report } from '../../data/schema/report.ts'
import type { Database } from '../database/database.ts'
import { computedFields } from '../normalize/observation.ts'

export type Facts = Pick<
  Report,
  | 'accuracy'
  | 'coverage'
  | 'lost_letters'
  | 'lost_names'
  | 'totals'
  | 'changes'
  | 'cells'
  | 'rejected_rows'
>

/** Number of rejected rows per reason in a report. */
const shownRows = 3

/** Collects the parts of a report besides the build's own counts. */
export async function factsOf(database: Database): Promise<Facts> {
  const lost_letters = await lostLetters(database)
  return {
    accuracy: await database.rows('from said.accuracy'),
    coverage: await coverageBySource(database),
    lost_letters,
    lost_names: lost_letters['name'] ? await lostNames(database) : [],
    totals: await totals(database),
    changes: await changes(database),
    cells: await cells(database),
    rejected_rows: await rejectedRows(database),
  }
}

const stated = columnsOf(farm).filter(
  ({ name, nullable }) => nullable && !(computedFields as readonly string[]).includes(name),
)

async function coverageBySource(database: Database): Promise<Report['coverage']> {
  const shares = stated.map(({ name }) => `round(count("${name}") / count(*), 4) as "${name}"`)
  const rows = await database.rows<{ source: string } & Record<string, number>>(
    `select source, ${shares.join(', ')} from intake.observations group by source order by source`,
  )
  return Object.fromEntries(rows.map(({ source, ...fields }) => [source, fields]))
}

const worded = columnsOf(farm).filter(({ type }) => ['VARCHAR', 'VARCHAR[]', 'JSON'].includes(type))

async function lostLetters(database: Database): Promise<Report['lost_letters']> {
  const counts = worded.map(
    ({ name }) => `count(*) filter (contains("${name}"::varchar, '\ufffd'))::integer as "${name}"`,
  )
  const [row] = await database.rows<Record<string, number>>(
    `select ${counts.join(', ')} from published.farms`,
  )
  return Object.fromEntries(Object.entries(row!).filter(([, count]) => count > 0))
}

const lostNames = (database: Database) =>
  database.rows<Report['lost_names'][number]>(`
    select
      id as farm_id,
      farms.name,
      coalesce(
        'its other names differ: ' || string_agg(distinct registry.name, '; ' order by registry.name),
        'no other listing or edition has another name'
      ) as reason
    from published.farms
    left join published.registry on farm_id = id and registry.name <> farms.name
    where contains(farms.name, '\ufffd')
    group by id, farms.name
    order by farms.name, id`)

/** Counts each farm once; without a previous snapshot all are added. */
async function totals(database: Database) {
  const counted = (kinds: string) =>
    `(count(distinct farm_id) filter (change in (${kinds})))::integer`
  const [row] = await database.rows<NonNullable<Report['totals']>>(`
    select
      if(
        exists (from before.snapshot),
        ${counted("'added', 'split'")},
        (select count(*)::integer from published.farms)
      ) as added,
      ${counted("'removed', 'merged'")} as gone,
      ${counted("'changed', 'moved'")} as changed,
      ${counted("'moved'")} as moved
    from published.changes`)
  return row!
}

const changes = (database: Database) =>
  database.rows<Report['changes'][number]>(`
    select change, field, listing_change, cause, count(distinct farm_id)::integer as farms
    from published.changes
    group by change, field, listing_change, cause
    order by change, field, listing_change, cause`)

function cells(database: Database) {
  const cell = 'ancestor_cell_name(h3_cell, 4)'
  const changed = (kinds: string) =>
    `(select farm_id from published.changes where change in (${kinds}))`
  return database.rows<Report['cells'][number]>(`
    select cell, sum(farms)::integer as farms, sum(added)::integer as added, sum(removed)::integer as removed
    from (
      select ${cell} as cell, 1 as farms, (id in ${changed("'added', 'split'")})::integer as added, 0 as removed
      from published.farms
      union all
      select ${cell}, 0, 0, 1
      from before.farms
      where id in ${changed("'removed', 'merged'")}
    )
    where cell is not null
    group by cell
    order by cell`)
}

const rejectedRows = (database: Database) =>
  database.rows<Report['rejected_rows'][number]>(`
    select source, file, line, reason, raw
    from removal.rejects
    qualify row_number() over (
      partition by source, regexp_replace(reason, '\`[^\`]*\`', '…', 'g') order by file, line
    ) <= ${shownRows}
    order by source, reason, file, line`)
