import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'
import { manifest as manifestSchema, type Manifest } from '../../data/schema/manifest.ts'
import { servingFile } from '../../data/schema/serving/columns.ts'
import { ServingFile } from './columns/serving_file.ts'
import { readManifest } from './manifest.ts'
import { SnapshotError } from './snapshot_error.ts'

/**
 * The snapshots in the build folder, whether the server answers from them or not: what there is to
 * download.
 */
export class PublishedSnapshots {
  readonly #layout: Layout
  readonly #manifests = new Map<string, Manifest>()

  constructor(layout: Layout) {
    this.#layout = layout
  }

  /** Every whole snapshot that this server can read, newest first. */
  async list(): Promise<Manifest[]> {
    const ids = await this.#ids()
    for (const id of this.#manifests.keys()) if (!ids.includes(id)) this.#manifests.delete(id)
    const manifests = await Promise.all(ids.map((id) => this.#manifest(id)))
    return manifests.filter((each) => each !== undefined)
  }

  /** One of them; undefined where there is none of that id. */
  async find(id: string): Promise<Manifest | undefined> {
    return (await this.#ids()).includes(id) ? this.#manifest(id) : undefined
  }

  /** The path of a snapshot's file on disk. */
  path = (id: string, path: string): string => join(this.#layout.snapshot(id), path)

  /** Whether a snapshot holds any of some farms. */
  async holdsAny({ id, farms }: Manifest, farmIds: ReadonlySet<string>): Promise<boolean> {
    if (farmIds.size === 0) return false
    const wanted = [...farmIds].map((farmId) => Buffer.from(farmId.replaceAll('-', ''), 'hex'))
    await using file = await ServingFile.open(this.path(id, servingFile), farms)
    const ids = Buffer.from((await file.column('farms', 'id')).buffer)
    return wanted.some((bytes) => indexOfRow(ids, bytes) !== -1)
  }

  async #ids(): Promise<string[]> {
    const names = await readdir(this.#layout.snapshots).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names
      .filter((name) => manifestSchema.shape.id.safeParse(name).success)
      .toSorted()
      .toReversed()
  }

  /** Snapshots never change, so a manifest is read once. */
  async #manifest(id: string): Promise<Manifest | undefined> {
    const known = this.#manifests.get(id)
    if (known) return known
    try {
      const manifest = await readManifest(this.#layout.snapshot(id), id, [])
      this.#manifests.set(id, manifest)
      return manifest
    } catch (error) {
      if (error instanceof SnapshotError) return undefined // damaged, or of another version
      throw error
    }
  }
}

/** Where 16 bytes stand at a multiple of 16; -1 = nowhere. */
function indexOfRow(rows: Buffer, wanted: Buffer): number {
  let at = rows.indexOf(wanted)
  while (at !== -1 && at % 16 !== 0) at = rows.indexOf(wanted, at + 1)
  return at
}
