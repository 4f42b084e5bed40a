import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../access/keys/keys.ts'
import { openStore } from '../access/store/open_store.ts'
import { openLog } from '../app/monitoring/log.ts'
import { serve } from '../app/serve.ts'
import { ConfigError, readConfig } from '../config.ts'

type Local = AsyncDisposable & { url: string; key: string }

/**
 * Serves the live snapshot of BUILD_DIR to this process alone, on a free port of the loopback address, with
 * a temporary key store. Throws a ConfigError if there is no snapshot.
 */
export async function serveLocally({ BUILD_DIR }: NodeJS.ProcessEnv): Promise<Local> {
  await using opened = new AsyncDisposableStack()
  const stateDir = await mkdtemp(join(tmpdir(), 'farm-directory-mcp-'))
  opened.defer(() => rm(stateDir, { recursive: true }))
  const config = readConfig({
    BUILD_DIR,
    STATE_DIR: stateDir,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
    PAID_DAILY_LIMIT: '1000000000',
  })
  const { log, close } = openLog(config.logLevel)
  opened.defer(close)
  const key = await ownKey(stateDir)
  const server = await serve(config, log)
  opened.defer(() => server.close())
  if (!server.served)
    throw new ConfigError(
      `BUILD_DIR: there is no valid snapshot in ${config.layout.root}; build one`,
    )
  const open = opened.move()
  return { url: server.url, key, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** A key with access to all fields: this process can read the snapshot's files anyway. */
async function ownKey(stateDir: string): Promise<string> {
  const store = await openStore(stateDir)
  try {
    return (await createKey(store, { name: 'npm run mcp', tier: 'paid', email: null })).key
  } finally {
    await store.close()
  }
}
