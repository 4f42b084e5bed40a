import { join } from 'node:path'
import {
  DuckDBInstance,
  StatementType,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api'
import { Problem } from '../http/problem.ts'

export type QueryLimits = {
  /** Connections of one snapshot: how many queries run at once. Keep it under UV_THREADPOOL_SIZE. */
  connections: number
  /** A query that runs longer is interrupted. */
  deadline_ms: number
  /** DuckDB's own memory, as in '512MB'. */
  memory: string
}

/**
 * DuckDB over the Parquet files of one snapshot, and nothing else: it may open those files only,
 * and its settings are locked.
 */
export class SnapshotDatabase {
  readonly #instance: DuckDBInstance
  readonly #idle: DuckDBConnection[]
  readonly #all: DuckDBConnection[]
  readonly #waiting: ((connection: DuckDBConnection) => void)[] = []
  readonly #deadline_ms: number
  readonly #requireWhole: () => void

  private constructor(
    instance: DuckDBInstance,
    connections: DuckDBConnection[],
    deadline_ms: number,
    requireWhole: () => void,
  ) {
    this.#instance = instance
    this.#all = connections
    this.#idle = [...connections]
    this.#deadline_ms = deadline_ms
    this.#requireWhole = requireWhole
  }

  /**
   * Opens a database with one view for each entry of `views`: name → path below `folder`.
   * `requireWhole` throws where one of these files was found damaged since.
   */
  static async open(
    folder: string,
    views: Record<string, string>,
    limits: QueryLimits,
    requireWhole: () => void = () => {},
  ): Promise<SnapshotDatabase> {
    const instance = await DuckDBInstance.create(':memory:', { memory_limit: limits.memory })
    const connections = await Promise.all(
      Array.from({ length: limits.connections }, () => instance.connect()),
    )
    const database = new SnapshotDatabase(instance, connections, limits.deadline_ms, requireWhole)
    try {
      await database.#lockDown(
        Object.entries(views).map(([name, path]) => [name, literal(join(folder, path))]),
      )
      return database
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Makes the views and takes every other right away. Paths are SQL literals. */
  async #lockDown(paths: [name: string, path: string][]): Promise<void> {
    const connection = this.#all[0]!
    await connection.run(`
      set autoinstall_known_extensions = false;
      set autoload_known_extensions = false;
      set allowed_paths = [${paths.map(([, path]) => path).join(', ')}];
      set temp_directory = '';
      set enable_external_access = false;
      set timezone = 'UTC';
      set lock_configuration = true;
    `)
    for (const [name, path] of paths)
      await connection.run(
        `create view ${name} as select * from read_parquet(${path}, file_row_number = true)`,
      )
  }

  /**
   * Runs a statement with named parameters and returns its rows of DuckDB values.
   * Throws an `unavailable` Problem where it takes longer than the deadline, and where the files
   * can't be read, or were found damaged.
   */
  async rows(sql: string, params: Record<string, DuckDBValue> = {}): Promise<DuckDBValue[][]> {
    this.requireWhole()
    const connection = await this.#acquire()
    let late = false
    const timer = setTimeout(() => {
      late = true
      connection.interrupt()
    }, this.#deadline_ms)
    try {
      return await readRows(connection, sql, params)
    } catch (error) {
      if (!late) throw unreadable(error as Error)
      const detail = `the query took longer than ${this.#deadline_ms} ms; ask for less, or try again`
      throw new Problem('unavailable', detail, { headers: { 'Retry-After': '1' } })
    } finally {
      clearTimeout(timer)
      this.#release(connection)
    }
  }

  /** Throws an `unavailable` Problem where one of its files was found damaged. */
  requireWhole(): void {
    this.#requireWhole()
  }

  /** Interrupts what runs and lets go of the files. */
  close(): void {
    for (const connection of this.#all) {
      connection.interrupt()
      connection.closeSync()
    }
    this.#instance.closeSync()
  }

  async #acquire(): Promise<DuckDBConnection> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve))
  }

  #release(connection: DuckDBConnection): void {
    const next = this.#waiting.shift()
    if (next) next(connection)
    else this.#idle.push(connection)
  }
}

/** Runs a statement if it does nothing but read: DuckDB could write over the files that it may open. */
async function readRows(
  connection: DuckDBConnection,
  sql: string,
  params: Record<string, DuckDBValue>,
): Promise<DuckDBValue[][]> {
  const statement = await connection.prepare(sql)
  try {
    if (statement.statementType !== StatementType.SELECT) throw new Error(`not a query: ${sql}`)
    statement.bind(params)
    return (await statement.runAndReadAll()).getRows()
  } finally {
    statement.destroySync()
  }
}

/**
 * DuckDB opens the files anew for each query: their disk may be away. A file that is not there it takes
 * for a pattern, and says that it may not look for files.
 */
const unreadable = (cause: Error): Error =>
  /^(IO|Permission) Error/.test(cause.message)
    ? new Problem('unavailable', 'the data can not be read at present; try again', {
        headers: { 'Retry-After': '5' },
        cause,
      })
    : cause

/** A path of the snapshot as an SQL literal: views take no parameters. */
const literal = (path: string) => `'${path.replaceAll("'", "''")}'`
