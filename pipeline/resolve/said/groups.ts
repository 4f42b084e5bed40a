import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { datedGroups, groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { columnDefinitions } from '../../database/database.ts'

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
export const groupsSaid = `list_filter([${groupNames
  .map((group) => `case when ${says(group)} then '${group}' end`)
  .join(', ')}], lambda name: name is not null)`

/** SQL: the fields of a row's `field_group` as JSON. */
export const groupJson = `case field_group ${groupNames
  .map((group) => {
    const fields = datedGroups[group].map((field) => `'${field}': "${field}"`)
    return `when '${group}' then to_json({${fields.join(', ')}})`
  })
  .join(' ')} end`

/** SQL: the fields of all groups, in their types, from a `field_group` and its `content`. */
export const fieldsOfValue = groupNames
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
