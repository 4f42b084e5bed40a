import { open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileDigest } from '../../data/file_digest.ts'
import type { SnapshotFile } from '../../data/schema/manifest.ts'

/**
 * Lists every file below the snapshot's folders with its size and digest, in path order, and
 * forces each to the disk. `rows` gives the row counts of those that are tables.
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

/** The paths of all files below a folder, relative to it, in order. */
export async function filePaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** Writes a small file and forces it to the disk. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'w')
  await file.writeFile(text)
  await file.sync()
}

/**
 * Replaces a small file so that after a crash at any moment either the old or the new text is
 * there. The new one is written at `temporary` first, on the same disk.
 */
export async function replaceAtomically(
  path: string,
  text: string,
  temporary: string,
): Promise<void> {
  await writeDurably(temporary, text)
  await rename(temporary, path)
  await syncToDisk(dirname(path))
}

/** Forces a file, or the entries of a folder (new names, renames), to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  await using opened = await open(path)
  await opened.sync()
}
