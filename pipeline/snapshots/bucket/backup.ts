import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ReadableBucket } from '../../../data/bucket/bucket.ts'
import { fetchSnapshot } from '../../../data/bucket/fetch_snapshot.ts'
import { places } from '../../../data/bucket/places.ts'
import type { PointerEntry, PointerVersion } from '../../../data/bucket/pointer.ts'
import { readRemovedFarms } from '../../../data/bucket/removed_farms.ts'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import { closedFileMode, type Layout } from '../../../data/schema/layout.ts'
import { makeFolder } from '../../../data/system_failure.ts'
import { currentSnapshot, SnapshotsError } from '../snapshots.ts'
import { verifySnapshot } from '../verify.ts'
import { lockBuildFolder } from '../workspace.ts'

/** The files beside the snapshots that the next build needs, by name. */
const keptFiles = ({ decisions, tombstones, quarantine, runs }: Layout) => ({
  'decisions.jsonl': decisions,
  'tombstones.json': tombstones,
  'quarantine.json': quarantine,
  'runs.jsonl': runs,
})
type Backup = Record<string, string>
const backup = z.record(z.string(), z.string())
/** A reader takes no more: some hundred years of nights. */
export const mostBackup_bytes = 200_000_000

/** The text of a backup: those files as JSON, and the decisions that the build of snapshot `id` applied. */
export async function backupOf(layout: Layout, id: string): Promise<string> {
  const applied = join(layout.report(id), 'decisions.jsonl')
  const paths = { ...keptFiles(layout), ...(existsSync(applied) && { 'decisions.jsonl': applied }) }
  const texts: Backup = {}
  for (const [name, path] of Object.entries(paths))
    if (existsSync(path)) texts[name] = await readFile(path, 'utf8')
  return JSON.stringify(texts)
}

/**
 * Brings an empty build folder back from a published snapshot: its files, and the files of its backup.
 * Existing files stay. Returns the names of restored files. Throws a SnapshotsError if the folder has a live
 * snapshot, or the bucket has public files only.
 */
export async function restore(
  bucket: ReadableBucket,
  { pointer }: PointerVersion,
  entry: PointerEntry,
  layout: Layout,
  done?: (share: number) => void,
): Promise<string[]> {
  const { address } = bucket
  if (pointer.public_only)
    throw new SnapshotsError(
      `${address} holds public files only; restore needs members/ and private/`,
    )
  await makeFolder(layout.root)
  using _ = await lockBuildFolder(layout)
  const live = await currentSnapshot(layout)
  if (live !== null)
    throw new SnapshotsError(
      `${layout.root} has ${live}: move it away, or name an empty folder by --out DIR`,
    )
  const folder = join(layout.work, entry.id)
  await mkdir(layout.work, { recursive: true })
  await fetchSnapshot(bucket, entry, folder, { done })
  const { problems } = await verifySnapshot(folder, { rows: false })
  if (problems.length > 0)
    throw new SnapshotsError(`${entry.id} is damaged: ${problems.join('; ')}`)
  const texts = await readBackup(bucket, pointer, entry)
  const restored: string[] = []
  for (const [name, path] of Object.entries(keptFiles(layout))) {
    const text = texts[name]
    if (text === undefined || existsSync(path)) continue
    await replaceAtomically(path, text, join(layout.work, name), closedFileMode)
    restored.push(name)
  }
  await mkdir(layout.snapshots, { recursive: true })
  await rename(folder, layout.snapshot(entry.id))
  await replaceAtomically(layout.current, entry.id + '\n', join(layout.work, 'current'))
  await rm(layout.work, { recursive: true })
  return restored
}

/** The backup; before there were any, at least the ids of the removed farms. */
async function readBackup(
  bucket: ReadableBucket,
  pointer: PointerVersion['pointer'],
  { id }: PointerEntry,
): Promise<Backup> {
  const read = await bucket.read(places.backup(id), mostBackup_bytes)
  if (read) return backup.parse(JSON.parse(read.text))
  return { 'tombstones.json': JSON.stringify(await readRemovedFarms(bucket, pointer)) }
}
