import { join } from 'node:path'
import { sha256Of } from '../../../data/file_digest.ts'
import { writeDurably } from '../../../data/disk/durable_files.ts'
import { digestsFile } from '../../../data/schema/descriptions.ts'
import type { Manifest, SnapshotFile } from '../../../data/schema/manifest.ts'
import { digestLines } from '../../snapshots/digest_lines.ts'
import { citation } from './citation.ts'
import { croissant } from './croissant.ts'
import { dataPackage } from './data_package.ts'
import { describedOf, type Described, type Extent } from './described.ts'
import { licenceText } from './licence.ts'
import { stacCollection } from './stac_collection.ts'
import { views } from './views.ts'

const texts: Record<string, (described: Described) => string> = {
  'public/LICENSE.md': licenceText,
  'public/CITATION.cff': citation,
  'public/farms.sql': views,
  'public/croissant.json': croissant,
  'public/datapackage.json': dataPackage,
  'public/collection.json': stacCollection,
}

/**
 * Writes the files that describe a snapshot beside the public tables, and returns the manifest with them.
 * They follow from manifest and extent alone. They contain the id, so the id is made of the files written
 * before.
 */
export async function describe(
  folder: string,
  manifest: Manifest,
  extent: Extent,
): Promise<Manifest> {
  const described = describedOf(manifest, extent)
  const files = [...manifest.files]
  const write = async (path: string, text: string) => {
    await writeDurably(join(folder, path), text)
    files.push(fileOf(path, text))
  }
  for (const [path, textOf] of Object.entries(texts)) await write(path, textOf(described))
  await write(digestsFile, digestLines(files))
  return { ...manifest, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

function fileOf(path: string, text: string): SnapshotFile {
  const bytes = Buffer.from(text)
  const sha256 = sha256Of(bytes)
  return { path, rows: null, bytes: bytes.length, sha256 }
}
