import {
  countedFacets,
  listedFacets,
  type ListedFacet,
} from '../../../data/schema/serving/attributes.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import type { Database } from '../../database/database.ts'
import { readCodeLists, withNodeSums } from './code_lists.ts'
import { readNumbers } from './numbers.ts'

/** What market figures count of each farm, from `market.attribute_codes` and `market.farm_codes`. */
export async function attributeColumns(
  database: Database,
  farms: number,
  tree: Columns['tree'],
): Promise<Columns['attributes']> {
  const codes = await database.rows<{ facet: string; name: string }>(
    'select facet, name from market.attribute_codes order by code',
  )
  const namesOf = (facet: string) =>
    codes.filter((each) => each.facet === facet).map(({ name }) => name)
  const facets = Object.fromEntries(countedFacets.map((facet) => [facet, namesOf(facet)]))
  const rows = await readCodeLists(
    database,
    farms,
    'select farm::uinteger, code from market.farm_codes',
  )
  return {
    facets: facets as Columns['attributes']['facets'],
    ...withNodeSums(rows, tree, codes.length),
  }
}

const types = new Map(columnsOf(farm).map(({ name, type }) => [name, type]))

const valuesOf = (field: ListedFacet) =>
  types.get(field) === 'VARCHAR[]' ? `unnest(list_distinct(${field}))` : field

/** SQL: each value that a farm has in a facet. */
const values = listedFacets
  .map(
    (field, place) =>
      `select rowid::uinteger as farm, ${place} as facet, ${valuesOf(field)} as name from published.farms`,
  )
  .join(' union all ')

const codes = `
  select facet, name, (row_number() over (order by facet, name) - 1)::uinteger as code
  from (select distinct facet, name from (${values}) where name is not null)`

/** The values of the farms in the facets that only lists count. */
export async function facetColumns(database: Database, farms: number): Promise<Columns['facets']> {
  const all = await database.rows<{ facet: number; name: string }>(
    `select facet, name from (${codes}) order by code`,
  )
  const names = listedFacets.map((field, place) => [
    field,
    all.filter(({ facet }) => facet === place).map(({ name }) => name),
  ])
  const { rowStarts, rowCodes } = await readCodeLists(database, farms, farmCodes)
  return { names: Object.fromEntries(names) as Columns['facets']['names'], rowStarts, rowCodes }
}

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
