import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '../../data/schema/manifest.ts'
import {
  servingFile,
  type Card,
  type Columns,
  type Group,
} from '../../data/schema/serving/columns.ts'
import { JsonBody } from '../../server/http/json_body.ts'
import { openCards } from '../../server/snapshot/columns/cards.ts'
import { readColumns as readHeldColumns } from '../../server/snapshot/columns/held_columns.ts'
import { ServingFile } from '../../server/snapshot/columns/serving_file.ts'

/** Reads the cards of a snapshot as the server does, one object a farm. */
export async function readCards(
  folder: string,
  card: Card,
): Promise<{ rows: Record<string, unknown>[]; lines: string[] }> {
  const manifest = await readManifest(folder)
  const { farms, files, schema_version } = manifest
  const { sha256 } = files.find(({ path }) => path === servingFile)!
  const path = join(folder, servingFile)
  using opened = new DisposableStack()
  const held = await readHeldColumns(path, farms, sha256, schema_version)
  const rows = Array.from({ length: farms }, (_, row) => row)
  const append = openCards(held, schema_version, path, () => {}, opened)[card].of(rows)
  const lines = rows.map((row) => {
    const body = new JsonBody()
    append(body, row)
    return `{${body.text('}').toBuffer().toString().slice(1)}`
  })
  return { lines, rows: lines.map((line) => JSON.parse(line)) }
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))

/** Reads a group of columns of a snapshot, as the server does. */
export async function readColumns<Name extends Group>(
  folder: string,
  group: Name,
): Promise<Columns[Name]> {
  const { farms } = await readManifest(folder)
  await using file = await ServingFile.open(join(folder, servingFile), farms)
  return await file.group(group)
}
