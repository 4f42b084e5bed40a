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
  manifest as manifestSchema,
  type Manifest,
  type SnapshotFile,
} from '../../../data/schema/manifest.ts'
import { publishedIds } from '../current.ts'
import type { FileChecks } from '../files/file_checks.ts'
import { reader } from '../files/reader.ts'

/** A file's size and SHA-256, found in another thread. */
const digest = (path: string) => reader.ask('digest', path)

/** A bucket's snapshots in the build folder. */
export class LocalCopies {
  readonly #bucket: ReadableBucket
  readonly #layout: Layout
  readonly #checks: FileChecks
  readonly #signal: () => AbortSignal
  readonly #log: Logger

  constructor(
    bucket: ReadableBucket,
    layout: Layout,
    checks: FileChecks,
    signal: () => AbortSignal,
    log: Logger,
  ) {
    this.#bucket = bucket
    this.#layout = layout
    this.#checks = checks
    this.#signal = signal
    this.#log = log
  }

  /**
   * Makes sure that a snapshot is here and whole: repairs a damaged copy, and resumes an interrupted
   * download. A download joins the snapshots only when all its files are right.
   */
  async ensure(entry: PointerEntry): Promise<Manifest> {
    const here = await this.#manifestOf(entry)
    if (here) await this.#mend(here)
    return here ?? this.#download(entry)
  }

  /** Also fetches the snapshots before one, `keep` in all, as far as available. Returns the ids of all. */
  async ensureBefore({ snapshots }: Pointer, id: string, keep: number): Promise<string[]> {
    const kept = [id]
    let manifest = await this.#read(id)
    while (kept.length < keep && manifest?.previous != null) {
      const { previous } = manifest
      const entry = snapshots.find((each) => each.id === previous)
      if (!entry || kept.includes(previous)) break
      kept.push(previous)
      manifest = await this.ensure(entry).catch((error: Error) => {
        this.#log.info({ snapshot: previous }, `not downloaded: ${error.message}`)
        return null
      })
    }
    return kept
  }

  /** Removes all snapshots except some, and partial downloads of others. */
  async prune(kept: ReadonlySet<string>): Promise<void> {
    const { incoming } = this.#layout
    for (const id of await publishedIds(this.#layout)) {
      if (kept.has(id)) continue
      await mkdir(incoming, { recursive: true })
      await rename(this.#layout.snapshot(id), join(incoming, `pruned-${id}`))
      this.#log.info({ snapshot: id }, 'removed the local copy of the snapshot')
    }
    await rm(incoming, { recursive: true, force: true })
  }

  /** Reads the manifest of a local copy; null if it differs from the published manifest. */
  async #manifestOf({ id, manifest_sha256 }: PointerEntry): Promise<Manifest | null> {
    const text = await this.#textOf(id)
    if (text === null || sha256Of(text) !== manifest_sha256) return null
    return manifestSchema.parse(JSON.parse(text))
  }

  async #read(id: string): Promise<Manifest | null> {
    const text = await this.#textOf(id)
    return text === null ? null : manifestSchema.parse(JSON.parse(text))
  }

  /** The text of a manifest; null if it is missing or damaged. */
  #textOf(id: string): Promise<string | null> {
    return readManifestText(this.#layout.snapshot(id)).catch(() => null)
  }

  async #mend({ id, files }: Manifest): Promise<void> {
    for (const file of files) {
      const fault = await this.#checks.faultOf(id, file)
      if (!fault) continue
      this.#log.warn({ snapshot: id, file: file.path }, 'downloading a damaged file again')
      await this.#fetch(id, file, join(this.#layout.snapshot(id), file.path))
      await this.#checks.faultOf(id, file) // records that the file is whole
    }
  }

  async #download(entry: PointerEntry): Promise<Manifest> {
    const { id } = entry
    const began = performance.now()
    const { manifest, text } = await readManifestOf(this.#bucket, entry)
    const folder = join(this.#layout.incoming, id)
    await mkdir(folder, { recursive: true })
    const local = await this.#filesHere()
    const lacking = manifest.files.filter(({ sha256 }) => !local.has(sha256))
    await this.#requireSpace(lacking)
    for (const file of manifest.files) await this.#bring(id, file, folder, local)
    await writeManifestText(folder, text)
    for (const room of ['', ...Object.keys(folderModes)]) await syncToDisk(join(folder, room))
    await makeFolderDurably(this.#layout.snapshots)
    await rm(this.#layout.snapshot(id), { recursive: true, force: true }) // it has another manifest
    await moveDurably(folder, this.#layout.snapshot(id))
    const bytes = lacking.reduce((sum, each) => sum + each.bytes, 0)
    const took_ms = Math.round(performance.now() - began)
    this.#log.info({ snapshot: id, bytes, took_ms }, 'downloaded the snapshot')
    return manifest
  }

  /** Puts a file into the folder: keeps a right one, links another snapshot's, or downloads it. */
  async #bring(
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
    await this.#fetch(id, file, path)
  }

  #fetch(id: string, file: SnapshotFile, path: string): Promise<void> {
    const options = { signal: this.#signal(), digest }
    return download(this.#bucket, places.file(id, file), path, file, options)
  }

  /** The files of the local copies, by digest. */
  async #filesHere(): Promise<Map<string, string>> {
    const paths = new Map<string, string>()
    for (const id of await publishedIds(this.#layout)) {
      const manifest = await this.#read(id).catch(() => null)
      for (const { path, sha256 } of manifest?.files ?? [])
        paths.set(sha256, join(this.#layout.snapshot(id), path))
    }
    return paths
  }

  async #requireSpace(files: SnapshotFile[]): Promise<void> {
    const { root, incoming } = this.#layout
    const { bavail, bsize } = await statfs(root)
    const needed = files.reduce((sum, { bytes }) => sum + bytes, 0) - (await sizeOf(incoming))
    const free = bavail * bsize
    if (needed > free)
      throw new BucketError(
        `the disk of ${root} has ${groupDigits(free)} bytes free, the snapshot needs ${groupDigits(needed)}`,
      )
  }
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
