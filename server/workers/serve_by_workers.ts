import { createServer, type AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { StoreError } from '../access/store/store_errors.ts'
import { listen, ofRequests, urlOf } from '../app/listening/listen.ts'
import { reportOf, serveMetrics } from '../app/monitoring/metrics.ts'
import type { RunningServer } from '../app/serve.ts'
import { ConfigError, type Config } from '../config.ts'
import { Crew } from './crew.ts'

/**
 * Serves from as many threads as `config.workers` says, on one port, with one count of requests and one
 * address of metrics. `settings` are those that `config` was read from. Throws as `serve` does. Where
 * the system has no ports that threads share, it serves from this one.
 */
export async function serveByWorkers(
  config: Config,
  settings: Record<string, string | undefined>,
  log: Logger,
): Promise<Omit<RunningServer, 'metrics' | 'openApi'>> {
  const port = await sharedPort(config)
  if (port === null) {
    log.warn('WORKERS: this system does not let threads share a port; one of them serves')
    const { serve } = await import('../app/serve.ts')
    return serve(config, log)
  }
  await using opened = new AsyncDisposableStack()
  const crew = new Crew({ settings, port }, log)
  opened.defer(() => crew.close())
  const others = Array.from({ length: config.workers - 1 }, (_, index) => index + 2)
  // The first alone: it brings the store up to date.
  const served = await crew.begin(1).catch(asItWasThrown)
  await Promise.all(others.map((number) => crew.begin(number))).catch(asItWasThrown)
  const report = async () => reportOf(await crew.all((worker) => worker.ask('figures')))
  if (config.metrics) {
    const metrics = await serveMetrics(report, config.metrics)
    opened.defer(() => metrics.close().closeAllConnections())
  }
  const open = opened.move()
  return {
    url: urlOf(config.host, port),
    served,
    refresh: async () => void (await crew.all((worker) => worker.ask('refresh'))),
    patrol: async () => void (await crew.all((worker) => worker.ask('patrol'))),
    close: () => open.disposeAsync(),
  }
}

/** A port that is free, or the one that is set; null where threads can't share any. */
async function sharedPort({ host, port }: Config): Promise<number | null> {
  // Not shared: one that another program has is not free, though it might share it.
  const alone = await closed(listen(createServer(), { host, port, settings: ofRequests }))
  try {
    return await closed(
      listen(createServer(), { host, port: alone, settings: ofRequests, isShared: true }),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTSUP') return null
    throw error
  }
}

/** Closes a server that listens, and returns its port. */
async function closed(listens: Promise<ReturnType<typeof createServer>>): Promise<number> {
  const server = await listens
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** From another thread an error comes as one of no class. */
function asItWasThrown(error: Error): never {
  for (const kind of [ConfigError, StoreError])
    if (error.name === kind.name) throw new kind(error.message, { cause: error })
  throw error
}
