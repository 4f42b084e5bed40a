import { closeSync, openSync, readSync } from 'node:fs'
import type { Card } from '../../../data/schema/serving/columns.ts'
import { Problem } from '../../http/problem.ts'
import type { CardsOnDisk, HeldColumns } from './held_columns.ts'

/** The JSON of the farms, a line for each row. */
export type Lines = {
  /** Passes on where the object's bytes are, `{` to `}`: those of `source` from `start` to `end`. */
  line<Result>(row: number, use: (source: Buffer, start: number, end: number) => Result): Result
}

/**
 * Opens the cards of a snapshot: those of the free tier, which nearly every answer needs, in memory,
 * the others on disk, in the file of columns at `path`. What stays open is closed with `opened`.
 * `requireWhole` throws where the file was found damaged since.
 */
export function openCards(
  { freeCards, paidCards, profileCards }: HeldColumns,
  path: string,
  requireWhole: () => void,
  opened: DisposableStack,
): Record<Card, Lines> {
  const file = opened.adopt(openSync(path, 'r'), closeSync)
  const { lines, starts } = freeCards
  const bytes = Buffer.from(lines.buffer)
  return {
    free: { line: (row, use) => use(bytes, starts[row]!, starts[row + 1]! - 1) },
    paid: linesOnDisk(file, paidCards, requireWhole),
    profile: linesOnDisk(file, profileCards, requireWhole),
  }
}

/**
 * Lines read from the file when they are wanted: a positioned read from the operating system's page
 * cache takes microseconds, and the memory is shared by every process that serves the snapshot.
 */
function linesOnDisk(
  file: number,
  { offset, starts }: CardsOnDisk,
  requireWhole: () => void,
): Lines {
  let buffer = Buffer.allocUnsafe(16 * 1024)
  return {
    line(row, use) {
      requireWhole()
      const length = starts[row + 1]! - starts[row]! - 1
      if (buffer.length < length) buffer = Buffer.allocUnsafe(2 * length)
      readWhole(file, buffer, length, offset + starts[row]!)
      return use(buffer, 0, length)
    },
  }
}

/** Throws an `unavailable` Problem where the disk does not give what was there when it was opened. */
function readWhole(file: number, buffer: Buffer, length: number, position: number): void {
  try {
    if (readSync(file, buffer, 0, length, position) !== length) throw new Error('it ended early')
  } catch (cause) {
    throw new Problem('unavailable', 'the farm can not be read at present; try again', {
      headers: { 'Retry-After': '5' },
      cause,
    })
  }
}
