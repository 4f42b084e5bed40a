import { readdir } from 'node:fs/promises'
import { join, basename } from 'node:path'
import { syncToDisk } from '../../data/disk/durable_files.ts'
import { fileDigest } from '../../data/file_digest.ts'
import type { SnapshotFile } from '../../data/schema/manifest.ts'
import { digestsFile } from '../../data/schema/descriptions.ts'

/**
 * Lists every file below the snapshot's folders with its size and digest, in path order, and syncs each to
 * disk. `rows` gives the row counts of tables.
 */
export async function describeFiles(
  folder: string,
  rows: Map<string, number>,
): Promise<SnapshotFile[]> {
  const files: SnapshotFile[] = []
  for (const path of await filePaths(folder)) {
    await syncToDisk(join(folder, path))
    files.push({ path, rows: rows.get(path) ?? null, ...(await fileDigest(join(folder, path))) })
  }
  return files
}

/** The paths of all files below a folder, relative to it, sorted. */
export async function filePaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** The text of the file of digests, for `sha256sum -c` in the folder of the public files. */
export const digestLines = (files: readonly SnapshotFile[]): string =>
  files
    .filter(({ path }) => path.startsWith('public/') && path !== digestsFile)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${sha256}  ${basename(path)}\n`)
    .join('')
