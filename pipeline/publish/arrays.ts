import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { arrayFiles } from '../../data/schema/serving.ts'
import type { Database } from '../database.ts'

/** Row orders that lists are sorted by; ties by id everywhere. */
const orders = {
  byId: 'id',
  byName: 'lower(strip_accents(name)), id',
  byQuality: 'quality_score desc, id',
  byUpdated: 'updated_at desc nulls last, id',
}

/** Writes the serving arrays (data/schema/serving.ts) of the `farms` table. */
export async function writeArrays(
  database: Database,
  folder: string,
  farms: number,
): Promise<void> {
  const write = (path: string, array: Uint8Array | Uint32Array | Float64Array) =>
    writeFile(join(folder, path), bytesOf(array))
  const located = await readLocations(database, farms)
  await write(arrayFiles.lat, located.lat)
  await write(arrayFiles.lng, located.lng)
  await write(arrayFiles.id, located.id)
  for (const [name, order] of Object.entries(orders))
    await write(arrayFiles[name as keyof typeof orders], await readOrder(database, order, farms))
}

async function readLocations(database: Database, farms: number) {
  const lat = new Float64Array(farms)
  const lng = new Float64Array(farms)
  const id = Buffer.alloc(farms * 16)
  let row = 0
  for await (const chunk of database.chunks('select lat, lng, id from farms'))
    for (const [latitude, longitude, uuid] of chunk as [number | null, number | null, string][]) {
      lat[row] = latitude ?? NaN
      lng[row] = longitude ?? NaN
      id.write(uuid.replaceAll('-', ''), row * 16, 'hex')
      row++
    }
  return { lat, lng, id }
}

async function readOrder(database: Database, order: string, farms: number): Promise<Uint32Array> {
  const rows = new Uint32Array(farms)
  let at = 0
  for await (const chunk of database.chunks(`select rowid::uinteger from farms order by ${order}`))
    for (const [row] of chunk as [number][]) rows[at++] = row
  return rows
}

/** The array's bytes as they lie in memory: little-endian, as on every platform Node runs on here. */
export const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
