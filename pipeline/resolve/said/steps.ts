import type { Database } from '../../database/database.ts'
import { statement, stepsOf, task, type Step } from '../../database/step.ts'
import { withApostrophes } from '../letters/apostrophes.ts'
import { fieldsOfValue, groupJson, groupsSaid } from './groups.ts'

const step = stepsOf(import.meta.url)

/**
 * Makes `said.statements`, the newest statement of each listing about each group of fields, from the rows of
 * all editions read and from the last snapshot's. It does not depend on the editions that one build reads.
 *
 * `said.carried` has the statements that fill a farm's missing groups. `said.carried_rows` has their fields
 * as rows for merging, with negative numbers.
 */
export const saidSteps: Step[] = [
  step('said.farms'),
  step('said.rows'),
  statement(
    'said.groups',
    `create table said.groups as
    select seq, unnest(${groupsSaid}) as field_group
    from said.rows
    join intake.rows using (seq)`,
  ),
  step('said.newest'),
  statement(
    'said.statements',
    `create table said.statements as
    select newest.* replace (coalesce(newest.content, ${groupJson}) as content)
    from said.newest as newest
    left join intake.rows as read on read.seq = newest.seq`,
    { drops: ['said.newest'] },
  ),
  step('said.carried', { drops: ['said.groups'] }),
  task('said.carried_rows', ['said.carried'], carriedRows),
  step('said.accuracy'),
  step('published.values'),
]

async function carriedRows(database: Database): Promise<void> {
  database.define('with_apostrophes', ['VARCHAR'], withApostrophes)
  await database.run(`
    create table said.carried_rows as
    select
      seq, farm_id, source, source_id, said_at as stated_at, ${fieldsOfValue},
      case when field_group = 'hours' then said_at end as hours_confirmed_at
    from said.carried`)
}
