import type { CountName } from '../access/limits/counters/thread_counter.ts'
import type { Figures } from '../app/monitoring/metrics.ts'
import type { RunningServer } from '../app/serve.ts'
import type { Reading } from '../snapshot/files/reader.ts'

/** What a worker is told when it begins. */
export type Begin = {
  number: number
  /** The settings of the process, as environment variables. */
  settings: Record<string, string | undefined>
  /** The port that all listen on. */
  port: number
  counts: Int32Array
  /** The OpenAPI document, as JSON: the first worker makes it. */
  openApi: string | undefined
}

/** What the first thread does for workers. */
export type ForWorkers = Reading & {
  /** See `ThreadCounts` (thread_counter.ts). */
  placeOf(name: CountName, known: number): number
  /** Comes back when it is the worker's turn to open a snapshot. */
  beginOpening(): Promise<void>
  /** Comes back when every worker has tried to open it. */
  endOpening(id: string): Promise<void>
}

/** What a worker does for the first thread. */
export type OfWorker = {
  /** Listens, and returns what it serves. */
  serve(): Promise<Pick<RunningServer, 'served' | 'openApi'>>
  refresh(): Promise<void>
  patrol(): Promise<void>
  figures(): Promise<Figures>
  close(): Promise<void>
}
