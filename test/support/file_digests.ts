import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileDigest } from '../../data/file_digest.ts'

/** The digest of each file below a folder, by its path there. */
export async function fileDigests(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const digests = new Map<string, string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    digests.set(relative(folder, path), (await fileDigest(path)).sha256)
  }
  return digests
}
