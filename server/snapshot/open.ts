import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { cellTreeFiles, type CellTreeArrays } from '../../data/schema/cell_tree.ts'
import type { Layout } from '../../data/schema/layout.ts'
import {
  manifest as manifestSchema,
  schemaVersion,
  type Manifest,
} from '../../data/schema/manifest.ts'
import { arrayFiles, statsFile, termsFile, type Card } from '../../data/schema/serving.ts'
import { readArray, type ArrayKind } from './arrays.ts'
import { openCards, type Lines } from './cards.ts'
import { CellTree } from './cell_tree.ts'
import { SnapshotDatabase, type QueryLimits } from './database.ts'
import { FarmIds } from './ids.ts'
import { RowOrder } from './row_order.ts'
import { RowSets } from './row_sets.ts'
import { SnapshotError } from './snapshot_error.ts'
import { Terms, termLists } from './terms.ts'

/** Row orders of lists, by the name of the `sort` parameter. */
export type SortOrder = 'name' | '-quality_score' | '-updated_at'

/** A snapshot ready to answer from. */
export type Snapshot = {
  id: string
  manifest: Manifest
  farms: number
  cards: Record<Card, Lines>
  ids: FarmIds
  tree: CellTree
  orders: Record<SortOrder, RowOrder>
  sets: RowSets
  terms: Terms
  database: SnapshotDatabase
  /** The answer of /v1/stats. */
  statsBody: Buffer
  close(): void
}

export type OpenOptions = { query: QueryLimits; setsMemory_bytes: number }

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
  const manifest = await readManifest(folder, id)
  await checkFiles(folder, manifest)
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
  const ids = new FarmIds(
    await array('id', Uint8Array, farms * 16),
    await array('byId', Uint32Array),
  )
  const located = {
    lat: await array('lat', Float64Array),
    lng: await array('lng', Float64Array),
    compareIds: ids.compare,
  }
  const cards = await openCards(folder, farms)
  const stats = z.record(z.string(), z.unknown()).parse(await readJson(join(folder, statsFile)))
  const views = {
    farms: 'members/farms.parquet',
    product_listings: 'members/product_listings.parquet',
  }
  const database = await SnapshotDatabase.open(folder, views, options.query)
  return {
    id,
    manifest,
    farms,
    cards,
    ids,
    tree: new CellTree(await readTree(folder, manifest), located),
    orders: {
      name: new RowOrder(await array('byName', Uint32Array)),
      '-quality_score': new RowOrder(await array('byQuality', Uint32Array)),
      '-updated_at': new RowOrder(await array('byUpdated', Uint32Array)),
    },
    sets: new RowSets(database, farms, options.setsMemory_bytes),
    terms: new Terms(termLists.parse(await readJson(join(folder, termsFile)))),
    database,
    statsBody: Buffer.from(
      JSON.stringify({
        data: {
          snapshot: id,
          built_at: manifest.built_at,
          synthetic: manifest.synthetic,
          ...stats,
        },
      }),
    ),
    close() {
      database.close()
      for (const lines of Object.values(cards)) lines.close()
    },
  }
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

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

async function readManifest(folder: string, id: string): Promise<Manifest> {
  const document = await readJson(join(folder, 'manifest.json')).catch((error: unknown) => {
    throw refusal(id, `its manifest.json can't be read (${(error as Error).message})`, error)
  })
  const { schema_version: version } =
    z.object({ schema_version: z.int() }).safeParse(document).data ?? {}
  if (version !== schemaVersion)
    throw refusal(
      id,
      `it is of schema version ${version ?? 'unknown'}, this server reads ${schemaVersion}`,
    )
  const { data, error } = manifestSchema.safeParse(document)
  if (!data) throw refusal(id, `its manifest.json is not valid: ${z.prettifyError(error)}`)
  return data
}

async function checkFiles(folder: string, { id, files }: Manifest): Promise<void> {
  const listed = new Set(files.map(({ path }) => path))
  for (const path of [
    ...Object.values(arrayFiles),
    ...Object.values(cellTreeFiles),
    statsFile,
    termsFile,
  ])
    if (!listed.has(path)) throw refusal(id, `its manifest does not list ${path}`)
  for (const { path, bytes } of files) {
    const found = await stat(join(folder, path)).catch(() => null)
    if (!found) throw refusal(id, `${path} is missing`)
    if (found.size !== bytes)
      throw refusal(id, `${path} has ${found.size} bytes, its manifest says ${bytes}`)
  }
}

const refusal = (id: string, what: string, cause?: unknown) =>
  new SnapshotError(
    `snapshot ${id} is refused: ${what}; build one anew (npm run build -- --help)`,
    { cause },
  )
