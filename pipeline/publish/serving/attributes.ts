import { countedFacets } from '../../../data/schema/serving/attributes.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'
import { readCodeLists, withNodeSums } from './code_lists.ts'

/** What market figures count of each farm, from `market.attribute_codes` and `market.farm_codes`. */
export async function attributeColumns(
  database: Database,
  farms: number,
  tree: Columns['tree'],
): Promise<Columns['attributes']> {
  const facets = await readNames(database)
  const codes = Object.values(facets).reduce((sum, each) => sum + each.length, 0)
  const rows = await readCodeLists(database, farms, {
    table: 'market.farm_codes',
    sql: 'select farm, code from market.farm_codes',
    values: 0,
  })
  return { facets, ...withNodeSums(rows, tree, codes) }
}

async function readNames(database: Database): Promise<Columns['attributes']['facets']> {
  const codes = await database.rows<{ facet: string; name: string }>(
    'select facet, name from market.attribute_codes order by code',
  )
  const namesOf = (facet: string) => codes.filter((each) => each.facet === facet)
  return Object.fromEntries(
    countedFacets.map((facet) => [facet, namesOf(facet).map(({ name }) => name)]),
  ) as Columns['attributes']['facets']
}
