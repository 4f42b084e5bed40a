import { parentPort, workerData } from 'node:worker_threads'
import { answerCalls } from '../../data/calls.ts'
import { adapterFor } from '../read/adapters.ts'
import type { NamedRow, Reading } from './reading.ts'
import { RowReader } from './row_reader.ts'

/** The program of a `RowReaders` thread. */
export type Reads = {
  /** Reads rows of one source, by the kind of its adapter. */
  read(rows: NamedRow[], source: string, kind: string): Reading[]
}

const reader = new RowReader((workerData as { now: Date }).now)
const reads: Reads = {
  read(rows, source, kind) {
    const origin = { source, adapter: adapterFor(kind) }
    return rows.map((row) => reader.read(row, origin))
  },
}

answerCalls(parentPort!, reads)
