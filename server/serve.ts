import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { KeyLookup } from './access/key_lookup.ts'
import { Limits } from './access/limits.ts'
import { openStore } from './access/store.ts'
import { createApp } from './app.ts'
import type { Manifest } from '../data/schema/manifest.ts'
import type { Config } from './config.ts'
import { answerBadHttp } from './http/bad_http.ts'
import { LiveSnapshots } from './snapshot/live.ts'

/** A listening server. */
export type RunningServer = {
  url: string
  /** The snapshot it began with; undefined where none was valid. */
  manifest: Manifest | undefined
  /** Looks at once whether another snapshot is live now. */
  refresh(): Promise<void>
  /** Turns away new requests, lets those under way finish, and writes down every count. */
  close(): Promise<void>
}

/** Opens store, limits and snapshot, and listens. Throws StoreError, or the error of listening. */
export async function serve(
  config: Config,
  log: Logger,
  clock: () => Date = () => new Date(),
): Promise<RunningServer> {
  const store = await openStore(config.stateDir)
  const keys = await KeyLookup.open(store)
  const limits = await Limits.open(store, config.quotas, {
    clock: () => clock().getTime(),
    onFlushError: (error) =>
      log.error(
        { error },
        'the request counts could not be written; they are kept and tried again',
      ),
  })
  const snapshots = await LiveSnapshots.open(config.layout, config.snapshot, log)
  let draining = false
  const app = createApp({
    config,
    store,
    keys,
    limits,
    snapshots,
    log,
    clock,
    draining: () => draining,
  })
  const handle = app.callback()
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void handle(request, response)
  // A missing Host and an unknown Expect are for the application to answer, as all else.
  const server = createServer({ requireHostHeader: false }, answer)
  server.on('checkExpectation', answer)
  server.on('clientError', answerBadHttp({ limits, log }))
  const releaseAll = async () => {
    await snapshots.close()
    await limits.close()
    await store.close()
  }
  try {
    server.listen(config.port, config.host)
    await once(server, 'listening')
  } catch (error) {
    await releaseAll()
    throw error
  }
  return {
    url: urlOf(server, config.host),
    manifest: snapshots.live?.manifest,
    refresh: () => snapshots.refresh(),
    async close() {
      draining = true
      await drain(server, config.drain_s)
      await releaseAll()
    },
  }
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Waits until every connection is done, or cuts them off after `seconds`. */
async function drain(server: Server, seconds: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cutOff = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  await closed
  clearTimeout(cutOff)
}
