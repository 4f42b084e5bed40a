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
