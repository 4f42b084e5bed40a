import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { cardFiles, offsetsFile, type Card } from '../../../data/schema/serving/serving.ts'
import { readArray, readWhole } from './arrays.ts'

/** The ready-made JSON of the farms: the line of each row in one file. */
export type Lines = {
  /** Passes on where the object's bytes are, `{` to `}`: those of `source` from `start` to `end`. */
  line<Result>(row: number, use: UseLine<Result>): Result
}
type UseLine<Result> = (source: Buffer, start: number, end: number) => Result

/**
 * Opens the cards of a snapshot: those of the free tier, which nearly every answer needs, in memory,
 * the others on disk. What stays open is closed with `opened`.
 */
export async function openCards(
  folder: string,
  farms: number,
  opened: DisposableStack,
): Promise<Record<Card, Lines>> {
  const offsets = (card: Card) =>
    readArray(join(folder, offsetsFile(card)), Float64Array, farms + 1)
  const path = (card: Card) => join(folder, cardFiles[card])
  return {
    free: await linesInMemory(path('free'), await offsets('free')),
    paid: linesOnDisk(path('paid'), await offsets('paid'), opened),
    profile: linesOnDisk(path('profile'), await offsets('profile'), opened),
  }
}

async function linesInMemory(path: string, offsets: Float64Array): Promise<Lines> {
  const bytes = await readWhole(path, offsets.at(-1) ?? 0)
  return { line: (row, use) => use(bytes, offsets[row]!, offsets[row + 1]! - 1) }
}

/**
 * Lines read from the file when they are wanted: a positioned read from the operating system's page
 * cache takes microseconds, and the memory is shared by every process that serves the snapshot.
 */
function linesOnDisk(path: string, offsets: Float64Array, opened: DisposableStack): Lines {
  const file = openSync(path, 'r')
  let buffer = Buffer.allocUnsafe(16 * 1024)
  opened.defer(() => closeSync(file))
  return {
    line(row, use) {
      const length = offsets[row + 1]! - offsets[row]! - 1
      if (buffer.length < length) buffer = Buffer.allocUnsafe(2 * length)
      const read = readSync(file, buffer, 0, length, offsets[row]!)
      if (read !== length) throw new Error(`${path} ends early, at row ${row}`)
      return use(buffer, 0, length)
    },
  }
}
