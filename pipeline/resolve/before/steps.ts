import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ZodObject } from 'zod'
import { changeLogFile, loggedChange } from '../../../data/schema/serving/change_log.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { tombstones } from '../../../data/schema/tombstones.ts'
import { literal } from '../../../data/sql_literal.ts'
import type { Database } from '../../database/database.ts'
import { given, stepsOf, task, type Step } from '../../database/step.ts'
import type { Tombstones } from '../removal/tombstones.ts'
import type { Previous } from './previous.ts'

const step = stepsOf(import.meta.url)

/**
 * Loads the last snapshot and the file of tombstones into tables `before.…`. Without a snapshot they are
 * empty.
 */
export function beforeSteps(previous: Previous | null, { inForce, lifted }: Tombstones): Step[] {
  const removed = [
    ...inForce.map((each) => ({ ...each, in_force: true })),
    ...lifted.map((each) => ({ ...each, in_force: false })),
  ]
  const listings = removed.flatMap(({ farm_id, at, listings }) =>
    listings.map((listing) => ({ farm_id, removed_at: at, ...listing })),
  )
  const file = (path: string, schema = tables.find((table) => table.path === path)!.schema) =>
    published(
      `before.${basename(path, '.parquet')}`,
      schema,
      previous && join(previous.folder, path),
    )
  const registry = 'members/registry.parquet'
  const hasRegistry = !previous || existsSync(join(previous.folder, registry))
  return [
    given('before.snapshot', snapshotTypes, previous ? [previous.manifest] : []),
    file('members/farms.parquet'),
    file('members/product_listings.parquet'),
    file('members/provenance.parquet'),
    file('public/lineage.parquet'),
    file('public/editions.parquet'),
    file('public/comparability.parquet'),
    file('members/listings_history.parquet'),
    file(changeLogFile, loggedChange),
    file('members/values.parquet'),
    // Snapshots of older pipelines have no registry.
    hasRegistry ? file(registry) : step('before.registry'),
    given('before.tombstones', tombstoneTypes, removed),
    given('before.removed_listings', listingTypes, listings),
  ]
}

const snapshotTypes = { id: 'VARCHAR', built_at: 'TIMESTAMPTZ' }
const tombstoneTypes = {
  farm_id: 'VARCHAR',
  reason: 'VARCHAR',
  at: 'VARCHAR',
  expires: 'VARCHAR',
  decision: 'INTEGER',
  in_force: 'BOOLEAN',
}

const listingTypes: Record<string, string> = {
  farm_id: 'VARCHAR',
  removed_at: 'TIMESTAMPTZ',
  ...Object.fromEntries(
    columnsOf(tombstones.element.shape.listings.element).map(({ name, type }) => [name, type]),
  ),
}

/** A file of the last snapshot in the columns of today's schema; columns that it lacks are null. */
const published = (table: string, schema: ZodObject, file: string | null) =>
  task(table, [], async (database) => {
    const present = file && existsSync(file) ? await columnNames(database, file) : []
    const columns = columnsOf(schema).map(({ name, type }) =>
      present.includes(name)
        ? `try_cast("${name}" as ${type}) as "${name}"`
        : `null::${type} as "${name}"`,
    )
    const from = present.length > 0 ? `from read_parquet(${literal(file!)})` : 'where false'
    await database.run(`create view ${table} as select ${columns.join(', ')} ${from}`)
  })

async function columnNames(database: Database, file: string): Promise<string[]> {
  const rows = await database.rows<{ column_name: string }>(
    `describe from read_parquet(${literal(file)})`,
  )
  return rows.map(({ column_name }) => column_name)
}
