import { statSync } from 'node:fs'
import { StoreFileGone } from './sqlite_failures.ts'

/** A database has its newest commits in a log beside it, and an index of that log. */
const endings = ['', '-wal', '-shm']

/**
 * The files that an open database consists of. SQLite goes on with a file that was deleted, without a
 * word, and all that it writes there is lost.
 */
export class StoreFile {
  readonly path: string
  readonly #opened: (string | undefined)[]

  /** Takes the files that are there now as those of the database, which must be open and in use. */
  constructor(path: string) {
    this.path = path
    this.#opened = this.#present()
  }

  /** Throws StoreFileGone unless every file is still the one that was opened. */
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
