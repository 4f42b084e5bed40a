import { join } from 'node:path'
import {
  DuckDBInstance,
  StatementType,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api'
import { literal } from '../../data/sql_literal.ts'
import { unavailable } from '../http/problem.ts'
import { asker } from '../load/asker.ts'
import { Line } from '../load/line.ts'
import { Overload } from '../load/overload.ts'
import { Connections } from './connections.ts'

export type QueryLimits = {
  /**
   * The number of connections to one snapshot, and so of concurrent queries. Keep it under
   * UV_THREADPOOL_SIZE.
   */
  connections: number
  /** Time after a request's arrival at which its query is interrupted. */
  deadline_ms: number
  /** Maximum wait of a query for a connection. */
  patience_ms: number
  /** DuckDB's own memory, for example '512MB'. */
  memory: string
}

type Opened = {
  instance: DuckDBInstance
  connections: DuckDBConnection[]
  limits: QueryLimits
  overload: Overload
  requireWhole: () => void
}

/** DuckDB over one snapshot's Parquet files. It can open no other files, and its settings are locked. */
export class SnapshotDatabase {
  readonly #opened: Opened
  readonly #connections: Connections
  readonly #line: Line

  private constructor(opened: Opened) {
    this.#opened = opened
    const { patience_ms } = opened.limits
    this.#line = new Line({ what: 'a query', patience_ms }, opened.overload)
    this.#connections = new Connections(opened.connections, this.#line)
  }

  /** The number of waiting queries. */
  get waiting(): number {
    return this.#line.length
  }

  /**
   * Opens a database with one view for each entry of `views`: name → path below `folder`. `requireWhole`
   * throws if one of these files was found damaged since.
   */
  static open(
    folder: string,
    views: Record<string, string>,
    limits: QueryLimits,
    overload?: Overload,
    requireWhole?: () => void,
  ): Promise<SnapshotDatabase> {
    const paths = Object.entries(views).map(([name, path]) => [name, literal(join(folder, path))])
    const allowed = `allowed_paths = [${paths.map(([, path]) => path).join(', ')}]`
    const statements = paths.map(
      ([name, path]) =>
        `create view ${name} as select * from read_parquet(${path}, file_row_number = true)`,
    )
    const setup = [lockedDown(allowed), ...statements]
    return SnapshotDatabase.#create(setup, limits, overload, requireWhole)
  }

  /** Opens a database that may read every file below `folder`: see `parquetFiles`. */
  static openFolder(folder: string, limits: QueryLimits, overload?: Overload) {
    const allowed = `allowed_directories = [${literal(join(folder, '/'))}]`
    return SnapshotDatabase.#create([lockedDown(allowed)], limits, overload)
  }

  static async #create(
    setup: readonly string[],
    limits: QueryLimits,
    overload = new Overload(),
    requireWhole: () => void = () => {},
  ): Promise<SnapshotDatabase> {
    const instance = await DuckDBInstance.create(':memory:', { memory_limit: limits.memory })
    const connections = await Promise.all(
      Array.from({ length: limits.connections }, () => instance.connect()),
    )
    const opened = { instance, connections, limits, overload, requireWhole }
    const database = new SnapshotDatabase(opened)
    try {
      for (const sql of setup) await connections[0]!.run(sql)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  }

  /**
   * Runs a statement with named parameters and returns its rows of DuckDB values. Throws an `unavailable`
   * Problem if too many queries wait, or at the request's deadline. Also throws it if the files can't be
   * read, or were found damaged.
   */
  async rows(sql: string, params: Record<string, DuckDBValue> = {}): Promise<DuckDBValue[][]> {
    const all: DuckDBValue[][] = []
    await this.inParts(sql, params, (rows) => all.push(...rows))
    return all
  }

  /**
   * Runs a statement like `rows`, and passes on its rows in parts of at most 2,048. The event loop gets a
   * turn between parts.
   */
  async inParts(
    sql: string,
    params: Record<string, DuckDBValue>,
    take: (rows: DuckDBValue[][]) => void,
  ): Promise<void> {
    const { limits, requireWhole } = this.#opened
    requireWhole()
    const forWhom = asker()
    const end_ms = forWhom.arrived_ms + limits.deadline_ms
    await this.#connections.lend(forWhom, (connection) =>
      this.#run(connection, sql, params, end_ms, take),
    )
  }

  async #run(
    connection: DuckDBConnection,
    sql: string,
    params: Record<string, DuckDBValue>,
    end_ms: number,
    take: (rows: DuckDBValue[][]) => void,
  ): Promise<void> {
    using deadline = interruptAt(connection, end_ms)
    try {
      await readRows(connection, sql, params, take)
    } catch (error) {
      if (!deadline.isOver) throw unreadable(error as Error)
      const { limits, overload } = this.#opened
      const why = `the query was not done ${limits.deadline_ms} ms after the request; ask for less`
      throw overload.refuse('deadline', why, this.#line.spacing_ms)
    }
  }

  /** Interrupts running queries and closes the files. */
  close(): void {
    for (const connection of this.#opened.connections) {
      connection.interrupt()
      connection.closeSync()
    }
    this.#opened.instance.closeSync()
  }
}

/** The interval between interrupts of a query that is over its deadline. */
const interrupts_ms = 20

/**
 * Interrupts a connection's query at a time, and again until it is disposed of: DuckDB forgets an interrupt
 * that comes before the query runs.
 */
function interruptAt(connection: DuckDBConnection, end_ms: number) {
  const deadline = { isOver: false, [Symbol.dispose]: () => clearTimeout(timer) }
  const interrupt = () => {
    deadline.isOver = true
    connection.interrupt()
    timer = setTimeout(interrupt, interrupts_ms)
  }
  let timer = setTimeout(interrupt, Math.max(0, end_ms - performance.now()))
  return deadline
}

/** Revokes every right except reading the files that a setting allows. */
const lockedDown = (allowed: string): string => `
  set autoinstall_known_extensions = false;
  set autoload_known_extensions = false;
  set ${allowed};
  set temp_directory = '';
  set enable_external_access = false;
  set global timezone = 'UTC';
  set lock_configuration = true;
`

/** Runs a statement only if it is a query: DuckDB could overwrite the files that it may open. */
async function readRows(
  connection: DuckDBConnection,
  sql: string,
  params: Record<string, DuckDBValue>,
  take: (rows: DuckDBValue[][]) => void,
): Promise<void> {
  const statement = await connection.prepare(sql)
  try {
    if (statement.statementType !== StatementType.SELECT) throw new Error(`not a query: ${sql}`)
    statement.bind(params)
    const result = await statement.run()
    for (let part; (part = await result.fetchChunk()) && part.rowCount > 0;) take(part.getRows())
  } finally {
    statement.destroySync()
  }
}

/**
 * DuckDB reopens the files for each query, and their disk may be away. It treats a missing file as a
 * pattern, and fails because it may not search for files.
 */
const unreadable = (cause: Error): Error =>
  /^(IO|Permission) Error/.test(cause.message)
    ? unavailable("the data can't be read at the moment; try again", 5, cause)
    : cause

/** A table over Parquet files, with their paths as `filename`. Paths never come from a client. */
export const parquetFiles = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(literal).join(', ')}], filename = true)`
