import { readdir, readFile } from 'node:fs/promises'
import type { Layout } from '../../data/schema/layout.ts'
import { manifest as manifestSchema } from '../../data/schema/manifest.ts'
import { SnapshotError } from './manifest.ts'

/** Reads the live snapshot's id. Throws a SnapshotError if there is none. */
export async function currentId({ current, root }: Layout): Promise<string> {
  const text = await readFile(current, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new SnapshotError(
      `no snapshot in ${root}: check BUILD_DIR and its disk, or build a snapshot (npm run build -- --help)`,
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
