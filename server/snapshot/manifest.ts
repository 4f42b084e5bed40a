import { readFile, stat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { manifestFiles, readManifestText } from '../../data/disk/manifest_file.ts'
import { manifest as manifestSchema, type Manifest } from '../../data/schema/manifest.ts'
import { versionProblem } from '../../data/schema/versions.ts'
import type { Layout } from '../../data/schema/layout.ts'

/** A snapshot can't be served; the message states the fault and the remedy. */
export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

/**
 * Reads the manifest of the snapshot `id`. Checks that every file that it lists, and every one of `needed`,
 * exists with its size. Throws a SnapshotError that names the file and the remedy.
 */
export async function readManifest(
  folder: string,
  id: string,
  needed: readonly string[],
): Promise<Manifest> {
  const document = await readManifestText(folder)
    .then((text) => parseJson(manifestFiles.manifest, text))
    .catch((error: unknown) => {
      throw refusedSnapshot(id, `its manifest can't be read: ${(error as Error).message}`, error)
    })
  const { schema_version: version = 'unknown' } = versioned.safeParse(document).data ?? {}
  const problem = versionProblem(version)
  if (problem !== null) throw refusedSnapshot(id, `it is of ${problem}`)
  const { data, error } = manifestSchema.safeParse(document)
  if (!data) throw refusedSnapshot(id, `its manifest.json is not valid: ${z.prettifyError(error)}`)
  if (data.id !== id) throw refusedSnapshot(id, `its manifest.json is that of ${data.id}`)
  await checkFiles(folder, data, needed)
  return data
}

/** Makes an error that states why a snapshot is not served, and the remedy. */
export function refusedSnapshot(id: string, what: string, cause?: unknown): SnapshotError {
  const message = `snapshot ${id} is refused: ${what}; build a new one (npm run build -- --help)`
  return new SnapshotError(message, { cause })
}

/** Reads a JSON file. Throws an error that names the file if it is not JSON. */
export const readJson = async (path: string): Promise<unknown> =>
  parseJson(basename(path), await readFile(path, 'utf8'))

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${name} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

const versioned = z.object({ schema_version: z.int() })

async function checkFiles(folder: string, { id, files }: Manifest, needed: readonly string[]) {
  const listed = new Set(files.map(({ path }) => path))
  for (const path of needed)
    if (!listed.has(path)) throw refusedSnapshot(id, `its manifest does not list ${path}`)
  for (const { path, bytes } of files) {
    const found = await stat(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      const what = error.code === 'ENOENT' ? 'is missing' : `can't be read: ${error.message}`
      throw refusedSnapshot(id, `${path} ${what}`, error)
    })
    if (found.size !== bytes)
      throw refusedSnapshot(id, `${path} has ${found.size} bytes, its manifest lists ${bytes}`)
  }
}

/** Reads the live snapshot's id. Throws a SnapshotError if there is none. */
export async function currentId({ current, root }: Layout): Promise<string> {
  const text = await readFile(current, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new SnapshotError(
      `no snapshot in ${root}: build one (npm run build -- --help), publish one to SNAPSHOTS_URL, or check BUILD_DIR and its disk`,
    )
  })
  if (!isSnapshotId(text.trim())) throw new SnapshotError(`${current} names no snapshot`)
  return text.trim()
}

/** Lists the ids of all snapshots in the folder, newest first. */
export async function publishedIds({ snapshots }: Layout): Promise<string[]> {
  const names = await readdir(snapshots).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isSnapshotId).toSorted().reverse()
}

const isSnapshotId = (text: string) => manifestSchema.shape.id.safeParse(text).success
