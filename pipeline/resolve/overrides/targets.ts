import { sqlFile, type Database } from '../../database/database.ts'
import { valuesTable } from '../../database/values_table.ts'
import type { Correction } from './read.ts'

/** The farm that a correction is of; `present` = the snapshot has it. */
export type Target = { correction: Correction; farm_id: string; present: boolean }

/**
 * Finds the farm of each correction: by its id, through mergers to what it now is part of, or by
 * one of its listings. Those that name no farm ever seen are left out.
 */
export async function findTargets(
  database: Database,
  corrections: Correction[],
): Promise<Target[]> {
  const wanted = corrections.map(({ entry, farm_id, source, source_id }) => ({
    entry,
    farm_id: farm_id ?? null,
    source: source ?? null,
    source_id: source_id ?? null,
  }))
  await valuesTable(database, 'wanted', wantedTypes, wanted)
  const rows = await database.rows<{ entry: number; farm_id: string; present: boolean }>(
    sqlFile(import.meta.url, 'targets.sql'),
  )
  await database.run('drop table wanted')
  const found = new Map(rows.map((row) => [row.entry, row]))
  return corrections.flatMap((correction) => {
    const { farm_id, present } = found.get(correction.entry) ?? {}
    return farm_id && present !== undefined ? [{ correction, farm_id, present }] : []
  })
}

const wantedTypes = {
  entry: 'INTEGER',
  farm_id: 'VARCHAR',
  source: 'VARCHAR',
  source_id: 'VARCHAR',
}
