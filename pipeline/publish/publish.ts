import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'
import {
  manifest as manifestSchema,
  schemaVersion,
  type Manifest,
} from '../../data/schema/manifest.ts'
import { replaceAtomically, syncFolder, writeDurably } from '../snapshots/files.ts'

/** A snapshot's id: when it was built, and what is in it. Ids sort by time. */
export function snapshotId(builtAt: Date, files: Manifest['files']): string {
  const content = createHash('sha256')
  for (const { path, sha256 } of files) content.update(`${path} ${sha256}\n`)
  const time = builtAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `${time}Z-${content.digest('hex').slice(0, 8)}`
}

/**
 * Makes the finished folder a snapshot and the live one: the manifest last, then a rename into
 * place, then the atomic switch of `current`. Killed between any two steps it leaves the last
 * snapshot live.
 */
export async function publish(
  layout: Layout,
  folder: string,
  content: Omit<Manifest, 'schema_version'>,
): Promise<void> {
  const manifest = manifestSchema.parse({ schema_version: schemaVersion, ...content })
  await writeDurably(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2) + '\n')
  for (const part of ['', 'public', 'members', 'serving']) await syncFolder(join(folder, part))
  await mkdir(layout.snapshots, { recursive: true })
  const place = layout.snapshot(manifest.id)
  // The id names moment and content: a snapshot that has it already is this one.
  if (!existsSync(place)) {
    await writeDurably(layout.publishing, manifest.id)
    await rename(folder, place)
  }
  await syncFolder(layout.snapshots)
  await replaceAtomically(layout.current, manifest.id + '\n', join(layout.work, 'current'))
}
