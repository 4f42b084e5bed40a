import { parentPort, workerData } from 'node:worker_threads'
import type { Logger } from 'pino'
import { answerCalls, Calls } from '../../data/calls.ts'
import { openLog } from '../app/monitoring/log.ts'
import { serve, type RunningServer } from '../app/serve.ts'
import { readConfig, type Config } from '../config.ts'
import { reader } from '../snapshot/files/reader.ts'
import { Liveness } from './liveness.ts'
import type { Begin, ForWorkers, OfWorker } from './together.ts'

/** A thread that answers requests: a complete server, except for the parts that the process has once. */

const { number, settings, port, counts, liveness, openApi } = workerData as Begin
const config = readConfig(settings)
const { log, close } = openLog(config.logLevel, { worker: number })
const first = new Calls<ForWorkers>(parentPort!)
answerCalls(parentPort!, tasks(config, log))
const workers = new Liveness(liveness)
workers.beat(number)
reader.askThrough((name, ...args) => first.ask(name, ...args))

function tasks(config: Config, log: Logger): OfWorker {
  let server: RunningServer | undefined
  return {
    async serve() {
      server = await serve(ownShare(config), log, {
        openApi,
        together: {
          workers,
          counts: { counts, placeOf: (name, known) => first.ask('placeOf', name, known) },
          async open(id, open) {
            await first.ask('beginOpening')
            try {
              return await open()
            } finally {
              await first.ask('endOpening', id)
            }
          },
        },
      })
      return { served: server.served, openApi: server.openApi }
    },
    refresh: async () => server?.refresh(),
    patrol: async () => server?.patrol(),
    figures: () => server!.metrics.figures(),
    async close() {
      await server?.close()
      close()
    },
  }
}

/** One worker's share of the process's limits. */
function ownShare(config: Config): Config {
  const share = (amount: number) => Math.ceil(amount / config.workers)
  const { connections, snapshot } = config
  return {
    ...config,
    port,
    metrics: undefined,
    connections: {
      ...connections,
      most: share(connections.most),
      mostOfAddress: share(connections.mostOfAddress),
    },
    snapshot: {
      ...snapshot,
      query: { ...snapshot.query, connections: Math.max(2, share(snapshot.query.connections)) },
      setsMemory_bytes: share(snapshot.setsMemory_bytes),
    },
  }
}
