import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { parseCommandLine, runProgram, UsageError } from '../../data/command_line.ts'
import { StoreError } from '../access/store/store_errors.ts'
import { ConfigError, readConfig } from '../config.ts'
import { askingOverHttp } from '../ask/ask_over_http.ts'
import { toolServer } from '../mcp/tool_server.ts'
import { createKey } from '../access/keys/keys.ts'
import { openStore } from '../access/store/open_store.ts'
import { openLog } from '../app/monitoring/log.ts'
import { serve } from '../app/serve.ts'
import { AnsweringTransport } from './answering_transport.ts'

const help = `Serves the Model Context Protocol on standard input and output, for agents.

  npm run --silent mcp -- [--url URL] [--key KEY]

  --url URL  a server of the directory; default: the live snapshot of BUILD_DIR, with all fields
  --key KEY  its key for that server; better in FARM_DIRECTORY_KEY, which other users can't read
  --help     this text

Each tool call is one to three requests of the key. Errors go to standard error.
`

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
} as const

async function main(): Promise<number> {
  const { values } = parseCommandLine({ options }, 'npm run mcp', help)
  const { url, key = process.env['FARM_DIRECTORY_KEY'] } = values
  await using server = url === undefined ? await serveLocally(process.env) : served(url, key)
  const ask = askingOverHttp(server.url, server.key)
  const clock = () => new Date()
  const onFault = (error: unknown) => void process.stderr.write(`mcp: ${String(error)}\n`)
  const transport = new AnsweringTransport()
  const site = url === undefined ? '' : new URL(url).origin
  const spoken = serveStdio(() => toolServer({ ask, clock, site, onFault }), {
    transport,
    maxSubscriptions: 0,
  })
  transport.noteRequests()
  await stopped(transport)
  transport.end()
  await spoken.close()
  return 0
}

function served(url: string, key: string | undefined) {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError(
      `--url: \`${url}\` is no address of a server, such as https://farms.example`,
    )
  if (!key) throw new UsageError('the key is missing: set FARM_DIRECTORY_KEY, or give --key')
  return { url, key, [Symbol.asyncDispose]: async () => {} }
}

/** The client ends it and has its answers, or a signal comes. */
const stopped = (transport: AnsweringTransport) =>
  Promise.race([
    Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]).then(() =>
      transport.answered(),
    ),
    once(process, 'SIGTERM'),
    once(process, 'SIGINT'),
  ])

await runProgram('mcp', main, [ConfigError, StoreError])

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
