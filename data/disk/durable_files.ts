import { existsSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a small file and forces it to the disk. `mode` is a new file's. */
export async function writeDurably(path: string, text: string, mode = 0o666): Promise<void> {
  await using file = await open(path, 'w', mode)
  await file.writeFile(text)
  await file.sync()
}

/**
 * Replaces a small file so that after a crash at any moment it has either the old or the new text. The new
 * text is first written to `temporary`, on the same disk.
 */
export async function replaceAtomically(
  path: string,
  text: string,
  temporary: string,
  mode?: number,
): Promise<void> {
  await writeDurably(temporary, text, mode)
  await moveDurably(temporary, path)
}

/** Renames a file or folder, replacing an existing file, and forces the new name to the disk. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncToDisk(dirname(to))
}

/** Forces a file, or the entries of a folder (new names, renames), to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  await using opened = await open(path)
  await opened.sync()
}

/** Makes a folder and the missing ones above it, and forces their names to the disk. `mode` is the folder's own. */
export async function makeFolderDurably(path: string, mode = 0o777): Promise<void> {
  if (existsSync(path)) return
  await makeFolderDurably(dirname(path))
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error // another process made it
  })
  await syncToDisk(dirname(path))
}
