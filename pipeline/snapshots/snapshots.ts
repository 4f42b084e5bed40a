import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { z } from 'zod'
import { readManifestText } from '../../data/disk/manifest_file.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { manifest as manifestSchema, type Manifest } from '../../data/schema/manifest.ts'
import { systemFailure } from '../../data/system_failure.ts'
import { ClockBehind, judgeClock } from '../runs/clock.ts'
import { readLedger } from '../runs/ledger.ts'

/** The build folder is not in the state that a command needs; the message explains it. */
export class SnapshotsError extends Error {
  override name = 'SnapshotsError'
}

/** The id of the live snapshot; null = none yet. */
export async function currentSnapshot({ current }: Layout): Promise<string | null> {
  return (await readIfPresent(current))?.trim() ?? null
}

/** The ids of folders named like snapshots, oldest first. */
export async function publishedIds({ snapshots }: Layout): Promise<string[]> {
  const names = await namesIn(snapshots)
  return names.filter((name) => manifestSchema.shape.id.safeParse(name).success)
}

/** The sorted names in a folder; none if the folder does not exist. */
export const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? (await readdir(folder)).toSorted() : []

export type ListedSnapshot = {
  id: string
  live: boolean
  manifest: Manifest | null
  /** The reason why a published manifest can't be read. */
  fault?: string
}

/** Every published snapshot, oldest first; `manifest` is null if unreadable. */
export async function listSnapshots(layout: Layout): Promise<ListedSnapshot[]> {
  const current = await currentSnapshot(layout)
  const ids = await publishedIds(layout)
  return Promise.all(
    ids.map(async (id) => ({
      id,
      live: id === current,
      manifest: await readManifest(layout.snapshot(id)).catch(() => null),
    })),
  )
}

/**
 * Reads and checks a snapshot's manifest. Throws a SnapshotsError if it is missing or damaged; every other
 * failure of the system unchanged: the manifest may be whole.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readManifestText(folder)))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && systemFailure(error)) throw error
    const detail = error instanceof z.ZodError ? z.prettifyError(error) : message
    const fault = code === 'ENOENT' ? 'it is not there' : detail
    throw new SnapshotsError(`${folder}/manifest.json can't be read: ${fault}`, { cause: error })
  }
}

/** The live snapshot; null = none yet. Throws a SnapshotsError with the remedy if it is damaged. */
export async function liveSnapshot(
  places: Layout,
): Promise<{ folder: string; manifest: Manifest } | null> {
  const id = await currentSnapshot(places)
  if (id === null) return null
  const folder = places.snapshot(id)
  try {
    return { folder, manifest: await readManifest(folder) }
  } catch (error) {
    if (!(error instanceof SnapshotsError)) throw error
    throw new SnapshotsError(
      `${error.message}; it is of the live snapshot, and farm ids come from there: roll back to ` +
        `another snapshot, or remove ${places.current} to begin with new ids`,
      { cause: error },
    )
  }
}

/** The text of a file; null if there is none. */
export const readIfPresent = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/**
 * The moment by which a command judges what has expired: that of the next build, so that a clock that leapt
 * ends nothing. With a clock before the live snapshot, it is when that was built.
 */
export async function expiryIn(places: Layout, now = new Date()): Promise<Date> {
  const live = (await liveSnapshot(places))?.manifest ?? null
  try {
    return judgeClock(readLedger(places).runs, live, now, places.root).expiry
  } catch (error) {
    if (error instanceof ClockBehind) return new Date(live!.built_at)
    throw error
  }
}
