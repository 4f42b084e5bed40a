import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ZodObject } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { lineage } from '../../../data/schema/tables/lineage.ts'
import { provenance } from '../../../data/schema/tables/provenance.ts'
import { registry } from '../../../data/schema/tables/registry.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { tombstones } from '../../../data/schema/tombstones.ts'
import { literal, type Database } from '../../database/database.ts'
import { stepsOf, type Step } from '../../database/step.ts'
import { valuesTable } from '../../database/values_table.ts'
import type { Tombstones } from '../removal/tombstones.ts'
import type { Previous } from './previous.ts'

const step = stepsOf(import.meta.url)

/**
 * What the last snapshot and the file of tombstones say: tables `before.…`. Without a snapshot they
 * are empty.
 */
export const beforeSteps = (previous: Previous | null, removed: Tombstones): Step[] => [
  made('before.snapshot', (database, table) =>
    valuesTable(
      database,
      table,
      { id: 'VARCHAR', built_at: 'TIMESTAMPTZ' },
      previous ? [{ id: previous.manifest.id, built_at: previous.manifest.built_at }] : [],
    ),
  ),
  published('before.farms', farm, previous, 'members/farms.parquet'),
  published('before.provenance', provenance, previous, 'members/provenance.parquet'),
  published('before.lineage', lineage, previous, 'public/lineage.parquet'),
  hasRegistry(previous)
    ? published('before.registry', registry, previous, 'members/registry.parquet')
    : step('before.registry', ['before.provenance', 'before.farms']),
  made('before.tombstones', (database, table) =>
    valuesTable(database, table, tombstoneTypes, [
      ...removed.inForce.map((each) => ({ ...each, in_force: true })),
      ...removed.lifted.map((each) => ({ ...each, in_force: false })),
    ]),
  ),
  made('before.removed_listings', (database, table) =>
    valuesTable(
      database,
      table,
      removedListingTypes,
      [...removed.inForce, ...removed.lifted].flatMap(({ farm_id, at, listings }) =>
        listings.map((listing) => ({ farm_id, removed_at: at, ...listing })),
      ),
    ),
  ),
]

const made = (table: string, make: (database: Database, table: string) => Promise<void>): Step => ({
  name: table,
  reads: [],
  writes: [table],
  run: (database) => make(database, table),
})

/** A pipeline of old kept none. */
const hasRegistry = (previous: Previous | null) =>
  !previous || existsSync(join(previous.folder, 'members/registry.parquet'))

const tombstoneTypes = {
  farm_id: 'VARCHAR',
  reason: 'VARCHAR',
  at: 'VARCHAR',
  expires: 'VARCHAR',
  in_force: 'BOOLEAN',
}

const removedListingTypes: Record<string, string> = {
  farm_id: 'VARCHAR',
  removed_at: 'TIMESTAMPTZ',
  ...Object.fromEntries(
    columnsOf(tombstones.element.shape.listings.element).map(({ name, type }) => [name, type]),
  ),
}

/** A file of the last snapshot in the columns of today's schema, null where it lacks them. */
const published = (table: string, schema: ZodObject, previous: Previous | null, path: string) =>
  made(table, async (database) => {
    const file = previous && join(previous.folder, path)
    const present = file && existsSync(file) ? await columnNames(database, file) : new Set()
    const columns = columnsOf(schema).map(({ name, type }) =>
      present.has(name)
        ? `try_cast("${name}" as ${type}) as "${name}"`
        : `null::${type} as "${name}"`,
    )
    const from = present.size > 0 ? `from read_parquet(${literal(file!)})` : 'where false'
    await database.run(`create view ${table} as select ${columns.join(', ')} ${from}`)
  })

async function columnNames(database: Database, file: string): Promise<Set<string>> {
  const rows = await database.rows<{ column_name: string }>(
    `describe select * from read_parquet(${literal(file)})`,
  )
  return new Set(rows.map(({ column_name }) => column_name))
}
