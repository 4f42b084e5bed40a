import { join } from 'node:path'
import { z } from 'zod'
import { attributes, attributesFile } from '../../data/schema/serving/attributes.ts'
import { cellTreeFiles, type CellTreeArrays } from '../../data/schema/serving/cell_tree.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import {
  arrayFiles,
  servingFiles,
  statsFile,
  termLists,
  termsFile,
  type Card,
} from '../../data/schema/serving/serving.ts'
import { readArray, type ArrayKind } from './columns/arrays.ts'
import { FarmAttributes } from './columns/attributes.ts'
import { openCards, type Lines } from './columns/cards.ts'
import { CellTree } from './tree/cell_tree.ts'
import { SnapshotDatabase, type QueryLimits } from './database.ts'
import { HiddenFarms } from './sets/hidden_farms.ts'
import { FarmIds } from './columns/ids.ts'
import { Lineage } from './lineage.ts'
import { readJson, readManifest, refusal } from './manifest.ts'
import { Places } from './sets/places.ts'
import { FarmPrices } from './columns/prices.ts'
import { RowOrder } from './columns/row_order.ts'
import { RowSets } from './sets/row_sets.ts'
import { openSchedules, type Schedules } from './columns/schedules.ts'
import { ServingFolder } from './columns/serving_folder.ts'
import { Terms } from './columns/terms.ts'
import { openTextIndex, type TextIndex } from './columns/text_index.ts'

/** Row orders of lists, by the value of the `sort` parameter. */
export type SortOrder = 'name' | '-quality_score' | '-updated_at'

/** A snapshot ready to answer from. */
export type Snapshot = {
  id: string
  manifest: Manifest
  farms: number
  cards: Record<Card, Lines>
  ids: FarmIds
  lineage: Lineage
  hidden: HiddenFarms
  tree: CellTree
  orders: Record<SortOrder, RowOrder>
  sets: RowSets
  terms: Terms
  places: Places
  attributes: FarmAttributes
  prices: FarmPrices
  schedules: Schedules
  text: TextIndex
  database: SnapshotDatabase
  /** The answer of /v1/stats while no farm is hidden. */
  statsBody: Buffer
  close(): void
}

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
export async function openSnapshot(
  layout: Layout,
  id: string,
  options: OpenOptions,
): Promise<Snapshot> {
  const folder = layout.snapshot(id)
  const manifest = await readManifest(folder, id, [...servingFiles, ...Object.values(views)])
  try {
    return await openFiles(folder, manifest, options)
  } catch (error) {
    throw refusal(id, (error as Error).message, error)
  }
}

async function openFiles(
  folder: string,
  manifest: Manifest,
  options: OpenOptions,
): Promise<Snapshot> {
  const { id, farms } = manifest
  const array = <T>(name: keyof typeof arrayFiles, kind: ArrayKind<T>, length = farms) =>
    readArray(join(folder, arrayFiles[name]), kind, length)
  const order = async (name: keyof typeof arrayFiles) =>
    new RowOrder(await array(name, Uint32Array))
  const [idBytes, byId] = [
    await array('id', Uint8Array, farms * 16),
    await array('byId', Uint32Array),
  ]
  const ids = new FarmIds(idBytes, byId)
  const hidden = new HiddenFarms(ids, farms)
  const [lat, lng] = [await array('lat', Float64Array), await array('lng', Float64Array)]
  // What is opened so far is closed again where the rest can't be.
  using opened = new DisposableStack()
  const database = await SnapshotDatabase.open(folder, views, options.query)
  opened.defer(() => database.close())
  const cards = await openCards(folder, farms, opened)
  const tree = await readTree(folder, manifest)
  const serving = new ServingFolder(folder, manifest)
  const counted = attributes.parse(await serving.json(attributesFile))
  const snapshot = {
    id,
    manifest,
    farms,
    cards,
    ids,
    lineage: await Lineage.read(database),
    hidden,
    tree: new CellTree(tree, { lat, lng, compareIds: ids.compare, hidden }),
    places: new Places(lat, lng, tree.end[0]!),
    attributes: await FarmAttributes.open(serving, counted.facets, farms, tree.first.length),
    prices: await FarmPrices.open(serving, counted.price_kinds, farms, tree.first.length),
    schedules: await openSchedules(serving, farms),
    text: await openTextIndex(serving),
    orders: {
      name: await order('byName'),
      '-quality_score': await order('byQuality'),
      '-updated_at': await order('byUpdated'),
    },
    sets: new RowSets(database, farms, options.setsMemory_bytes),
    terms: new Terms(termLists.parse(await readJson(join(folder, termsFile)))),
    database,
    statsBody: statsBody(manifest, await readJson(join(folder, statsFile))),
  }
  const kept = opened.move()
  return { ...snapshot, close: () => kept.dispose() }
}

function statsBody({ id, built_at, synthetic }: Manifest, stats: unknown): Buffer {
  const payload = z.record(z.string(), z.unknown()).parse(stats)
  const data = { snapshot: id, built_at, synthetic, removed_since: 0, ...payload }
  return Buffer.from(JSON.stringify({ data }))
}

async function readTree(folder: string, { files }: Manifest): Promise<CellTreeArrays> {
  const read = <T>(name: keyof CellTreeArrays, kind: ArrayKind<T>) => {
    const { bytes } = files.find(({ path }) => path === cellTreeFiles[name])!
    return readArray(join(folder, cellTreeFiles[name]), kind, bytes / kind.BYTES_PER_ELEMENT)
  }
  return {
    first: await read('first', Uint32Array),
    end: await read('end', Uint32Array),
    firstChild: await read('firstChild', Uint32Array),
    childCount: await read('childCount', Uint32Array),
    cell: await read('cell', BigUint64Array),
    ball: await read('ball', Float64Array),
  }
}
