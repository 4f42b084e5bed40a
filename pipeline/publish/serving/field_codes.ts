import { fieldsWith, storedName, type CodeGroup } from '../../../data/schema/serving/fields.ts'
import type { Database } from '../../database/database.ts'
import { readCodeLists } from './code_lists.ts'

/** What `codeSteps` makes: the values by code, and the codes of each farm. */
const tables: Record<CodeGroup, { codes: string; ofFarms: string }> = {
  attributes: { codes: 'market.attribute_codes', ofFarms: 'market.farm_attributes' },
  facets: { codes: 'market.facet_codes', ofFarms: 'market.farm_facets' },
}

/** The codes of each farm's values in a group of fields, and the values by field. */
export async function codeColumns(database: Database, group: CodeGroup, farms: number) {
  const codes = await database.rows<{ field: string; name: string }>(
    `select field, name from ${tables[group].codes} order by code`,
  )
  const namesOf = (field: string) =>
    codes.filter((each) => each.field === field).map(({ name }) => name)
  const names = fieldsWith({ in: group }).map(storedName)
  const farmCodes = `select farm, code from ${tables[group].ofFarms}`
  const { rowStarts, rowCodes } = await readCodeLists(database, farms, farmCodes)
  return {
    names: Object.fromEntries(names.map((field) => [field, namesOf(field)])),
    codes: codes.length,
    rowStarts,
    rowCodes,
  }
}
