import type { Database } from '../../database/database.ts'
import type { Intake } from '../../intake/read_sources.ts'
import { authorities } from '../../../data/schema/input/sources_file.ts'
import { valuesTable } from '../../database/values_table.ts'

/**
 * Makes the table `intake.inputs`: what is known of each source file, by its number. `edition` orders the
 * files by age (when they were retrieved, else by name), not by how they were given.
 */
export async function loadInputs(database: Database, intakes: Intake[]): Promise<void> {
  const byAge = intakes.toSorted(
    (a, b) =>
      compare(a.retrieved_at ?? '', b.retrieved_at ?? '') ||
      compare(a.file, b.file) ||
      compare(a.sha256, b.sha256),
  )
  const rows = intakes.map((intake, input) => {
    const { name: source, publisher, licence, retrieved_at, adapter } = intake
    const authority = authorities.indexOf(adapter.authority)
    const edition = byAge.indexOf(intake)
    return { input, source, publisher, licence, retrieved_at, authority, edition }
  })
  await valuesTable(database, 'intake.inputs', types, rows)
}

const types = {
  input: 'INTEGER',
  source: 'VARCHAR',
  publisher: 'VARCHAR',
  licence: 'VARCHAR',
  retrieved_at: 'TIMESTAMPTZ',
  authority: 'INTEGER',
  edition: 'INTEGER',
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
