import { uncompactCells } from 'h3-js'
import { readTsv } from '../../tsv.ts'
import { memoize } from '../../memoize.ts'

/** Hexagons of about 250 km²: finer than any state. */
export const stateResolution = 5

/** Lists the cells that a state's outline touches, by postal abbreviation (make.ts). */
export const cellsOfState = memoize(
  (state: string): ReadonlySet<string> =>
    new Set(uncompactCells(written().get(state) ?? [], stateResolution)),
)

let read: Map<string, string[]> | undefined

/** Each state's cells as in cells.tsv, large and small. */
const written = () =>
  (read ??= new Map(
    readTsv(new URL('cells.tsv', import.meta.url)).map(([state = '', cells = '']) => [
      state,
      cells.split(' ').map((cell) => cell.padEnd(15, 'f')),
    ]),
  ))
