import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { servingFile } from '../../data/schema/serving/columns.ts'
import { FarmAttributes } from './columns/attributes.ts'
import { openCards } from './columns/cards.ts'
import { FarmIds } from './columns/ids.ts'
import { FarmPrices } from './columns/prices.ts'
import { RowOrder } from './columns/row_order.ts'
import { ServingFile } from './columns/serving_file.ts'
import { Terms } from './columns/terms.ts'
import { TextIndex } from './columns/text_index.ts'
import { SnapshotDatabase, type QueryLimits } from './database.ts'
import { Lineage } from './lineage.ts'
import { readManifest, refusal } from './manifest.ts'
import { HiddenFarms } from './sets/hidden_farms.ts'
import { Places } from './sets/places.ts'
import { RowSets } from './sets/row_sets.ts'
import { CellTree } from './tree/cell_tree.ts'

/** A snapshot ready to answer from. */
export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

/** Row orders of lists, by the value of the `sort` parameter. */
export type SortOrder = keyof Snapshot['orders']

export type OpenOptions = { query: QueryLimits; setsMemory_bytes: number }

/** What DuckDB sees of a snapshot: its views, and the files behind them. */
const views = {
  farms: 'members/farms.parquet',
  product_listings: 'members/product_listings.parquet',
  lineage: 'public/lineage.parquet',
  changes: 'public/changes.parquet',
  member_changes: 'members/changes.parquet',
}

/**
 * Opens a snapshot whole. Throws a SnapshotError that names the file and the remedy where the
 * snapshot is missing, incomplete, of another schema version, or not what its manifest says.
 */
export async function openSnapshot(layout: Layout, id: string, options: OpenOptions) {
  const folder = layout.snapshot(id)
  const manifest = await readManifest(folder, id, [servingFile, ...Object.values(views)])
  try {
    return await openFiles(folder, manifest, options)
  } catch (error) {
    throw refusal(id, (error as Error).message, error)
  }
}

async function openFiles(
  folder: string,
  manifest: Manifest,
  { query, setsMemory_bytes }: OpenOptions,
) {
  const { id, farms } = manifest
  const path = join(folder, servingFile)
  // What is opened so far is closed again where the rest can't be.
  using opened = new DisposableStack()
  await using file = await ServingFile.open(path, farms)
  const cards = await openCards(file, path, opened)
  const database = await SnapshotDatabase.open(folder, views, query)
  opened.defer(() => database.close())
  const snapshot = {
    id,
    manifest,
    farms,
    cards,
    ...(await readPlaces(file, farms)),
    ...(await readAnswers(file, manifest)),
    lineage: await Lineage.read(database),
    sets: new RowSets(database, farms, setsMemory_bytes),
    database,
  }
  const kept = opened.move()
  return { ...snapshot, close: () => kept.dispose() }
}

/** Which farm is in which row, and where. */
async function readPlaces(file: ServingFile, farms: number) {
  const { lat, lng, id } = await file.group('farms')
  const { byId, byName, byQuality, byUpdated } = await file.group('orders')
  const tree = await file.group('tree')
  const ids = new FarmIds(id, byId)
  const hidden = new HiddenFarms(ids, farms)
  return {
    ids,
    hidden,
    tree: new CellTree(tree, { lat, lng, compareIds: ids.compare, hidden }),
    places: new Places(lat, lng, tree.end[0]!),
    orders: {
      name: new RowOrder(byName),
      '-quality_score': new RowOrder(byQuality),
      '-updated_at': new RowOrder(byUpdated),
    },
  }
}

/** What is known of the farms. */
async function readAnswers(file: ServingFile, { id, built_at, synthetic }: Manifest) {
  const { stats, terms } = await file.group('documents')
  const data = { snapshot: id, built_at, synthetic, removed_since: 0, ...stats }
  return {
    attributes: new FarmAttributes(await file.group('attributes')),
    prices: new FarmPrices(await file.group('prices')),
    schedules: await file.group('schedules'),
    text: new TextIndex(await file.column('words', 'list'), {
      name: await file.group('nameWords'),
      city: await file.group('cityWords'),
      description: await file.group('descriptionWords'),
    }),
    terms: new Terms(terms),
    /** The answer of /v1/stats while no farm is hidden. */
    statsBody: Buffer.from(JSON.stringify({ data })),
  }
}
