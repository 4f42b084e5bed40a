import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'
import { manifest as manifestSchema, type Manifest } from '../../data/schema/manifest.ts'
import { servingFile } from '../../data/schema/serving/columns.ts'
import { FarmIds } from './columns/ids.ts'
import { ServingFile } from './columns/serving_file.ts'
import { readManifest, SnapshotError } from './manifest.ts'

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
    await using file = await ServingFile.open(this.path(id, servingFile), farms)
    const ids = new FarmIds(await file.column('farms', 'id'), await file.column('orders', 'byId'))
    return [...farmIds].some((farmId) => ids.rowOf(farmId) !== undefined)
  }

  async #ids(): Promise<string[]> {
    const names = await readdir(this.#layout.snapshots).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const ids = names.filter((name) => manifestSchema.shape.id.safeParse(name).success)
    return ids.sort().reverse()
  }

  /** Snapshots never change, so a manifest is read once. */
  async #manifest(id: string): Promise<Manifest | undefined> {
    const known = this.#manifests.get(id)
    if (known) return known
    const folder = this.#layout.snapshot(id)
    const manifest = await readManifest(folder, id, []).catch((error: unknown) => {
      if (error instanceof SnapshotError) return undefined // damaged, or of another version
      throw error
    })
    if (manifest) this.#manifests.set(id, manifest)
    return manifest
  }
}
