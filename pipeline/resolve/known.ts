import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ZodObject } from 'zod'
import { farm } from '../../data/schema/tables/farm.ts'
import { lineage } from '../../data/schema/tables/lineage.ts'
import { provenance } from '../../data/schema/tables/provenance.ts'
import { registry } from '../../data/schema/tables/registry.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { tombstones, type Tombstone } from '../../data/schema/tombstones.ts'
import { literal, sqlFile, type Database } from '../database/database.ts'
import { valuesTable } from '../database/values_table.ts'
import type { Previous } from './previous.ts'

/**
 * Loads what is known of farms before this build:
 *
 * - `known`: every listing ever seen (the registry), and those of removed farms (`removed`).
 *   `live_before` = the previous snapshot had it.
 * - `lineage_before`, `farms_before`, `provenance_before`: the previous snapshot's own.
 *
 * Where the snapshot was made by a pipeline that kept no registry, one is made from its provenance.
 */
export async function loadKnown(
  database: Database,
  previous: Previous | null,
  removed: { inForce: Tombstone[]; lifted: Tombstone[] },
): Promise<void> {
  await loadTable(database, 'farms_before', farm, previous, 'members/farms.parquet')
  await loadTable(database, 'provenance_before', provenance, previous, 'members/provenance.parquet')
  await loadTable(database, 'lineage_before', lineage, previous, 'public/lineage.parquet')
  const registryFile = previous && join(previous.folder, 'members/registry.parquet')
  if (registryFile && !existsSync(registryFile))
    await database.run(
      `create view registry_before as ${sqlFile(import.meta.url, 'from_provenance.sql')}`,
    )
  else await loadTable(database, 'registry_before', registry, previous, 'members/registry.parquet')
  const entombed = [...removed.inForce, ...removed.lifted].flatMap(({ farm_id, at, listings }) =>
    listings.map((listing) => ({ farm_id, removed_at: at, ...listing })),
  )
  await valuesTable(database, 'entombed', entombedTypes, entombed)
  await valuesTable(database, 'tombstones_before', { farm_id: 'VARCHAR', in_force: 'BOOLEAN' }, [
    ...removed.inForce.map(({ farm_id }) => ({ farm_id, in_force: true })),
    ...removed.lifted.map(({ farm_id }) => ({ farm_id, in_force: false })),
  ])
  await database.run(sqlFile(import.meta.url, 'known.sql'), {
    built_at: previous?.manifest.built_at ?? null,
  })
}

const entombedTypes: Record<string, string> = {
  farm_id: 'VARCHAR',
  removed_at: 'TIMESTAMPTZ',
  ...Object.fromEntries(
    columnsOf(tombstones.element.shape.listings.element).map(({ name, type }) => [name, type]),
  ),
}

/** The columns of today's schema, null where an older pipeline did not have them. */
async function loadTable(
  database: Database,
  name: string,
  schema: ZodObject,
  previous: Previous | null,
  path: string,
): Promise<void> {
  const file = previous && join(previous.folder, path)
  const present = file && existsSync(file) ? await columnNames(database, file) : new Set()
  const columns = columnsOf(schema).map(({ name: column, type }) =>
    present.has(column)
      ? `try_cast("${column}" as ${type}) as "${column}"`
      : `null::${type} as "${column}"`,
  )
  const from = present.size > 0 ? `from read_parquet(${literal(file!)})` : 'where false'
  await database.run(`create view ${name} as select ${columns.join(', ')} ${from}`)
}

async function columnNames(database: Database, file: string): Promise<Set<string>> {
  const rows = await database.rows<{ column_name: string }>(
    `describe select * from read_parquet(${literal(file)})`,
  )
  return new Set(rows.map(({ column_name }) => column_name))
}
