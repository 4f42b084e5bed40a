import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Tier } from '../../data/schema/meta.ts'
import { createKey } from '../../server/access/keys.ts'
import { openStore } from '../../server/access/store.ts'
import { readConfig } from '../../server/config.ts'
import { serve } from '../../server/serve.ts'
import type { Lifetime } from './temporary_folder.ts'

export type Answer<Body> = {
  status: number
  headers: Headers
  text: string
  /** The text as JSON; undefined where there is none. */
  body: Body
}

export type Asked = {
  /** A tier's key, another secret, or null for no key; default: the paid one. */
  key?: Tier | (string & {}) | null
  method?: string
  headers?: Record<string, string>
  body?: string
}

export type TestServer = {
  url: string
  stateDir: string
  /** The secrets of a key of each tier, and the keys' ids. */
  keys: Record<Tier, string>
  keyIds: Record<Tier, string>
  /** What the server takes the time to be. */
  clock: { now: Date }
  /** The lines of the log so far. */
  log: { text(): string; lines(): Record<string, unknown>[] }
  ask<Body = unknown>(path: string, asked?: Asked): Promise<Answer<Body>>
  /** Makes one more key, as an operator would. */
  newKey(tier: Tier): Promise<{ key: string; id: string }>
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Limits that no test meets by chance. */
const generous = {
  FREE_DAILY_LIMIT: '1000000',
  PAID_DAILY_LIMIT: '1000000',
  ANONYMOUS_MINUTE_LIMIT: '1000000',
  CREATION_DAILY_LIMIT: '1000000',
}

/**
 * Serves a build folder in this process, on a free port, with a store of its own that holds a key
 * of each tier. `settings` are environment variables. Closed when the test ends, or earlier.
 */
export async function startServer(
  life: Lifetime,
  root: string,
  { settings = {}, now = new Date() }: { settings?: Record<string, string>; now?: Date } = {},
): Promise<TestServer> {
  const given = settings['STATE_DIR']
  const stateDir = given ?? (await mkdtemp(join(tmpdir(), 'farm-directory-state-')))
  const newKey = (tier: Tier) => makeKey(stateDir, tier)
  const free = await newKey('free')
  const paid = await newKey('paid')
  const env = { BUILD_DIR: root, STATE_DIR: stateDir, PORT: '0', ...generous, ...settings }
  const chunks: Buffer[] = []
  const clock = { now }
  const server = await serve(
    readConfig(env),
    pino({ level: 'debug' }, sink(chunks)),
    () => clock.now,
  )
  let closing: Promise<void> | undefined
  const close = () => (closing ??= server.close())
  life.after(async () => {
    await close() // writes the last counts, so the folder goes after it
    if (given === undefined) await rm(stateDir, { recursive: true })
  })
  const keys = { free: free.key, paid: paid.key }
  const text = () => Buffer.concat(chunks).toString()
  return {
    url: server.url,
    stateDir,
    keys,
    keyIds: { free: free.id, paid: paid.id },
    clock,
    log: { text, lines: () => jsonLines(text()) },
    ask: (path, asked = {}) => ask(server.url, path, asked, keys),
    newKey,
    refresh: () => server.refresh(),
    close,
  }
}

async function ask<Body>(
  url: string,
  path: string,
  { key = 'paid', method = 'GET', headers = {}, body }: Asked,
  keys: Record<string, string>,
): Promise<Answer<Body>> {
  const given = key === null ? {} : { 'X-API-Key': keys[key] ?? key }
  const response = await fetch(url + path, {
    method,
    headers: { ...given, ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Body,
  }
}

async function makeKey(stateDir: string, tier: Tier): Promise<{ key: string; id: string }> {
  const store = await openStore(stateDir)
  try {
    return await createKey(store, { name: `a ${tier} key`, tier, email: null })
  } finally {
    await store.close()
  }
}

const sink = (chunks: Buffer[]) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })

const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
