import { farm } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import type { Database } from '../../database/database.ts'
import { valuesTable } from '../../database/values_table.ts'
import { tracedFields } from '../fields.ts'
import { correctedColumns } from './correct.ts'
import type { Target } from './targets.ts'

const types = new Map<string, string>([
  ...columnsOf(farm).map(({ name, type }): [string, string] => [name, type]),
  ['h3_order', 'VARCHAR'],
])
const wholeFields = new Set(['verification_status'])
const traced = new Set(tracedFields.map(({ field }) => field))

/**
 * Puts corrected values into the merged records (table `special`), in the order of the file, and
 * keeps what was corrected by which entry in the table `corrections`.
 */
export async function applyOverrides(
  database: Database,
  file: string,
  targets: Target[],
): Promise<void> {
  const kept: {
    farm_id: string
    entry: number
    evidence: string
    reason: string
    field: string
  }[] = []
  for (const { farm_id, correction } of targets) {
    const { entry, evidence, reason, field, value } = correction
    const columns = correctedColumns(field!, value, await timezoneOf(database, farm_id))
    await update(database, farm_id, columns)
    for (const field of Object.keys(columns).filter(
      (name) => traced.has(name) || wholeFields.has(name),
    ))
      kept.push({ farm_id, entry, evidence, reason, field })
  }
  await valuesTable(database, 'corrected', correctedTypes, kept)
  await database.run(
    `create table corrections as
     select farm_id, entry, evidence, reason, $file as file, list(field order by field) as fields
     from (from corrected qualify row_number() over (partition by farm_id, field order by entry desc) = 1)
     group by all`,
    { file },
  )
  await database.run(`
    update special set overridden = fields
    from (select farm_id, list(distinct field) as fields from corrected group by farm_id) as of_farm
    where of_farm.farm_id = special.farm_id`)
}

const correctedTypes = {
  farm_id: 'VARCHAR',
  entry: 'INTEGER',
  evidence: 'VARCHAR',
  reason: 'VARCHAR',
  field: 'VARCHAR',
}

async function timezoneOf(database: Database, id: string): Promise<string | null> {
  const [row] = await database.rows<{ timezone: string | null }>(
    'select timezone from special where farm_id = $id',
    { id },
  )
  return row?.timezone ?? null
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
  await database.run(`update special set ${values.join(', ')} where farm_id = $id`, {
    id,
    ...params,
  })
}
