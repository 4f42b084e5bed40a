import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './assets.ts'

/** Writes a file below the site's folder. Until it is complete, readers get the former file. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await place(path, (aside) => writeFile(aside, content))
}

/** Places an unchanging file at another path, as a link, or as a copy on another disk. */
export async function placeFile(from: string, path: string): Promise<void> {
  if (existsSync(path)) return
  await place(path, async (aside) => {
    await rm(aside, { force: true })
    await link(from, aside).catch(() => copyFile(from, aside))
  })
}

async function place(path: string, write: (aside: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.new`
  await write(aside)
  await rename(aside, path)
}

/**
 * Writes files into a folder named by their digest, below `kind` of the site, and returns its path in the
 * site. The folder appears complete or not at all.
 */
export async function placeFolder(site: string, kind: string, files: Files): Promise<string> {
  const digest = createHash('sha256')
  for (const [name, content] of files) digest.update(`${name} ${content.length} `).update(content)
  const path = `${kind}/${digest.digest('hex').slice(0, 16)}`
  if (existsSync(join(site, path))) return path
  const aside = join(site, kind, 'new')
  await rm(aside, { recursive: true, force: true })
  for (const [name, content] of files) {
    await mkdir(dirname(join(aside, name)), { recursive: true })
    await writeFile(join(aside, name), content)
  }
  await rename(aside, join(site, path))
  return path
}

/** Removes everything from a folder except some names. */
export async function keepOnly(folder: string, names: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { recursive: true })
}
