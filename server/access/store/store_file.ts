import { statSync } from 'node:fs'
import { StoreFileGone } from './sqlite_failures.ts'

/** A database keeps its newest commits in a log file, with an index of that log. */
const endings = ['', '-wal', '-shm']

/**
 * The files of an open database. SQLite keeps using a deleted file without an error, and loses everything
 * written to it.
 */
export class StoreFile {
  readonly path: string
  readonly #opened: (string | undefined)[]

  /** Records the files present now as the database's; the database must be open and in use. */
  constructor(path: string) {
    this.path = path
    this.#opened = this.#present()
  }

  /** Throws StoreFileGone unless every file is still the same. */
  requirePresent(): void {
    const gone = this.#present().findIndex((file, i) => file !== this.#opened[i])
    if (gone !== -1) throw new StoreFileGone(`${this.path}${endings[gone]} is gone`)
  }

  #present(): (string | undefined)[] {
    return endings.map((ending) => {
      const found = statSync(this.path + ending, { throwIfNoEntry: false })
      return found && `${found.dev}:${found.ino}`
    })
  }
}
