import { closeSync, openSync, readSync } from 'node:fs'
import type { Card } from '../../../data/schema/serving/columns.ts'
import { Problem } from '../../http/problem.ts'
import type { CardsOnDisk, HeldColumns } from './held_columns.ts'

/** The JSON of the farms, a line for each row. */
export type Lines = {
  /** Makes the lines of some rows ready to be used. */
  of(rows: readonly number[]): Line
}

/** Passes on where a row's object is, `{` to `}`: the bytes of `source` from `start` to `end`. */
type Line = (row: number, use: (source: Buffer, start: number, end: number) => unknown) => void

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
  const inMemory: Line = (row, use) => use(bytes, starts[row]!, starts[row + 1]! - 1)
  return {
    free: { of: () => inMemory },
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
  const read = (first: number, last: number) => {
    requireWhole()
    return readWhole(file, offset + starts[first]!, starts[last + 1]! - starts[first]!)
  }
  return {
    of(rows) {
      const found = new Map<number, { bytes: Buffer; start: number }>()
      for (const near of neighbors(rows)) {
        const first = near[0]!
        const bytes = read(first, near.at(-1)!)
        for (const row of near) found.set(row, { bytes, start: starts[row]! - starts[first]! })
      }
      return (row, use) => {
        const { bytes, start } = found.get(row)!
        use(bytes, start, start + starts[row + 1]! - starts[row]! - 1)
      }
    },
  }
}

/** Reading so many rows that nobody asked for costs less than reading once more. */
const mostBetween = 8

/** Rows in groups that are read at once, in their order: farms that are near each other are so on disk. */
function neighbors(rows: readonly number[]): number[][] {
  const groups: number[][] = []
  let last = -Infinity
  for (const row of rows.toSorted((one, other) => one - other)) {
    if (row - last > mostBetween) groups.push([row])
    else groups.at(-1)!.push(row)
    last = row
  }
  return groups
}

/** Throws an `unavailable` Problem where the disk does not give what was there when it was opened. */
function readWhole(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  try {
    if (readSync(file, bytes, 0, length, position) !== length) throw new Error('it ended early')
    return bytes
  } catch (cause) {
    throw new Problem('unavailable', "the farm can't be read at the moment; try again", {
      headers: { 'Retry-After': '5' },
      cause,
    })
  }
}
