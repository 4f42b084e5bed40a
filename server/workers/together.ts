import type { CountName } from '../access/limits/counters/thread_counter.ts'
import type { MetricFigures } from '../app/monitoring/metrics.ts'
import type { RunningServer } from '../app/serve.ts'
import type { ReaderTasks } from '../snapshot/files/reader.ts'

export type Begin = {
  number: number
  /** The process's settings, as environment variables. */
  settings: Record<string, string | undefined>
  /** The port that all workers listen on. */
  port: number
  counts: Int32Array
  /** The memory of `Liveness`. */
  liveness: Int32Array
  /** The OpenAPI document, as JSON, made by the first worker. */
  openApi: string | undefined
}

/** Calls from workers to the first thread. */
export type ForWorkers = ReaderTasks & {
  /** See `ThreadCounts` (thread_counter.ts). */
  placeOf(name: CountName, known: number): number
  /** Resolves when it is the worker's turn to open a snapshot. */
  beginOpening(): Promise<void>
  /** Resolves when every worker has tried to open it. */
  endOpening(id: string): Promise<void>
}

/** Calls from the first thread to a worker. */
export type OfWorker = {
  /** Listens, and returns the served snapshot and the API's description. */
  serve(): Promise<Pick<RunningServer, 'served' | 'openApi'>>
  refresh(): Promise<void>
  patrol(): Promise<void>
  figures(): Promise<MetricFigures>
  close(): Promise<void>
}
