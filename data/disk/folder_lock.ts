import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Locks a folder for this process alone, by a lock file in it, until the lock is disposed; null = another
 * process has it, for longer than `patience_ms`. The lock is SQLite's on an empty database: the system
 * releases it however the process ends. The file stays, since removing it would let two processes hold a lock each.
 */
export function lockFolder(path: string, patience_ms = 0): Disposable | null {
  accessSync(dirname(path), constants.W_OK) // SQLite does not tell a read-only disk from a missing right
  const database = new Database(path, { timeout: patience_ms })
  try {
    database.pragma('journal_mode = memory') // a full disk takes no journal
    database.exec('begin exclusive')
    return { [Symbol.dispose]: () => void database.close() }
  } catch (error) {
    database.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    return null
  }
}
