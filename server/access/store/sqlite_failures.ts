import { StoreUnavailable } from './store_errors.ts'
import { statSync } from 'node:fs'

/** Explanations and remedies for error codes of SQLite, or of the system when the file is opened. */
const causes: [code: RegExp, says: (path: string) => string][] = [
  [
    /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    (path) => `another process locks ${path} for long: find it (fuser ${path}) and end it`,
  ],
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    (path) => `the disk of ${path} is full: make room, or give it a larger one`,
  ],
  [
    /^(SQLITE_(READONLY|CANTOPEN|PERM)|E(ACCES|PERM|ROFS|NOTDIR|ISDIR|NOENT|EXIST|LOOP)$)/,
    (path) =>
      `${path} can not be opened or written: let the user who runs this write there, ` +
      'or set STATE_DIR to another folder',
  ],
  [
    /^SQLITE_NOTADB/,
    (path) =>
      `${path} is not a database: restore it from a backup, ` +
      'or move it away to begin with a new one, without keys',
  ],
  [
    /^SQLITE_CORRUPT/,
    (path) =>
      `${path} is damaged: stop every server that uses it and restore it from a backup, ` +
      'or repair it with the .recover of the sqlite3 program',
  ],
  [
    /^(SQLITE_(IOERR|NOMEM)|EIO|EFBIG|EMFILE|ENFILE)/,
    (path) => `${path} can not be read or written: check its disk, and what limits this process`,
  ],
  [
    /^STORE_FILE_GONE/,
    (path) =>
      `${path}, or a file beside it, was deleted or replaced while it was in use: put it back, ` +
      'or stop this server, restore the file from a backup and start again',
  ],
]

/** Returns StoreUnavailable if the file works for no operation, else the error unchanged. */
export function sqliteFailure(error: unknown, path: string): unknown {
  const { code, message } = error as { code?: unknown; message: string }
  const cause = causes.find(([known]) => typeof code === 'string' && known.test(code))
  return cause ? new StoreUnavailable(`${cause[1](path)} (${message})`, error) : error
}

/** True if another process holds the lock that an operation needs. */
export const isLocked = (error: unknown): boolean =>
  ((error as { code?: string }).code ?? '').startsWith('SQLITE_BUSY')

/** A database keeps its newest commits in a log file, with an index of that log. */
const endings = ['', '-wal', '-shm']

/**
 * Returns a check of the files of an open database, which throws unless each is still the same. SQLite keeps
 * using a deleted file without an error, and loses everything written to it.
 */
export function fileCheck(path: string): () => void {
  const present = () =>
    endings.map((ending) => {
      const found = statSync(path + ending, { throwIfNoEntry: false })
      return found && `${found.dev}:${found.ino}`
    })
  const opened = present()
  return () => {
    const gone = present().findIndex((file, at) => file !== opened[at])
    if (gone === -1) return
    throw Object.assign(new Error(`${path}${endings[gone]} is gone`), { code: 'STORE_FILE_GONE' })
  }
}
