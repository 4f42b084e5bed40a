import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Logger } from 'pino'
import { StoreError } from '../access/store/store_errors.ts'
import { listen, ofRequests, requireFree } from '../app/listening/listen.ts'
import { metricsText, serveMetrics, workerFigures } from '../app/monitoring/metrics.ts'
import type { RunningServer } from '../app/serve.ts'
import { ConfigError, type Config } from '../config.ts'
import { addressHere } from '../http/addresses/public_address.ts'
import { Crew } from './crew.ts'

/**
 * Serves from `config.workers` threads, with one port, one set of counts and one metrics address.
 * `settings` are the settings that `config` was read from. Throws as `serve` does. If the system does not
 * let threads share a port, it serves from this thread.
 */
export async function serveByWorkers(
  config: Config,
  settings: Record<string, string | undefined>,
  log: Logger,
): Promise<Omit<RunningServer, 'metrics' | 'openApi'>> {
  await using held = await holdPort(config)
  if (held === null) {
    log.warn('WORKERS: this system does not let threads share a port; one of them serves')
    const { serve } = await import('../app/serve.ts')
    return serve(config, log)
  }
  const { port } = held.address() as AddressInfo
  if (config.port !== 0) held.close() // clients know this port, and would reach the holder
  await using opened = new AsyncDisposableStack()
  const crew = new Crew({ settings, port }, config, log)
  opened.defer(() => crew.close())
  const served = await crew.beginAll().catch(asItWasThrown)
  const report = async () =>
    metricsText([...(await crew.figures()), await workerFigures(config.workers, crew.serving)])
  if (config.metrics) {
    const metrics = await serveMetrics(report, config.metrics)
    opened.defer(() => metrics.close().closeAllConnections())
  }
  const open = opened.move()
  return {
    url: addressHere(config.host, port),
    served,
    refresh: async () => void (await crew.all((worker) => worker.ask('refresh'))),
    patrol: async () => void (await crew.all((worker) => worker.ask('patrol'))),
    close: () => open.disposeAsync(),
  }
}

/**
 * Listens on the configured port as the workers will, or on any free one, which no other program can take
 * as long as this one holds it. Null if threads can't share a port.
 */
async function holdPort({ host, port }: Config): Promise<Server | null> {
  const place = { host, port, settings: ofRequests }
  // Not shared: another program's port is not free, even if it could be shared.
  if (port !== 0) await requireFree(place)
  try {
    const holder = createServer((connection) => connection.destroy())
    return await listen(holder, { ...place, isShared: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTSUP') return null
    throw error
  }
}

/** Restores an error's class, which it loses between threads. */
function asItWasThrown(error: Error): never {
  for (const kind of [ConfigError, StoreError])
    if (error.name === kind.name) throw new kind(error.message, { cause: error })
  throw error
}
