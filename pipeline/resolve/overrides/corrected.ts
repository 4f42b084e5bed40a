import { farm } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import type { Database } from '../../database/database.ts'
import { valuesTable } from '../../database/values_table.ts'
import { tracedFields } from '../merge/fields.ts'
import { correctedColumns } from './correct.ts'
import type { Correction } from './read.ts'

const types = new Map<string, string>(columnsOf(farm).map(({ name, type }) => [name, type]))
const wholeFields = ['verification_status']
const named = new Set([...tracedFields.map(({ field }) => field), ...wholeFields])

/**
 * Makes `overrides.corrected_farms`: the merged records that corrections change, as they then are;
 * they are applied in the order of the file. `overrides.corrected_fields` has what each set.
 */
export async function correctFarms(database: Database, corrections: Correction[]): Promise<void> {
  await database.run(`
    create table overrides.corrected_farms as
    from merge.merged
    where farm_id in (select farm_id from overrides.applied)`)
  const byEntry = new Map(corrections.map((each) => [each.entry, each]))
  const fields: CorrectedField[] = []
  for (const { entry, farm_id } of await database.rows<Applied>(
    'select entry, farm_id from overrides.applied order by entry',
  ))
    fields.push(...(await correct(database, farm_id, byEntry.get(entry)!)))
  await valuesTable(database, 'overrides.corrected_fields', fieldTypes, fields)
  await database.run(`
    update overrides.corrected_farms set overridden = fields
    from (
      select farm_id, list(distinct field order by field) as fields
      from overrides.corrected_fields
      group by farm_id
    ) as of_farm
    where of_farm.farm_id = corrected_farms.farm_id`)
}

type Applied = { entry: number; farm_id: string }
type CorrectedField = Applied & { evidence: string; reason: string; field: string }

const fieldTypes = {
  farm_id: 'VARCHAR',
  entry: 'INTEGER',
  evidence: 'VARCHAR',
  reason: 'VARCHAR',
  field: 'VARCHAR',
}

/** Applies one correction, and returns the fields that it set. */
async function correct(
  database: Database,
  farm_id: string,
  { entry, evidence, reason, field, value }: Correction,
): Promise<CorrectedField[]> {
  const columns = correctedColumns(field!, value)
  await update(database, farm_id, columns)
  return Object.keys(columns)
    .filter((name) => named.has(name))
    .map((name) => ({ farm_id, entry, evidence, reason, field: name }))
}

async function update(
  database: Database,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(columns)
  const values = names.map(
    (name, index) => `"${name}" = from_json($v${index}, '"${types.get(name)!}"')`,
  )
  const params = Object.fromEntries(
    names.map((name, index) => [`v${index}`, JSON.stringify(columns[name])]),
  )
  await database.run(
    `update overrides.corrected_farms set ${values.join(', ')} where farm_id = $id`,
    { id, ...params },
  )
}
