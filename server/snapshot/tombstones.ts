import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { tombstones } from '../../data/schema/tombstones.ts'
import { readJson, SnapshotError } from './manifest.ts'

/** The ids of the farms removed from the directory, read from the build folder's file. */
export class Tombstones {
  readonly #path: string
  #version = ''
  ids: ReadonlySet<string> = new Set()

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Reads the file again if it has changed, and returns true if it has. Throws a SnapshotError if the file
   * is unreadable or gone, and keeps the earlier ids. So a disk failure never reveals a removed farm.
   */
  async refresh(): Promise<boolean> {
    const version = await this.#fileVersion()
    if (version === this.#version) return false
    if (version === '') throw new SnapshotError(`${this.#path} is gone`)
    this.ids = await this.#read()
    this.#version = version
    return true
  }

  /** Returns a text that differs for each state of the file; empty if there is no file. */
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
    return new Set(data.filter(({ lifted }) => !lifted).map(({ farm_id }) => farm_id))
  }
}
