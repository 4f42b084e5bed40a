import { basename } from 'node:path'
import pg from 'pg'
import { openStore } from '../../server/access/store/open_store.ts'
import type { Store } from '../../server/access/store/store.ts'

/**
 * The tests of the access side run on SQLite and in memory, or on the PostgreSQL and Redis that
 * these name; `npm run test:services` sets them.
 */
const { TEST_STORE_URL, TEST_LIMITS_URL } = process.env

/** Whether the tests run on PostgreSQL and Redis. */
export const onServices = TEST_STORE_URL !== undefined

/** Settings by which a server, or the command line, uses the services for a state folder. */
export async function serviceSettings(stateDir: string): Promise<Record<string, string>> {
  const storeUrl = await storeUrlOf(stateDir)
  const limitsUrl = limitsUrlOf(stateDir)
  return {
    ...(storeUrl !== undefined && { STORE_URL: storeUrl }),
    ...(limitsUrl !== undefined && { LIMITS_URL: limitsUrl }),
  }
}

/**
 * Opens the store of a state folder, wherever the tests keep theirs. It waits for a file that another
 * process locks however slow the disk is.
 */
export const openTestStore = async (stateDir: string): Promise<Store> =>
  openStore(stateDir, await storeUrlOf(stateDir), { patience_ms: 60_000 })

/** The database of a state folder, made where it is missing; undefined on SQLite. */
export async function storeUrlOf(stateDir: string): Promise<string | undefined> {
  if (TEST_STORE_URL === undefined) return undefined
  return databaseIn(TEST_STORE_URL, nameOf(stateDir))
}

/** Drops the database of a state folder, for which no server runs any more. */
export async function dropStoreOf(stateDir: string): Promise<void> {
  if (TEST_STORE_URL === undefined) return
  await onServer(TEST_STORE_URL, 'drop database if exists', nameOf(stateDir), 'with (force)')
}

/** Makes a database of a PostgreSQL where it is missing, and returns its URL. */
export async function databaseIn(postgresUrl: string, name: string): Promise<string> {
  const url = new URL(postgresUrl)
  await makeDatabase(postgresUrl, name)
  url.pathname = `/${name}`
  return url.href
}

/** Redis with names of their own for a state folder; undefined in memory. */
export function limitsUrlOf(stateDir: string): string | undefined {
  if (TEST_LIMITS_URL === undefined) return undefined
  const url = new URL(TEST_LIMITS_URL)
  url.searchParams.set('keyPrefix', `${nameOf(stateDir)}:`)
  return url.href
}

const made = new Map<string, Promise<void>>()

function makeDatabase(url: string, name: string): Promise<void> {
  const known = made.get(`${url} ${name}`)
  if (known !== undefined) return known
  const making = createDatabase(url, name)
  made.set(`${url} ${name}`, making)
  return making
}

async function createDatabase(url: string, name: string): Promise<void> {
  try {
    // Copied as files, since PostgreSQL 15: the log would have each page once more.
    await onServer(url, 'create database', name, 'strategy file_copy')
  } catch (error) {
    // Another process may have made it: it says so, or fails at the index of names.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

async function onServer(url: string, command: string, name: string, how: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`${command} ${client.escapeIdentifier(name)} ${how}`)
  } finally {
    await client.end()
  }
}

const nameOf = (stateDir: string) => basename(stateDir).toLowerCase().replaceAll(/\W/g, '_')
