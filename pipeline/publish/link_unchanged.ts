import { link, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isWhole } from '../../data/file_digest.ts'
import type { SnapshotFile } from '../../data/schema/manifest.ts'
import type { Previous } from '../resolve/before/previous.ts'

/**
 * Replaces each file of a new snapshot that equals one of the snapshot before by a link to that one. If the
 * older file is damaged, or the file system refuses the link, the new file stays.
 */
export async function linkUnchanged(
  folder: string,
  files: SnapshotFile[],
  before: Previous,
): Promise<void> {
  const digests = new Map(before.manifest.files.map(({ path, sha256 }) => [path, sha256]))
  for (const { path, sha256 } of files) {
    const older = join(before.folder, path)
    if (digests.get(path) === sha256 && (await isWhole(older, sha256)))
      await replaceByLink(older, join(folder, path))
  }
}

async function replaceByLink(older: string, path: string): Promise<void> {
  const linked = `${path}-linked`
  const isLinked = await link(older, linked).then(
    () => true,
    () => false,
  )
  if (isLinked) await rename(linked, path)
}
