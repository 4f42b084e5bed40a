import type { Layout } from '../../../data/schema/layout.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { currentSnapshot, readManifest, SnapshotsError } from '../../snapshots/snapshots.ts'

/** The snapshot that a build starts from. */
export type Previous = { folder: string; manifest: Manifest }

/**
 * The live snapshot of the build folder; null = there is none yet. Throws where there is one that
 * can't be read: without it every farm would be a new one.
 */
export async function previousSnapshot(places: Layout): Promise<Previous | null> {
  const id = await currentSnapshot(places)
  if (id === null) return null
  const folder = places.snapshot(id)
  try {
    return { folder, manifest: await readManifest(folder) }
  } catch (error) {
    throw new SnapshotsError(
      `${places.current} names ${id}, which can't be read, and farm ids come from there: ` +
        `roll back to another snapshot, or remove ${places.current} to begin with new ones`,
      { cause: error },
    )
  }
}
