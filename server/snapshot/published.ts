import { join } from 'node:path'
import type { Layout } from '../../data/schema/layout.ts'
import type { Manifest, SnapshotFile } from '../../data/schema/manifest.ts'
import { servingFile } from '../../data/schema/serving/columns.ts'
import { Problem, unavailable } from '../http/problem.ts'
import { FarmIds } from './columns/ids.ts'
import { ServingFile } from './columns/serving_file.ts'
import { publishedIds, readManifest, SnapshotError } from './manifest.ts'
import type { LiveSnapshots } from './live.ts'
import { damagedFile } from './open.ts'

/** The snapshots in the build folder that can be downloaded, whether or not the server answers from them. */
export class PublishedSnapshots {
  readonly #layout: Layout
  readonly #snapshots: Pick<LiveSnapshots, 'checks' | 'heldIds'>
  readonly #manifests = new Map<string, Manifest>()

  constructor(layout: Layout, snapshots: Pick<LiveSnapshots, 'checks' | 'heldIds'>) {
    this.#layout = layout
    this.#snapshots = snapshots
  }

  /** Every whole snapshot that this server can read, newest first. */
  async list(): Promise<Manifest[]> {
    const ids = await this.#ids()
    for (const id of this.#manifests.keys()) if (!ids.includes(id)) this.#manifests.delete(id)
    const manifests = await Promise.all(ids.map((id) => this.#manifest(id)))
    return manifests.filter((each) => each !== undefined)
  }

  /** Finds a published snapshot; undefined if none has the id. */
  async find(id: string): Promise<Manifest | undefined> {
    return (await this.#ids()).includes(id) ? this.#manifest(id) : undefined
  }

  /**
   * Returns the path of a snapshot's file on disk. Throws an `unavailable` Problem if its content differs
   * from the manifest.
   */
  async pathOf({ id }: Manifest, file: SnapshotFile): Promise<string> {
    if (await this.#snapshots.checks.faultOf(id, file)) throw damagedFile(id, file.path)
    return join(this.#layout.snapshot(id), file.path)
  }

  /** Returns the path of a file by its name. Also throws if the snapshot has no file of that name. */
  async pathOfName(manifest: Manifest, name: string): Promise<string> {
    const file = manifest.files.find(({ path }) => path === name)
    if (!file) throw damagedFile(manifest.id, name)
    return this.pathOf(manifest, file)
  }

  /** A file of every published snapshot, newest first; a null path if the file is damaged or away. */
  async everyFile(name: string): Promise<{ manifest: Manifest; path: string | null }[]> {
    const found = async (manifest: Manifest) => {
      return { manifest, path: await this.pathIfWhole(manifest, name) }
    }
    return Promise.all((await this.list()).map(found))
  }

  /** The path of a file by its name; null if it is damaged or away. */
  pathIfWhole(manifest: Manifest, name: string): Promise<string | null> {
    return this.pathOfName(manifest, name).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    })
  }

  /** Returns true if a snapshot holds any of some farms. */
  async holdsAny(manifest: Manifest, farmIds: ReadonlySet<string>): Promise<boolean> {
    if (farmIds.size === 0) return false
    const path = await this.pathOfName(manifest, servingFile)
    await using file = await ServingFile.open(path, manifest.farms, manifest.schema_version)
    const ids = new FarmIds(await file.column('farms', 'id'), await file.column('orders', 'byId'))
    return [...farmIds].some((farmId) => ids.rowOf(farmId) !== undefined)
  }

  /** Throws an `unavailable` Problem if the folder of the served snapshots is gone. */
  async #ids(): Promise<string[]> {
    try {
      const ids = await publishedIds(this.#layout)
      if (ids.length === 0 && this.#snapshots.heldIds.length > 0)
        throw new Error('there are no snapshots')
      return ids
    } catch (cause) {
      throw unavailable("the snapshots can't be read at the moment; try again", 5, cause)
    }
  }

  /** Snapshots never change, so each manifest is read once. */
  async #manifest(id: string): Promise<Manifest | undefined> {
    const known = this.#manifests.get(id)
    if (known) return known
    const folder = this.#layout.snapshot(id)
    const manifest = await readManifest(folder, id, []).catch((error: unknown) => {
      if (error instanceof SnapshotError) return undefined // damaged, or another version
      throw error
    })
    if (manifest) this.#manifests.set(id, manifest)
    return manifest
  }
}
