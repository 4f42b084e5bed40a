import { uncompactCells } from 'h3-js'
import { readTsv } from '../../tsv.ts'

/** Hexagons of about 250 km²: finer than any state. */
export const stateResolution = 5

/** Lists the cells that a state's outline touches, by postal abbreviation (make.ts). */
export function cellsOfState(state: string): ReadonlySet<string> {
  const known = made.get(state)
  if (known) return known
  const cells = new Set(uncompactCells(written().get(state) ?? [], stateResolution))
  made.set(state, cells)
  return cells
}

const made = new Map<string, ReadonlySet<string>>()

let read: Map<string, string[]> | undefined

/** Each state's cells as in cells.tsv, large and small. */
const written = () =>
  (read ??= new Map(
    readTsv(new URL('cells.tsv', import.meta.url)).map(([state = '', cells = '']) => [
      state,
      cells.split(' ').map((cell) => cell.padEnd(15, 'f')),
    ]),
  ))
