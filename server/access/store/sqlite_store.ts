import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { migrateStore } from './migrations.ts'
import type { StoreSchema } from './schema.ts'
import { StoreError } from './store_errors.ts'
import type { Store, StoreEffects } from './store.ts'

/** How long a statement waits for another process's write. */
const busyTimeout_ms = 5000

/**
 * Opens `store.sqlite` in the state folder, which is made where it is missing, and brings its schema
 * up to date. The file is readable by its owner alone, a new folder too.
 *
 * Throws a StoreError where the folder or file can't be used, or was written by a newer version.
 */
export async function openSqliteStore(
  stateDir: string,
  { now = () => new Date() }: StoreEffects = {},
): Promise<Store> {
  const path = join(stateDir, 'store.sqlite')
  const opened: Database.Database[] = []
  try {
    makePrivateFile(stateDir, path)
    const main = connect(path)
    opened.push(main)
    const db = new Kysely<StoreSchema>({ dialect: new SqliteDialect({ database: main }) })
    await migrate(main, db)
    const watch = connect(path)
    opened.push(watch)
    return { db, version: versionReader(watch), now, close: async () => closeAll(opened) }
  } catch (cause) {
    closeAll(opened)
    if (cause instanceof StoreError) throw cause
    throw new StoreError(
      `cannot open the store ${path}: ${(cause as Error).message}; ` +
        'check the folder that STATE_DIR names, or set STATE_DIR to another one',
      { cause },
    )
  }
}

/** SQLite gives its write-ahead log the mode of the database file. */
function makePrivateFile(stateDir: string, path: string): void {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

function connect(path: string): Database.Database {
  const database = new Database(path, { timeout: busyTimeout_ms })
  useWriteAheadLog(database)
  database.pragma('synchronous = full')
  database.pragma('foreign_keys = on')
  return database
}

/**
 * Switches a new file to write-ahead logging, which it then keeps. SQLite does not wait for this
 * lock as it does for others, so processes that start together try again here.
 */
function useWriteAheadLog(database: Database.Database): void {
  for (let left_ms = busyTimeout_ms; ; left_ms -= 10) {
    try {
      database.pragma('journal_mode = wal')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || left_ms <= 0) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** `data_version` omits the commits of the connection that asks; so one that never writes asks. */
function versionReader(watch: Database.Database): () => number {
  const statement = watch.prepare<[], number>('pragma data_version').pluck()
  return () => statement.get() as number
}

/** Closing the last connection folds the write-ahead log into the file. */
function closeAll(databases: Database.Database[]): void {
  for (const database of databases) database.close()
}

/**
 * Runs the missing migrations in one transaction. It takes the write lock before it looks, so that
 * of two processes starting at once one migrates and the other waits and finds it done.
 */
async function migrate(database: Database.Database, db: Kysely<StoreSchema>): Promise<void> {
  database.exec('begin immediate')
  try {
    await migrateStore(db, `the store ${database.name}`, { disableTransactions: true })
    database.exec('commit')
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}
