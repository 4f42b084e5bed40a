import { join } from 'node:path'
import { groupDigits } from '../../../data/digit_grouping.ts'
import type { Manifest, SnapshotFile } from '../../../data/schema/manifest.ts'
import { dictionaryColumns, tables } from '../../../data/schema/tables/tables.ts'
import type { SnapshotDatabase } from '../database.ts'
import type { FarmIds } from '../columns/ids.ts'

/** DuckDB's names of the types of columns that Parquet stores otherwise; others keep their name. */
const readAs: Record<string, string[]> = {
  TIMESTAMPTZ: ['TIMESTAMP WITH TIME ZONE'],
  JSON: ['JSON', 'VARCHAR'],
}

/** Limits of decompression: a file that exceeds both, its own size times the ratio and the bytes, is refused. */
const [mostRatio, most_bytes] = [200, 64_000_000]

/** The number of rows whose ids are compared with those of the serving file. */
const comparedRows = 16

/**
 * Checks that the tables behind answers hold what their schema says: sizes, columns, types, numbers of rows,
 * points on the globe, and the ids of the serving file. A file may have the digest of its manifest and be
 * wrong all the same. Throws an Error that names the file and the fault.
 */
export async function checkContent(
  database: SnapshotDatabase,
  folder: string,
  views: Record<string, string>,
  manifest: Manifest,
  ids: FarmIds,
): Promise<void> {
  for (const [view, path] of Object.entries(views)) {
    const file = manifest.files.find((each) => each.path === path)!
    await requireSmall(database, folder, file)
    const faults = columnFaults(path, manifest.schema_version, await columnsOf(database, view))
    if (faults.length > 0) throw new Error(`${path}: ${faults.slice(0, 3).join('; ')}`)
    const [[rows] = []] = await database.rows(`select count(*)::double from ${view}`)
    if (rows !== file.rows)
      throw new Error(`${path}: ${String(rows)} rows, its manifest lists ${file.rows}`)
  }
  await requireOnGlobe(database)
  await requireSameIds(database, manifest.farms, ids)
}

/** Decompressed, a small file can fill the memory. */
async function requireSmall(
  database: SnapshotDatabase,
  folder: string,
  { path, bytes }: SnapshotFile,
): Promise<void> {
  const [[size] = []] = await database.rows(
    'select coalesce(sum(total_uncompressed_size), 0)::double from parquet_metadata($path)',
    { path: join(folder, path) },
  )
  if (Number(size) > most_bytes && Number(size) > mostRatio * bytes)
    throw new Error(`${path}: ${groupDigits(Number(size))} bytes when decompressed`)
}

async function columnsOf(database: SnapshotDatabase, view: string): Promise<Map<string, string>> {
  const rows = await database.rows(
    `select column_name, column_type from (describe select * from ${view})`,
  )
  return new Map(rows.map(([name, type]) => [String(name), String(type)]))
}

function columnFaults(path: string, version: number, found: Map<string, string>): string[] {
  const table = tables.find((each) => each.path === path)!
  return dictionaryColumns(table)
    .filter(({ name, since }) => (since ?? 1) <= version && !['geometry', 'bbox'].includes(name))
    .flatMap(({ name, type }) => {
      const is = found.get(name)
      if (is === undefined) return [`it lacks the column ${name}`]
      const fits = (readAs[type] ?? [type]).some((each) => plainType(each) === plainType(is))
      return fits ? [] : [`its column ${name} is ${is}, not ${type}`]
    })
}

const plainType = (type: string) => type.replaceAll('"', '')

async function requireOnGlobe(database: SnapshotDatabase): Promise<void> {
  const [[wrong] = []] = await database.rows(
    `select id::varchar from farms
     where not coalesce(lat between -90 and 90 and lng between -180 and 180, lat is null and lng is null)
     limit 1`,
  )
  if (wrong !== undefined)
    throw new Error(`members/farms.parquet: farm ${String(wrong)} is nowhere`)
}

async function requireSameIds(database: SnapshotDatabase, farms: number, ids: FarmIds) {
  const step = Math.max(1, Math.floor(farms / comparedRows))
  const rows = await database.rows(
    'select id::varchar, file_row_number::double from farms where file_row_number % $step = 0',
    { step },
  )
  const wrong = rows.find(([id, row]) => ids.rowOf(String(id)) !== row)
  if (wrong) throw new Error(`members/farms.parquet: farm ${String(wrong[0])} is in another row`)
}
