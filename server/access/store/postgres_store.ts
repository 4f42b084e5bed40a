import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { failFast } from './fail_fast.ts'
import { LatestRun } from './latest_run.ts'
import { migrateStore } from './migrations.ts'
import type { StoreSchema } from './schema.ts'
import { watchStore, type Store, type StoreEffects } from './store.ts'
import { StoreError, StoreUnavailable } from './store_errors.ts'

/** Maximum duration of a statement, connecting included, before it counts as failed. */
const statement_ms = 3000
/** The same while the store opens: a new database is slow, and its schema may be updated by another process. */
const opening_ms = 30_000
/** Every request waits for the check of its key, so the check fails sooner. */
const check_ms = 1000
/** After a failure, calls fail at once for this long. */
const pause_ms = 1000
const connections = 10
/** An arbitrary number, the same in every version of this program. */
export const migrationLock = 5_171_717

const readRevision = { name: 'revision', text: 'select value from key_revision' }

/**
 * Opens a PostgreSQL database as the store and updates its schema.
 *
 * Throws a StoreError if it can't be reached or used, or was written by a newer version.
 */
export async function openPostgresStore(url: string, effects: StoreEffects): Promise<Store> {
  const opening = makePool(url, 2, opening_ms)
  try {
    await migrate(opening)
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    const remedy = 'check STORE_URL, or start the database'
    throw new StoreError(`cannot open the store ${reason(cause, url)}; ${remedy}`, { cause })
  } finally {
    await opening.end()
  }
  const pool = makePool(url, connections, statement_ms)
  // A separate connection, so that no check of a key waits for a slow change.
  const watch = makePool(url, 1, check_ms)
  const explain = (error: unknown) =>
    report(isAway(error) ? new StoreUnavailable(`the store ${reason(error, url)}`, error) : error)
  const dialect = new PostgresDialect({ pool: guarded(pool, explain) })
  const db = new Kysely<StoreSchema>({ dialect })
  const { outage, report } = watchStore(db, effects)
  return {
    db,
    counts: db, // the database waits for its disk, and this process does not
    version: versionReader(watch, explain),
    now: effects.now ?? (() => new Date()),
    outage,
    async close() {
      outage.close()
      await Promise.all([pool.end(), watch.end()])
    },
  }
}

function makePool(url: string, max: number, timeout_ms: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: timeout_ms,
    query_timeout: timeout_ms,
    statement_timeout: timeout_ms,
    keepAlive: true,
    application_name: 'farm-directory',
  })
  // A broken idle connection is replaced on the next use, which reports its error.
  pool.on('error', () => {})
  // A connection that breaks in use rejects its statement; without a listener, its error event would also
  // end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Maps an error of PostgreSQL, or of the network, to the error to throw. */
type Explain = (error: unknown) => unknown

/** A pool for Kysely: its errors identify outages, and a failed connection is dropped. */
function guarded(pool: pg.Pool, explain: Explain): PostgresPool {
  const rethrow = (error: unknown): never => {
    throw explain(error)
  }
  const connect = async () => {
    const client = await pool.connect().catch(rethrow)
    let broken = false
    const query = (text: string, values: unknown[]) =>
      client.query(text, values).catch((error: unknown) => {
        broken = isAway(error)
        return rethrow(error)
      })
    return { query, release: (discard?: boolean) => client.release(broken || discard === true) }
  }
  return { connect, end: () => pool.end(), options: {} } as unknown as PostgresPool
}

/** Every change of keys raises their revision. One round trip reads it for all waiting calls. */
function versionReader(watch: pg.Pool, explain: Explain): () => Promise<number> {
  const read = async () => {
    const client = await watch.connect()
    try {
      const { rows } = await client.query<{ value: number }>(readRevision)
      client.release()
      return rows[0]!.value
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const reading = new LatestRun(failFast(read, { clock: () => performance.now(), pause_ms }))
  return () =>
    reading.get().catch((error: unknown) => {
      throw explain(error)
    })
}

/**
 * SQLSTATE classes and codes for an outage: lost connection, short resources, operator intervention, system
 * error, refused login, missing database, read-only database (a standby).
 */
const awayStates = /^(08|53|57|58|28|3D|25006)/

/** An error in reaching the database. One without PostgreSQL's severity is a network error. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return false
  const { code, severity } = error as { code?: string; severity?: string }
  return severity === undefined || awayStates.test(code ?? '')
}

/** If two processes start at once, one migrates; the other waits and finds it done. */
async function migrate(pool: pg.Pool): Promise<void> {
  const db = new Kysely<StoreSchema>({ dialect: new PostgresDialect({ pool }) })
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrateStore(db, 'the store in PostgreSQL')
  } finally {
    // Ending the connection releases the lock, even if the connection is broken.
    client.release(true)
  }
}

/** The database without its password, and the fault. */
function reason(error: unknown, url: string): string {
  const place = URL.parse(url)
  const store = place ? `${place.protocol}//${place.host}${place.pathname}` : 'in PostgreSQL'
  // A refused connection to several addresses is an AggregateError without its own message.
  const said =
    error instanceof AggregateError ? error.errors.map(String).join(', ') : (error as Error).message
  return `${store}: ${said}`
}
