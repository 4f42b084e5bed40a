import type { CorrectableField } from '../../../data/schema/input/decision.ts'
import type { TermField } from '../../../data/schema/serving/fields.ts'
import { farm, type Farm } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { categoriesOf, vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import type { Database } from '../../database/database.ts'
import { valuesTable } from '../../database/values_table.ts'
import { readSchedules } from '../../normalize/hours/schedules.ts'
import { termColumns, type TermColumns } from '../../normalize/terms/terms.ts'
import { tracedFields } from '../merge/fields.ts'
import type { Decided } from './read.ts'

const types = new Map(columnsOf(farm).map(({ name, type }) => [name, type]))
const named = new Set([...tracedFields.map(({ field }) => field), 'verification_status'])
const fieldTypes = {
  farm_id: 'VARCHAR',
  entry: 'INTEGER',
  evidence: 'VARCHAR',
  reason: 'VARCHAR',
  field: 'VARCHAR',
}

/**
 * Makes `decisions.corrected_farms`: the merged records after corrections, applied in the order of the file.
 * `decisions.corrected_fields` lists the fields that each correction set.
 */
export async function correctFarms(
  database: Database,
  corrections: Decided<'correct'>[],
): Promise<void> {
  await database.run(`
    create table decisions.corrected_farms as
    from merge.merged
    where farm_id in (select farm_id from decisions.applied)`)
  const byEntry = new Map(corrections.map((each) => [each.entry, each]))
  const fields: object[] = []
  for (const { entry, farm_id } of await database.rows<{ entry: number; farm_id: string }>(
    'select entry, farm_id from decisions.applied order by entry',
  )) {
    const { evidence, reason, field, value } = byEntry.get(entry)!
    const columns = correctedColumns(field, value)
    await update(database, farm_id, columns)
    for (const name of Object.keys(columns).filter((each) => named.has(each)))
      fields.push({ farm_id, entry, evidence, reason, field: name })
  }
  await valuesTable(database, 'decisions.corrected_fields', fieldTypes, fields)
  await database.run(`
    update decisions.corrected_farms set overridden = fields
    from (
      select farm_id, list(distinct field order by field) as fields
      from decisions.corrected_fields
      group by farm_id
    ) as of_farm
    where of_farm.farm_id = corrected_farms.farm_id`)
}

async function update(database: Database, id: string, columns: Record<string, unknown>) {
  const values = Object.keys(columns).map(
    (name) => `"${name}" = from_json($${name}, '"${types.get(name)!}"')`,
  )
  const params = Object.entries(columns).map(([name, value]) => [name, JSON.stringify(value)])
  await database.run(
    `update decisions.corrected_farms set ${values.join(', ')} where farm_id = $farm_id`,
    { farm_id: id, ...Object.fromEntries(params) },
  )
}

/**
 * The columns that a corrected field sets: its value, in terms of the vocabulary if it is a list of terms,
 * and the columns that depend on it.
 */
function correctedColumns(field: CorrectableField, value: unknown): Record<string, unknown> {
  if (field === 'location')
    return value === null
      ? { lat: null, lng: null, location_precision: null }
      : { ...(value as { lat: number; lng: number }), location_precision: 'exact' }
  if (field === 'hours') return hoursColumns(value as Farm['hours'])
  if (vocabularyOf(field)) return listColumns(field as TermField, value as string[] | null)
  return { [field]: value }
}

function listColumns(field: TermField, terms: string[] | null) {
  const columns = termColumns(field, terms)
  if (field !== 'products') return columns
  const { products } = columns as TermColumns
  return { ...columns, categories: products && categoriesOf(products), categories_other: null }
}

function hoursColumns(texts: Farm['hours']) {
  const given = Object.entries(texts ?? {})
  const schedules = given.map(([name, times]) => ({ name, season: null, times }))
  const { hours, hours_json } = readSchedules(schedules)
  return { hours, hours_json, hours_confirmed_at: null }
}
