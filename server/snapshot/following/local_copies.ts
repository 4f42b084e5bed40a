import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { sha256Of } from '../../../data/file_digest.ts'
import { BucketError, type ReadableBucket } from '../../../data/bucket/bucket.ts'
import { download } from '../../../data/bucket/download.ts'
import { readManifestOf } from '../../../data/bucket/fetch_snapshot.ts'
import { places } from '../../../data/bucket/places.ts'
import type { PointerEntry, Pointer } from '../../../data/bucket/pointer.ts'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { makeFolderDurably, moveDurably, syncToDisk } from '../../../data/disk/durable_files.ts'
import { readManifestText, writeManifestText } from '../../../data/disk/manifest_file.ts'
import { folderMode, folderModes, type Layout } from '../../../data/schema/layout.ts'
import {
  bytesOf,
  manifest as manifestSchema,
  type Manifest,
  type SnapshotFile,
} from '../../../data/schema/manifest.ts'
import { publishedIds } from '../manifest.ts'
import type { FileChecks } from '../files/file_checks.ts'
import { reader } from '../files/reader.ts'

/** A file's size and SHA-256, found in another thread. */
const digest = (path: string) => reader.ask('digest', path)

/** A bucket, and the build folder that holds copies of its snapshots. `signal`: aborts a download. */
export type Copies = {
  bucket: ReadableBucket
  layout: Layout
  checks: FileChecks
  signal: () => AbortSignal
  log: Logger
}

/**
 * Makes sure that a snapshot is here and whole: repairs a damaged copy, and resumes an interrupted
 * download. A download joins the snapshots only when all its files are right.
 */
export async function ensureCopy(copies: Copies, entry: PointerEntry): Promise<Manifest> {
  const text = await textOf(copies, entry.id)
  if (text === null || sha256Of(text) !== entry.manifest_sha256) return downloadCopy(copies, entry)
  const manifest = manifestSchema.parse(JSON.parse(text))
  await mend(copies, manifest)
  return manifest
}

/** Also fetches the snapshots before one, `keep` in all, as far as available. Returns the ids of all. */
export async function ensureCopiesBefore(
  copies: Copies,
  { snapshots }: Pointer,
  id: string,
  keep: number,
): Promise<string[]> {
  const kept = [id]
  let manifest = await readCopy(copies, id)
  while (kept.length < keep && manifest?.previous != null) {
    const { previous } = manifest
    const entry = snapshots.find((each) => each.id === previous)
    if (!entry || kept.includes(previous)) break
    kept.push(previous)
    manifest = await ensureCopy(copies, entry).catch((error: Error) => {
      copies.log.info({ snapshot: previous }, `not downloaded: ${error.message}`)
      return null
    })
  }
  return kept
}

/** Removes all snapshots except some, and partial downloads of others. */
export async function pruneCopies(
  { layout, log }: Copies,
  kept: ReadonlySet<string>,
): Promise<void> {
  const { incoming } = layout
  for (const id of await publishedIds(layout)) {
    if (kept.has(id)) continue
    await mkdir(incoming, { recursive: true })
    await rename(layout.snapshot(id), join(incoming, `pruned-${id}`))
    log.info({ snapshot: id }, 'removed the local copy of the snapshot')
  }
  await rm(incoming, { recursive: true, force: true })
}

async function readCopy(copies: Copies, id: string): Promise<Manifest | null> {
  const text = await textOf(copies, id)
  return text === null ? null : manifestSchema.parse(JSON.parse(text))
}

/** The text of a manifest; null if it is missing or damaged. */
function textOf({ layout }: Copies, id: string): Promise<string | null> {
  return readManifestText(layout.snapshot(id)).catch(() => null)
}

async function mend(copies: Copies, { id, files }: Manifest): Promise<void> {
  const { layout, checks, log } = copies
  for (const file of files) {
    const fault = await checks.faultOf(id, file)
    if (!fault) continue
    log.warn({ snapshot: id, file: file.path }, 'downloading a damaged file again')
    await fetchFile(copies, id, file, join(layout.snapshot(id), file.path))
    await checks.faultOf(id, file) // records that the file is whole
  }
}

async function downloadCopy(copies: Copies, entry: PointerEntry): Promise<Manifest> {
  const { bucket, layout, log } = copies
  const { id } = entry
  const began = performance.now()
  const { manifest, text } = await readManifestOf(bucket, entry)
  const folder = join(layout.incoming, id)
  await mkdir(folder, { recursive: true })
  const local = await filesHere(copies)
  const lacking = manifest.files.filter(({ sha256 }) => !local.has(sha256))
  await requireSpace(copies, lacking)
  for (const file of manifest.files) await bring(copies, id, file, folder, local)
  await writeManifestText(folder, text)
  for (const room of ['', ...Object.keys(folderModes)]) await syncToDisk(join(folder, room))
  await makeFolderDurably(layout.snapshots)
  await rm(layout.snapshot(id), { recursive: true, force: true }) // it has another manifest
  await moveDurably(folder, layout.snapshot(id))
  const bytes = bytesOf(lacking)
  const took_ms = Math.round(performance.now() - began)
  log.info({ snapshot: id, bytes, took_ms }, 'downloaded the snapshot')
  return manifest
}

/** Puts a file into the folder: keeps a right one, links another snapshot's, or downloads it. */
async function bring(
  copies: Copies,
  id: string,
  file: SnapshotFile,
  folder: string,
  local: ReadonlyMap<string, string>,
): Promise<void> {
  const path = join(folder, file.path)
  await makeFolderDurably(dirname(path), folderMode(basename(dirname(path))))
  const isRight = async () => existsSync(path) && (await digest(path)).sha256 === file.sha256
  if (await isRight()) return
  await rm(path, { force: true })
  const twin = local.get(file.sha256)
  // Files of snapshots never change, so two names are as good as two copies.
  if (twin) await link(twin, path).catch(() => copyFile(twin, path).catch(() => {}))
  if (twin && (await isRight())) return
  await fetchFile(copies, id, file, path)
}

function fetchFile(copies: Copies, id: string, file: SnapshotFile, path: string): Promise<void> {
  const options = { signal: copies.signal(), digest }
  return download(copies.bucket, places.file(id, file), path, file, options)
}

/** The files of the local copies, by digest. */
async function filesHere(copies: Copies): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for (const id of await publishedIds(copies.layout)) {
    const manifest = await readCopy(copies, id).catch(() => null)
    for (const { path, sha256 } of manifest?.files ?? [])
      paths.set(sha256, join(copies.layout.snapshot(id), path))
  }
  return paths
}

async function requireSpace(copies: Copies, files: SnapshotFile[]): Promise<void> {
  const { root, incoming } = copies.layout
  const { bavail, bsize } = await statfs(root)
  const needed = bytesOf(files) - (await sizeOf(incoming))
  const free = bavail * bsize
  if (needed > free)
    throw new BucketError(
      `the disk of ${root} has ${groupDigits(free)} bytes free, the snapshot needs ${groupDigits(needed)}`,
    )
}

/** Adds up the bytes of the files below a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
