import { setTimeout } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { fileDigest } from '../../../data/file_digest.ts'
import { readColumns } from '../columns/held_columns.ts'
import type { Tasks } from './reader.ts'

/** What the thread of reader.ts does. */
const tasks: Tasks = {
  digest: (path, bytesPerSecond) =>
    bytesPerSecond === undefined
      ? fileDigest(path)
      : fileDigest(path, (bytes) => setTimeout((1000 * bytes) / bytesPerSecond)),
  columns: readColumns,
}

type Message = { id: number; name: keyof Tasks; args: unknown[] }

const port = parentPort!
port.on('message', (message: Message) => void answer(message))

async function answer({ id, name, args }: Message): Promise<void> {
  const task = tasks[name] as (...args: unknown[]) => Promise<unknown>
  try {
    port.postMessage({ id, result: await task(...args) })
  } catch (error) {
    port.postMessage({ id, error })
  }
}
