import { readFileSync } from 'node:fs'
import { uncompactCells } from 'h3-js'

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
function written(): Map<string, string[]> {
  if (read) return read
  const lines = readFileSync(new URL('cells.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  read = new Map(
    lines.map((line) => {
      const [state = '', cells = ''] = line.split('\t')
      return [state, cells.split(' ').map((cell) => cell.padEnd(15, 'f'))]
    }),
  )
  return read
}
