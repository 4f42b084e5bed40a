import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import { locationResolution } from '../../data/geography/cells.ts'
import { syntheticFarms } from '../../data/sample/generate.ts'
import type { FeedFarm } from '../../data/schema/input/farm_feed.ts'
import { publicFarm } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { tables } from '../../data/schema/tables/tables.ts'
import { jsonLines, openDatabase } from '../../pipeline/database/database.ts'
import { writeTable } from '../../pipeline/publish/parquet.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

type Farm = { id: string; lat: number; lng: number }

/** So many farms differ; more are the same again, in other places. */
const different = 12_000

/**
 * Writes `public/farms.parquet` of synthetic farms as a build does, without the build: in row order, with
 * the columns that the sample knows. All have a location. Returns its path and the farms.
 */
export async function manyFarms(
  life: Lifetime,
  count: number,
): Promise<{ path: string; farms: Farm[] }> {
  const folder = await temporaryFolder(life)
  const located = [...syntheticFarms({ count: 2 * Math.min(count, different), seed: 1 })].filter(
    isLocated,
  )
  const rows = Array.from({ length: count }, (_, index) =>
    rowOf(located[index % different]!, Math.floor(index / different)),
  ).toSorted((a, b) => (a.order < b.order ? -1 : 1))
  const lines = join(folder, 'farms.jsonl')
  await writeFile(lines, rows.map((row) => JSON.stringify(row)).join('\n'))
  const database = await openDatabase(join(folder, 'farms.duckdb'))
  const path = join(folder, 'farms.parquet')
  const table = tables.find((each) => each.path === 'public/farms.parquet')!
  await database.run(`create table farms as from ${jsonLines(lines, columnsOf(publicFarm))}`)
  await writeTable(database, path, table, { from: 'farms' })
  database.close()
  return { path, farms: rows.map(({ id, lat, lng }) => ({ id, lat, lng })) }
}

const isLocated = (farm: FeedFarm): farm is FeedFarm & { lat: number; lng: number } =>
  typeof farm.lat === 'number' && typeof farm.lng === 'number'

/**
 * What a build makes of a farm of the sample, so many steps of some ten kilometers away from its place; fields that
 * no column is named after are ignored.
 */
function rowOf(farm: FeedFarm & { lat: number; lng: number }, steps: number) {
  const [lat, lng] = [farm.lat + steps / 10, farm.lng + steps / 7]
  const h3_cell = latLngToCell(lat, lng, locationResolution)
  const id = uuidOf(`${farm.source_id} ${steps}`)
  return {
    ...farm,
    order: `${h3_cell} ${id}`,
    id,
    lat,
    lng,
    location_precision: 'exact',
    h3_cell,
    sources: ['farm-feed'],
    listing_count: 1,
  }
}

const uuidOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
