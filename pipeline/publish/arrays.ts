import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cellTreeFiles, type CellTreeArrays } from '../../data/schema/serving/cell_tree.ts'
import { arrayFiles } from '../../data/schema/serving/serving.ts'
import type { Database } from '../database/database.ts'
import { buildCellTree } from './cell_tree.ts'

/** Row orders that lists are sorted by; ties by id everywhere. */
const orders = {
  byId: 'id',
  byName: 'lower(strip_accents(name)), id',
  byQuality: 'quality_score desc, id',
  byUpdated: 'updated_at desc nulls last, id',
}

/**
 * Writes the serving arrays (data/schema/serving.ts) and the cell tree of the `farms` table, and
 * returns the tree.
 */
export async function writeArrays(
  database: Database,
  folder: string,
  farms: number,
): Promise<CellTreeArrays> {
  const write = (path: string, array: ArrayBufferView) =>
    writeFile(join(folder, path), bytesOf(array))
  const { lat, lng, id, cells } = await readLocations(database, farms)
  await write(arrayFiles.lat, lat)
  await write(arrayFiles.lng, lng)
  await write(arrayFiles.id, id)
  for (const [name, order] of entries(orders))
    await write(arrayFiles[name], await readOrder(database, order, farms))
  const tree = buildCellTree(cells, lat, lng)
  for (const [name, path] of entries(cellTreeFiles)) await write(path, tree[name])
  return tree
}

async function readLocations(database: Database, farms: number) {
  const lat = new Float64Array(farms).fill(NaN)
  const lng = new Float64Array(farms).fill(NaN)
  const id = Buffer.alloc(farms * 16)
  const cells: bigint[] = []
  let row = 0
  for await (const chunk of database.chunks(
    "select id, lat, lng, ('0x' || h3_order)::ubigint from published.farms",
  ))
    for (const [uuid, latitude, longitude, cell] of chunk as [
      string,
      number | null,
      number | null,
      bigint | null,
    ][]) {
      id.write(uuid.replaceAll('-', ''), row * 16, 'hex')
      if (latitude !== null && longitude !== null && cell !== null) {
        lat[row] = latitude
        lng[row] = longitude
        cells.push(cell)
      }
      row++
    }
  return { lat, lng, id, cells: BigUint64Array.from(cells) }
}

async function readOrder(database: Database, order: string, farms: number): Promise<Uint32Array> {
  const rows = new Uint32Array(farms)
  let at = 0
  for await (const chunk of database.chunks(
    `select rowid::uinteger from published.farms order by ${order}`,
  ))
    for (const [row] of chunk as [number][]) rows[at++] = row
  return rows
}

/** The array's bytes as they lie in memory: little-endian, as on every platform Node runs on here. */
export const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

const entries = <Key extends string, Value>(record: Record<Key, Value>) =>
  Object.entries(record) as [Key, Value][]
