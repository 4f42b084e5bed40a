import { columnDefinitions } from '../../database/database.ts'
import { statement, stepsOf, type Step } from '../../database/step.ts'
import { defineApostrophes } from '../letters/steps.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { datedGroups, groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'

const step = stepsOf(import.meta.url)

const listing = columnDefinitions(columnsOf(productListing.omit({ farm_id: true })))
const types = new Map<string, string>([
  ...columnsOf(farm).map(({ name, type }) => [name, type] as const),
  ['product_listings', `STRUCT(${listing})[]`],
])

/** SQL condition: a row has a group. */
export const says = (group: DatedGroup): string =>
  group === 'listings'
    ? 'coalesce(len(product_listings) > 0, false)'
    : `(${datedGroups[group].map((field) => `"${field}" is not null`).join(' or ')})`

/** SQL: the names of a row's groups. */
const groupsSaid = `list_filter([${groupNames
  .map((group) => `case when ${says(group)} then '${group}' end`)
  .join(', ')}], lambda name: name is not null)`

/** SQL: the fields of a row's `field_group` as JSON. */
const groupJson = `case field_group ${groupNames
  .map((group) => {
    const fields = datedGroups[group].map((field) => `'${field}': "${field}"`)
    return `when '${group}' then to_json({${fields.join(', ')}})`
  })
  .join(' ')} end`

/** SQL: the fields of all groups, in their types, from a `field_group` and its `content`. */
const fieldsOfValue = groupNames
  .flatMap((group) =>
    datedGroups[group].map(
      (field) => `case when field_group = '${group}' then ${typed(field)} end as "${field}"`,
    ),
  )
  .join(', ')

function typed(field: string): string {
  const type = types.get(field)!
  if (type === 'VARCHAR') return `with_apostrophes(content ->> '${field}')`
  if (type === 'JSON') return `nullif((content -> '${field}')::varchar, 'null')::json`
  return `(content -> '${field}')::${type}`
}

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
    `select seq, unnest(${groupsSaid}) as field_group
    from said.rows
    join intake.rows using (seq)`,
  ),
  step('said.newest'),
  statement(
    'said.statements',
    `select newest.* replace (coalesce(newest.content, ${groupJson}) as content)
    from said.newest as newest
    left join intake.rows as read on read.seq = newest.seq`,
    { drops: ['said.newest'] },
  ),
  step('said.carried', { drops: ['said.groups'] }),
  statement(
    'said.carried_rows',
    `select
      seq, farm_id, source, source_id, said_at as stated_at, ${fieldsOfValue},
      case when field_group = 'hours' then said_at end as hours_confirmed_at
    from said.carried`,
    { define: defineApostrophes },
  ),
  step('said.accuracy'),
  step('published.values'),
]
