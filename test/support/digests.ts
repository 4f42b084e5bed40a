import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeManifestText } from '../../data/disk/manifest_file.ts'
import { fileDigest } from '../../data/file_digest.ts'
import type { Manifest } from '../../data/schema/manifest.ts'

/** Writes the sizes and digests that the files of a snapshot have now into its manifest. */
export async function correctDigests(folder: string): Promise<void> {
  const path = join(folder, 'manifest.json')
  const manifest: Manifest = JSON.parse(await readFile(path, 'utf8'))
  for (const file of manifest.files) Object.assign(file, await fileDigest(join(folder, file.path)))
  await writeManifestText(folder, JSON.stringify(manifest))
}
