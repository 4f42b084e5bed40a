import { fieldsWith, specOf, storedName } from '../../../data/schema/serving/fields.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'
import { readCodeLists, withNodeSums } from './code_lists.ts'
import { readNumbers } from './numbers.ts'

/** What market figures count of each farm, from `market.attribute_codes` and `market.farm_codes`. */
export async function attributeColumns(
  database: Database,
  farms: number,
  tree: Columns['tree'],
): Promise<Columns['attributes']> {
  const facets = await namesOf(database, true, 'market.attribute_codes')
  const farmCodes = 'select farm::uinteger, code from market.farm_codes'
  const rows = await readCodeLists(database, farms, farmCodes)
  return { facets, ...withNodeSums(rows, tree, Object.values(facets).flat().length) }
}

/** The values of the farms in the fields that only lists count. */
export async function facetColumns(database: Database, farms: number): Promise<Columns['facets']> {
  const names = await namesOf(database, false, `(${codes})`)
  const { rowStarts, rowCodes } = await readCodeLists(database, farms, farmCodes)
  return { names, rowStarts, rowCodes }
}

/** The names of each field that market figures count, or of each other field, by a table of codes. */
async function namesOf(database: Database, market: boolean, table: string) {
  const codes = await database.rows<{ facet: string; name: string }>(
    `select facet, name from ${table} order by code`,
  )
  const fields = fieldsWith({ market }).map(storedName)
  return Object.fromEntries(
    fields.map((field) => [
      field,
      codes.filter(({ facet }) => facet === field).map(({ name }) => name),
    ]),
  )
}

/** SQL: each value that a farm has in a field. */
const values = fieldsWith({ market: false })
  .map((field, place) => {
    const name = specOf(field).kind === 'many' ? `unnest(list_distinct(${field}))` : field
    return `select rowid::uinteger as farm, ${place} as place, '${field}' as facet, ${name} as name from published.farms`
  })
  .join(' union all ')

const codes = `
  select facet, name, (row_number() over (order by place, name) - 1)::uinteger as code
  from (select distinct place, facet, name from (${values}) where name is not null)`

const farmCodes = `
  select farm, code
  from (${values}) as farm_values
  join (${codes}) as codes using (facet, name)
  order by farm, code`

/** The cities of the farms. */
export async function cityColumns(database: Database, farms: number): Promise<Columns['cities']> {
  const found = await database.rows<{ city: string }>(`select city from (${cities}) order by place`)
  const ofRow = new Uint32Array(farms)
  await readNumbers(database, cityOfRow(found.length), ofRow)
  return { names: found.map(({ city }) => city), ofRow }
}

const cities = `
  select city, (row_number() over (order by city) - 1)::uinteger as place
  from (select distinct city from published.farms where city is not null)`

const cityOfRow = (unknown: number) => `
  select coalesce(place, ${unknown})::uinteger
  from published.farms
  left join (${cities}) as cities using (city)
  order by farms.rowid`
