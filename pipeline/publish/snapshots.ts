import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'
import { manifest as manifestSchema, type Manifest } from '../../data/schema/manifest.ts'

/** The id of the live snapshot; null = none yet. */
export async function currentSnapshot({ current }: Layout): Promise<string | null> {
  return (await readIfPresent(current))?.trim() ?? null
}

/** Every published snapshot, oldest first. */
export async function listSnapshots(
  layout: Layout,
): Promise<{ manifest: Manifest; live: boolean }[]> {
  const current = await currentSnapshot(layout)
  const ids = await readdir(layout.snapshots).catch(emptyWhenMissing)
  return Promise.all(
    ids.toSorted().map(async (id) => {
      const manifest = await readManifest(layout.snapshot(id))
      return { manifest, live: manifest.id === current }
    }),
  )
}

/** Reads and checks a snapshot's manifest. Throws where it is missing or not a manifest. */
export async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
}

const readIfPresent = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
