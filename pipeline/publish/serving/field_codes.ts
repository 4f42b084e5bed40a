import { fieldsWith, storedName, type CodeGroup } from '../../../data/schema/serving/fields.ts'
import type { Database } from '../../database/database.ts'
import { readCodeLists } from './code_lists.ts'

/** The codes of each farm's values in a group of fields, and the values by field: see `codeSteps`. */
export async function codeColumns(database: Database, group: CodeGroup, farms: number) {
  const codes = await database.rows<{ field: string; name: string }>(
    `select field, name from market.${group.slice(0, -1)}_codes order by code`,
  )
  const namesOf = (field: string) =>
    codes.filter((each) => each.field === field).map(({ name }) => name)
  const names = fieldsWith({ in: group }).map(storedName)
  const farmCodes = `select farm, code from market.farm_${group}`
  const { rowStarts, rowCodes } = await readCodeLists(database, farms, farmCodes)
  return {
    names: Object.fromEntries(names.map((field) => [field, namesOf(field)])),
    codes: codes.length,
    rowStarts,
    rowCodes,
  }
}
