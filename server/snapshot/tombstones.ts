import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { tombstones } from '../../data/schema/tombstones.ts'
import { readJson, SnapshotError } from './manifest.ts'

/** The ids of the farms that were taken out of the directory, as the build folder's file has them. */
export class Tombstones {
  readonly #path: string
  #version = ''
  ids: ReadonlySet<string> = new Set()

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Reads the file again if it has changed, and says whether it has.
   * Throws a SnapshotError where it can't be read or is there no more, and keeps what was read before:
   * a disk that goes away shows no farm that was removed.
   */
  async refresh(): Promise<boolean> {
    const version = await this.#fileVersion()
    if (version === this.#version) return false
    if (version === '') throw new SnapshotError(`${this.#path} is gone`)
    this.ids = await this.#read()
    this.#version = version
    return true
  }

  /** Differs from one state of the file to another; empty where there is none. */
  async #fileVersion(): Promise<string> {
    try {
      const { ino, size, mtimeMs } = await stat(this.#path)
      return `${ino} ${size} ${mtimeMs}`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
      throw error
    }
  }

  async #read(): Promise<Set<string>> {
    const { data, error } = tombstones.safeParse(await readJson(this.#path))
    if (!data) throw new SnapshotError(`${this.#path} is not valid: ${z.prettifyError(error)}`)
    return new Set(data.map(({ farm_id }) => farm_id))
  }
}
