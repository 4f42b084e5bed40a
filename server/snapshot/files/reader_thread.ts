import { setTimeout } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { answerCalls } from '../../../data/calls.ts'
import { fileDigest } from '../../../data/file_digest.ts'
import { readColumns } from '../columns/held_columns.ts'
import type { ReaderTasks } from './reader.ts'

const tasks: ReaderTasks = {
  digest: (path, bytesPerSecond) =>
    bytesPerSecond === undefined
      ? fileDigest(path)
      : fileDigest(path, (bytes) => setTimeout((1000 * bytes) / bytesPerSecond)),
  columns: readColumns,
}

answerCalls(parentPort!, tasks)
