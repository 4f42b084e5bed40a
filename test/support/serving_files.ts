import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../data/schema/manifest.ts'
import {
  servingFile,
  type Card,
  type Columns,
  type Group,
} from '../../data/schema/serving/columns.ts'
import { ServingFile } from '../../server/snapshot/columns/serving_file.ts'

/** Reads the cards of a snapshot, one object a farm, cut where their starts say. */
export async function readCards(
  folder: string,
  card: Card,
): Promise<{ rows: Record<string, unknown>[]; lines: string[] }> {
  const { lines: bytes, starts } = await readColumns(folder, `${card}Cards`)
  const text = Buffer.from(bytes)
  const lines = Array.from(starts.subarray(1), (end, row) =>
    text.toString('utf8', starts[row], end),
  )
  return { lines, rows: lines.map((line) => JSON.parse(line)) }
}

/** Reads a group of columns of a snapshot, as the server does. */
export async function readColumns<Name extends Group>(
  folder: string,
  group: Name,
): Promise<Columns[Name]> {
  const { farms }: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  await using file = await ServingFile.open(join(folder, servingFile), farms)
  return await file.group(group)
}
