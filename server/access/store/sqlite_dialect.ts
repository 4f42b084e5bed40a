import type Database from 'better-sqlite3'
import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLocked } from './sqlite_failures.ts'

/** Two connections to a file; neither waits for locks by itself (`timeout: 0`). */
type SqliteConnections = { reader: Database.Database; writer: Database.Database }

export type PatienceEffects = {
  /** Maximum duration of an operation from its call, in milliseconds. */
  patience_ms: number
  /** Held by each write of this process to the file. */
  writing: Mutex
  /** Called before each attempt; throws if the database can't be used. */
  check: () => void
  /** Maps an error of SQLite or `check` to the error to throw. */
  explain: (error: unknown) => unknown
}

/**
 * Kysely's dialect for a SQLite file that other processes also write, on a thread that must not block. A
 * write that meets a lock is retried, with pauses in which other work runs. Writes take turns; reads never
 * wait for writes, and see committed data.
 */
export function sqliteDialect(connections: SqliteConnections, effects: PatienceEffects): Dialect {
  return {
    createDriver: () => ({
      async init() {},
      async destroy() {},
      acquireConnection: async () => new SqliteConnection(connections, effects),
      beginTransaction: (connection: SqliteConnection) => connection.begin(),
      commitTransaction: (connection: SqliteConnection) => connection.commit(),
      rollbackTransaction: (connection: SqliteConnection) => connection.rollback(),
      releaseConnection: async (connection: SqliteConnection) => connection.release(),
    }),
    createAdapter: () => new SideBySideAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

const longestPause_ms = 50

/**
 * Retries an operation while another process holds its lock, with growing pauses, until the deadline
 * (`performance.now()`). It makes at least one attempt.
 */
export async function retryLocked<Result>(
  operation: () => Result,
  deadline_ms: number,
  { check, explain }: Pick<PatienceEffects, 'check' | 'explain'>,
): Promise<Result> {
  for (let pause_ms = 1; ; pause_ms = Math.min(2 * pause_ms, longestPause_ms)) {
    try {
      check()
      return operation()
    } catch (error) {
      if (!isLocked(error) || performance.now() + pause_ms > deadline_ms) throw explain(error)
    }
    await sleep(pause_ms)
  }
}

/** Otherwise Kysely would let reads wait for a transaction. */
class SideBySideAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** Kysely's connection: runs each statement or transaction on the reader or the writer. */
class SqliteConnection implements DatabaseConnection {
  readonly #connections: SqliteConnections
  readonly #effects: PatienceEffects
  #unlock: (() => void) | undefined

  constructor(connections: SqliteConnections, effects: PatienceEffects) {
    this.#connections = connections
    this.#effects = effects
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer } = this.#connections
    if (this.#unlock !== undefined) return this.#once(() => run(writer, query))
    const deadline_ms = this.#deadline()
    if (SelectQueryNode.is(query.query)) return this.#attempt(() => run(reader, query), deadline_ms)
    const unlock = await this.#effects.writing.lock()
    try {
      return await this.#attempt(() => run(writer, query), deadline_ms)
    } finally {
      unlock()
    }
  }

  /** Takes the write lock at once: a transaction that began by reading could not wait for it. */
  async begin(): Promise<void> {
    const deadline_ms = this.#deadline()
    this.#unlock = await this.#effects.writing.lock()
    await this.#attempt(() => this.#connections.writer.exec('begin immediate'), deadline_ms)
  }

  async commit(): Promise<void> {
    this.#once(() => this.#connections.writer.exec('commit'))
  }

  /** SQLite may have rolled back by itself; a second rollback would hide the original error. */
  async rollback(): Promise<void> {
    const { writer } = this.#connections
    if (writer.inTransaction) writer.exec('rollback')
  }

  release(): void {
    this.#unlock?.()
    this.#unlock = undefined
  }

  streamQuery(): never {
    throw new Error('rows of the store are read all at once')
  }

  #deadline = () => performance.now() + this.#effects.patience_ms

  #attempt = <Result>(operation: () => Result, deadline_ms: number) =>
    retryLocked(operation, deadline_ms, this.#effects)

  #once<Result>(operation: () => Result): Result {
    try {
      return operation()
    } catch (error) {
      throw this.#effects.explain(error)
    }
  }
}

/** A lock that waiters get in the order in which they asked. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves, once this holds the lock, to the function that gives it up. */
  async lock(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = promise
    await before
    return resolve
  }
}

function run<Row>(database: Database.Database, { sql, parameters }: CompiledQuery) {
  const statement = database.prepare<unknown[], Row>(sql)
  if (statement.reader) return { rows: statement.all(parameters) }
  const { changes } = statement.run(parameters)
  return { rows: [] as Row[], numAffectedRows: BigInt(changes) }
}
