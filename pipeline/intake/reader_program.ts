import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { adapterFor } from '../read/adapters.ts'
import type { Answer, Question } from './reader_thread.ts'
import { RowReader } from './row_reader.ts'

/** What a thread of `RowReaders` runs: it reads the rows that it is sent. */
function answer(port: MessagePort, reader: RowReader): void {
  const send = (message: Answer) => port.postMessage(message)
  port.on('message', ({ source, kind, rows }: Question) => {
    try {
      const origin = { source, adapter: adapterFor(kind) }
      send({ readings: rows.map((row) => reader.read(row, origin)) })
    } catch (error) {
      send({ error })
    }
  })
}

if (parentPort) answer(parentPort, new RowReader((workerData as { now: Date }).now))
