import { closeSync, openSync, readSync } from 'node:fs'
import type { Card } from '../../../data/schema/serving/columns.ts'
import type { ServingFile } from './serving_file.ts'

/** The JSON of the farms, a line for each row. */
export type Lines = {
  /** Passes on where the object's bytes are, `{` to `}`: those of `source` from `start` to `end`. */
  line<Result>(row: number, use: (source: Buffer, start: number, end: number) => Result): Result
}

/**
 * Opens the cards of a snapshot: those of the free tier, which nearly every answer needs, in memory,
 * the others on disk, in the file of columns at `path`. What stays open is closed with `opened`.
 */
export async function openCards(
  columns: ServingFile,
  path: string,
  opened: DisposableStack,
): Promise<Record<Card, Lines>> {
  const file = opened.adopt(openSync(path, 'r'), closeSync)
  const onDisk = async (group: 'paidCards' | 'profileCards') => {
    const { offset } = columns.span(group, 'lines')
    return linesOnDisk(file, path, offset, await columns.column(group, 'starts'))
  }
  const { lines, starts } = await columns.group('freeCards')
  const bytes = Buffer.from(lines.buffer)
  return {
    free: { line: (row, use) => use(bytes, starts[row]!, starts[row + 1]! - 1) },
    paid: await onDisk('paidCards'),
    profile: await onDisk('profileCards'),
  }
}

/**
 * Lines read from the file when they are wanted: a positioned read from the operating system's page
 * cache takes microseconds, and the memory is shared by every process that serves the snapshot.
 */
function linesOnDisk(file: number, path: string, offset: number, starts: Float64Array): Lines {
  let buffer = Buffer.allocUnsafe(16 * 1024)
  return {
    line(row, use) {
      const length = starts[row + 1]! - starts[row]! - 1
      if (buffer.length < length) buffer = Buffer.allocUnsafe(2 * length)
      const read = readSync(file, buffer, 0, length, offset + starts[row]!)
      if (read !== length) throw new Error(`${path} ends early, at row ${row}`)
      return use(buffer, 0, length)
    },
  }
}
