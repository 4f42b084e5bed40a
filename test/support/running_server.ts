import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Tier } from '../../data/schema/meta.ts'
import { createKey } from '../../server/access/keys/keys.ts'
import { openStore } from '../../server/access/store/open_store.ts'
import { readConfig } from '../../server/config.ts'
import { serve } from '../../server/app/serve.ts'
import { assertDescribed } from './described_answers.ts'
import { dropStoreOf, serviceSettings } from './services.ts'
import { newFolder, type Lifetime } from './temporary_folder.ts'

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
  /** Asks, follows a 307, and holds each answer against the OpenAPI document. */
  ask<Body = unknown>(path: string, asked?: Asked): Promise<Answer<Body>>
  /** Makes one more key, as an operator would; with `origins` a browser key. */
  newKey(tier: Tier, origins?: string[]): Promise<{ key: string; id: string }>
  refresh(): Promise<void>
  patrol(): Promise<void>
  close(): Promise<void>
}

/** Limits that no test meets by chance. */
const generous = {
  QUERY_DEADLINE_MS: '60000',
  PATIENCE_MS: '60000',
  FREE_DAILY_LIMIT: '1000000',
  PAID_DAILY_LIMIT: '1000000',
  BROWSER_DAILY_LIMIT: '1000000',
  VISITOR_MINUTE_LIMIT: '1000000',
  VISITOR_DAILY_LIMIT: '1000000',
  ANONYMOUS_MINUTE_LIMIT: '1000000',
  CREATION_DAILY_LIMIT: '1000000',
  SIGN_IN_HOURLY_LIMIT: '1000000',
  SIGN_IN_MAIL_HOURLY_LIMIT: '1000000',
  SIGN_IN_MAILBOX_HOURLY_LIMIT: '1000000',
  REPORT_DAILY_LIMIT: '1000000',
  PAGE_FARMS_DAILY_LIMIT: '1000000',
}

/** The OpenAPI document by a server's settings: to make one takes 0.1 to 0.4 s. */
const descriptions = new Map<string, string>()

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
  const stateDir = given ?? (await newFolder('farm-directory-state-'))
  const places = { BUILD_DIR: root, STATE_DIR: stateDir, PORT: '0', METRICS_PORT: '0' }
  const env: Record<string, string> = {
    ...places,
    ...generous,
    ...(await serviceSettings(stateDir)),
    ...settings,
  }
  const tiers = new Map<string, Tier>()
  const newKey = async (tier: Tier, origins?: string[]) => {
    const made = await makeKey(stateDir, env['STORE_URL'], tier, origins)
    tiers.set(made.key, tier)
    return made
  }
  const free = await newKey('free')
  const paid = await newKey('paid')
  const chunks: string[] = []
  const clock = { now }
  const own = JSON.stringify(settings)
  const server = await serve(readConfig(env), pino({ level: 'debug' }, sink(chunks)), {
    clock: () => clock.now,
    openApi: descriptions.get(own),
  })
  descriptions.set(own, server.openApi)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= server.close())
  life.after(async () => {
    await close() // writes the last counts, so the folder goes after it
    if (given !== undefined) return
    await dropStoreOf(stateDir)
    await rm(stateDir, { recursive: true })
  })
  const keys = { free: free.key, paid: paid.key }
  const text = () => chunks.join('')
  return {
    url: server.url,
    stateDir,
    keys,
    keyIds: { free: free.id, paid: paid.id },
    clock,
    log: { text, lines: () => jsonLines(text()) },
    ask: (path, asked = {}) => ask(server.url, path, asked, { keys, tiers }),
    newKey,
    refresh: () => server.refresh(),
    patrol: () => server.patrol(),
    close,
  }
}

async function ask<Body>(
  url: string,
  path: string,
  { key = 'paid', method = 'GET', headers = {}, body }: Asked,
  made: { keys: Record<string, string>; tiers: Map<string, Tier> },
): Promise<Answer<Body>> {
  const { keys, tiers } = made
  const secret = key === null ? undefined : (keys[key] ?? key)
  const given = secret === undefined ? {} : { 'X-API-Key': secret }
  const response = await fetch(url + path, {
    method,
    headers: { ...given, ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const tier = tiers.get(secret ?? /[?&]key=(\w+)/.exec(path)?.[1] ?? '')
  assertDescribed({ method, path, tier, status: response.status, headers: response.headers, text })
  // As clients do: `latest` is a redirection to the address of a snapshot.
  const location = response.headers.get('Location')
  if (response.status === 307 && location !== null && method !== 'OPTIONS')
    return ask(url, location, { key, method, headers, ...(body !== undefined && { body }) }, made)
  const isJson = /[/+]json\b/.test(response.headers.get('Content-Type') ?? '') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Body,
  }
}

async function makeKey(
  stateDir: string,
  storeUrl: string | undefined,
  tier: Tier,
  origins?: string[],
): Promise<{ key: string; id: string }> {
  const store = await openStore(stateDir, storeUrl || undefined)
  try {
    return await createKey(store, { name: `a ${tier} key`, tier, email: null, origins })
  } finally {
    await store.close()
  }
}

/** Keeps texts: a small buffer would keep the large one that it is a part of. */
const sink = (chunks: string[]) =>
  new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })

const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
