import { saidPublicly, saidToMembers } from '../../../data/schema/tables/history/listing_run.ts'
import { statement, stepsOf, type Step } from '../../database/step.ts'
import { defineCounties } from '../merge/derived.ts'

const step = stepsOf(import.meta.url)

const list = (columns: readonly string[], prefix = '') =>
  columns.map((name) => `${prefix}"${name}"`).join(', ')

/**
 * Makes `panel.pieces`: runs of the earlier history (`carried` = their row) and rows read now (`seq`), with
 * digests of the paid and of the public columns.
 */
const pieces = `
  with every as (
    select
      null::integer as seq, rowid as carried, source, source_id, series, holder,
      first_position, last_position,
      ${digests('carried')}
    from panel.carried as carried
    union all by name
    select
      seq, rows.source, rows.source_id, rows.series, holder,
      position as first_position, position as last_position,
      ${digests('said')}
    from panel.rows as rows
    join panel.said as said using (seq)
  )
  select row_number() over () as piece, * from every`

function digests(row: string): string {
  return `hash(${list(saidToMembers, `${row}.`)}) as to_members, hash(${list(saidPublicly, `${row}.`)}) as publicly`
}

/** Makes a table of runs: consecutive pieces with the same digest become one, with the words of the first. */
const runs = (from: string, digest: string) => `
  with marked as (
    select *, coalesce(
      first_position = lag(last_position) over in_time + 1
        and ${digest} = lag(${digest}) over in_time,
      false
    ) as goes_on
    from ${from}
    window in_time as (partition by source, source_id, series, holder order by first_position)
  ),
  begun as (
    select *, count(*) filter (not goes_on) over (
      partition by source, source_id, series, holder
      order by first_position
    ) as run
    from marked
  )
  select
    source, source_id, series, holder,
    min(first_position) as first_position,
    max(last_position) as last_position,
    ${['piece', 'publicly'].map((name) => `any_value(${name}) filter (not goes_on) as ${name}`).join(', ')}
  from begun
  group by source, source_id, series, holder, run`

/** Makes `panel.words`: the values of the first piece of each run. */
const words = `
  select piece, ${list(saidToMembers, 'said.')}
  from panel.runs
  join panel.pieces using (piece)
  join panel.said as said on said.seq = pieces.seq
  union all
  select piece, ${list(saidToMembers, 'said.')}
  from panel.runs
  join panel.pieces using (piece)
  join panel.carried as said on said.rowid = pieces.carried`

const dateOf = (edition: string) => `${edition}.moment::date`
const revisionOf = (edition: string) => `(1 + epoch(${edition}.moment)::bigint % 86400)::integer`

/** A published history: runs with their values, farms and dates. `source_id`: SQL of the published id. */
const published = (from: string, columns: readonly string[], source_id = 'runs.source_id') => `
  with now as (
    select series, max(moment) as moment
    from editions.current
    join intake.editions using (input, series)
    group by series
  )
  select
    runs.source, ${source_id} as source_id, farm_id, runs.series, runs.holder,
    ${dateOf('first')} as first_edition,
    ${revisionOf('first')} as first_revision,
    case when last.moment is distinct from now.moment then ${dateOf('last')} end as last_edition,
    case when last.moment is distinct from now.moment then ${revisionOf('last')} end as last_revision,
    ${list(columns, 'words.')},
    county_fips
  from ${from} as runs
  join panel.words as words using (piece)
  join said.farms as farms using (source, source_id, holder)
  left join panel.editions as first on first.series = runs.series and first.position = first_position
  left join panel.editions as last on last.series = runs.series and last.position = last_position
  left join now on now.series = runs.series
  left join panel.counties as counties
    on counties.lat = words.lat and counties.lng = words.lng
    and counties.state = coalesce(words.state, '')
  order by runs.source, runs.source_id, runs.series, runs.holder, first_position`

/**
 * Makes the history of listings by edition, `published.listings_history`, and its public columns,
 * `published.public_listings_history`. Makes `published.bridges`, the farm of each id over time. Adds unread
 * editions to the last snapshot's history at any point in time, so their number per build does not matter.
 */
export const panelSteps: Step[] = [
  step('panel.editions'),
  step('panel.rows'),
  step('panel.carried'),
  step('panel.said'),
  statement('panel.pieces', pieces, { drops: ['panel.rows'] }),
  statement('panel.runs', runs('panel.pieces', 'to_members')),
  statement('panel.public_runs', runs('panel.runs', 'publicly')),
  statement('panel.words', words, { drops: ['panel.pieces', 'panel.carried'] }),
  step('panel.counties', { define: defineCounties }),
  statement('published.listings_history', published('panel.runs', saidToMembers)),
  statement(
    'published.public_listings_history',
    published('panel.public_runs', saidPublicly, 'public_source_id(runs.source_id)'),
  ),
  step('published.bridges'),
]
