import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ZodObject } from 'zod'
import { comparability } from '../../../data/schema/tables/history/comparability.ts'
import { edition } from '../../../data/schema/tables/history/edition.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { changeLogFile, loggedChange } from '../../../data/schema/serving/change_log.ts'
import { lineage } from '../../../data/schema/tables/history/lineage.ts'
import { listingRun } from '../../../data/schema/tables/history/listing_run.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { provenance } from '../../../data/schema/tables/provenance.ts'
import { value } from '../../../data/schema/tables/value.ts'
import { registry } from '../../../data/schema/tables/registry.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { tombstones } from '../../../data/schema/tombstones.ts'
import { literal, type Database } from '../../database/database.ts'
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
  const file = (table: string, schema: ZodObject, path: string) =>
    published(table, schema, previous && join(previous.folder, path))
  const registryPath = 'members/registry.parquet'
  const hasRegistry = !previous || existsSync(join(previous.folder, registryPath))
  return [
    given('before.snapshot', snapshotTypes, previous ? [previous.manifest] : []),
    file('before.farms', farm, 'members/farms.parquet'),
    file('before.product_listings', productListing, 'members/product_listings.parquet'),
    file('before.provenance', provenance, 'members/provenance.parquet'),
    file('before.lineage', lineage, 'public/lineage.parquet'),
    file('before.editions', edition, 'public/editions.parquet'),
    file('before.comparability', comparability, 'public/comparability.parquet'),
    file('before.listings_history', listingRun, 'members/listings_history.parquet'),
    file('before.change_log', loggedChange, changeLogFile),
    file('before.values', value, 'members/values.parquet'),
    // Snapshots of older pipelines have no registry.
    hasRegistry ? file('before.registry', registry, registryPath) : step('before.registry'),
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
