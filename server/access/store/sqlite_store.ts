import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../data/system_failure.ts'
import { isMigrated, migrateStore } from './migrations.ts'
import type { StoreSchema } from './schema.ts'
import { retryLocked, sqliteDialect, Mutex, type PatienceEffects } from './sqlite_dialect.ts'
import { sqliteFailure, fileCheck } from './sqlite_failures.ts'
import { StoreError, StoreUnavailable } from './store_errors.ts'
import { watchStore, type Store, type StoreEffects } from './store.ts'

/** An operation is retried for this long by default while another process holds its lock. */
const usualPatience_ms = 2000
/** The reader of versions checks at this interval that the file is still there. */
const fileCheck_ms = 1000

/**
 * Opens `store.sqlite` in the state folder, creating the folder if missing, and updates its schema. Only
 * the owner can read the file, and a new folder.
 *
 * Throws a StoreError if the folder or file can't be used, or was written by a newer version.
 */
export async function openSqliteStore(stateDir: string, effects: StoreEffects): Promise<Store> {
  const path = join(stateDir, 'store.sqlite')
  const opened: Database.Database[] = []
  const patient = { patience_ms: usualPatience_ms, ...effects }
  try {
    await makePrivateFile(stateDir, path)
    const writer = await connect(path, opened, 'full', patient)
    await migrate(writer, patient)
    const counter = await connect(path, opened, 'normal', patient)
    const reader = await connect(path, opened, 'full', patient)
    return assemble({ writer, counter, reader }, path, patient)
  } catch (cause) {
    closeAll(opened)
    if (cause instanceof StoreError) throw cause
    const failure = sqliteFailure(cause, path)
    const says =
      failure instanceof StoreUnavailable ? failure.reason : `${path}: ${(cause as Error).message}`
    throw new StoreError(`cannot open the store: ${says}`, { cause })
  }
}

type Opened = Record<'writer' | 'counter' | 'reader', Database.Database>
type Patience = Pick<PatienceEffects, 'patience_ms'>

function assemble(opened: Opened, path: string, effects: StoreEffects & Patience): Store {
  const { writer, counter, reader } = opened
  const { patience_ms } = effects
  const version = versionReader(reader)
  version() // the first read makes the log's index
  const check = fileCheck(path)
  const explain = (error: unknown) => report(sqliteFailure(error, path))
  const patience = { patience_ms, check, explain, writing: new Mutex() }
  const writtenBy = (connection: Database.Database) =>
    new Kysely<StoreSchema>({ dialect: sqliteDialect({ reader, writer: connection }, patience) })
  const db = writtenBy(writer)
  const { outage, report } = watchStore(db, effects)
  return {
    db,
    counts: writtenBy(counter),
    version: guarded(version, { check, explain }),
    now: effects.now ?? (() => new Date()),
    outage,
    async close() {
      outage.close()
      closeAll(Object.values(opened))
    },
  }
}

/**
 * SQLite gives its write-ahead log the mode of the database file. A file that is there is not opened: closing it
 * would end the locks of this process's other threads, and the next program to close the file deletes their log.
 */
async function makePrivateFile(stateDir: string, path: string): Promise<void> {
  await makeFolder(stateDir, 0o700)
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

/**
 * Write-ahead logging is permanent: the file keeps it. `full`: a commit is on the disk when it returns;
 * `normal`: with the next full commit, or when the log is merged into the file.
 */
async function connect(
  path: string,
  opened: Database.Database[],
  synchronous: 'full' | 'normal',
  patience: Patience,
): Promise<Database.Database> {
  const database = new Database(path, { timeout: 0 })
  opened.push(database)
  await whenFree(() => database.pragma('journal_mode = wal'), patience)
  database.pragma(`synchronous = ${synchronous}`)
  database.pragma('foreign_keys = on')
  // Merging the log overwrites deleted values, such as the address of a closed account.
  database.pragma('secure_delete = on')
  return database
}

const whenFree = <Result>(operation: () => Result, { patience_ms }: Patience) =>
  retryLocked(operation, performance.now() + patience_ms, { check() {}, explain: (error) => error })

/** `data_version` omits the asking connection's commits, so a connection that never writes asks. */
function versionReader(reader: Database.Database): () => number {
  const statement = reader.prepare<[], number>('pragma data_version').pluck()
  return () => statement.get() as number
}

/** Each request reads a version; only some of them check for the file. */
function guarded(
  version: () => number,
  { check, explain }: Pick<PatienceEffects, 'check' | 'explain'>,
): () => number {
  let checkAt_ms = 0
  return () => {
    try {
      const now_ms = performance.now()
      if (now_ms >= checkAt_ms) {
        check()
        checkAt_ms = now_ms + fileCheck_ms
      }
      return version()
    } catch (error) {
      throw explain(error)
    }
  }
}

/** Closing the last connection merges the write-ahead log into the file. */
function closeAll(databases: Database.Database[]): void {
  for (const database of databases) database.close()
}

/**
 * Runs the missing migrations, if any, in one transaction. It takes the write lock before it checks again:
 * if two processes start at once, one migrates and the other finds it done.
 */
async function migrate(database: Database.Database, patience: Patience): Promise<void> {
  const db = new Kysely<StoreSchema>({ dialect: new SqliteDialect({ database }) })
  const name = `the store ${database.name}`
  if (await isMigrated(db, name)) return
  await whenFree(() => database.exec('begin immediate'), patience)
  try {
    await migrateStore(db, name, { disableTransactions: true })
    database.exec('commit')
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}
