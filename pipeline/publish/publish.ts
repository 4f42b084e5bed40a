import { existsSync } from 'node:fs'
import { rename, link } from 'node:fs/promises'
import { join } from 'node:path'
import {
  makeFolderDurably,
  moveDurably,
  syncToDisk,
  writeDurably,
} from '../../data/disk/durable_files.ts'
import { writeManifestText } from '../../data/disk/manifest_file.ts'
import { folderModes, type Layout } from '../../data/schema/layout.ts'
import type { Manifest, SnapshotFile } from '../../data/schema/manifest.ts'
import type { Tombstone } from '../../data/schema/tombstones.ts'
import { writeTombstones } from '../resolve/removal/tombstones.ts'
import { isWhole } from '../../data/file_digest.ts'
import type { Previous } from '../resolve/before/previous.ts'

/**
 * Makes the finished folder the live snapshot: writes the manifest last, renames the folder into place, then
 * switches `current` atomically. If it is killed between any two steps, the last snapshot stays live.
 * `tombstones`: every removed farm.
 */
export async function publish(
  layout: Layout,
  folder: string,
  manifest: Manifest,
  tombstones: Tombstone[],
): Promise<void> {
  await makeFolderDurably(layout.work)
  // First, so that no moment shows a removed farm again.
  await writeTombstones(layout, tombstones)
  await writeManifestText(folder, JSON.stringify(manifest, null, 2) + '\n')
  for (const part of ['', ...Object.keys(folderModes)]) await syncToDisk(join(folder, part))
  await makeFolderDurably(layout.snapshots)
  const place = layout.snapshot(manifest.id)
  // The id names moment and content: a snapshot that has it already is this one.
  const isNew = !existsSync(place)
  const current = isNew ? layout.publishing : join(layout.work, 'current')
  await writeDurably(current, manifest.id + '\n')
  if (isNew) await rename(folder, place)
  await syncToDisk(layout.snapshots)
  await moveDurably(current, layout.current)
}

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
