import type { Database } from '../database/database.ts'

/** Rows one after the other that are in one H3 cell of resolution `finest`. */
type Run = { cell: number; rows: number }

/**
 * The row groups of a table whose rows are in the order of their cells: how many rows each has, in order.
 *
 * A group ends where a large cell ends, so that its bounding box is small: a reader of an area skips the
 * others. It has at most 3 × √rows rows, where what is read beside the area, and what the footer says of
 * the groups, weigh about the same; and not more than `largestGroup`. Rows without a location come last.
 */
export async function areaRowGroups(database: Database, table: string): Promise<number[]> {
  const runs = await database.rows<Run>(`
    with cells as (
      select rowid as row, coalesce(${cellNumber}, ${nowhere})::integer as cell from ${table}
    ),
    runs as (
      select row, cell, row - row_number() over (partition by cell order by row) as run from cells
    )
    select cell, count(*)::integer as rows from runs group by cell, run order by min(row)`)
  const limit = Math.min(Math.ceil(3 * Math.sqrt(rowsOf(runs))), largestGroup)
  return [...split(runs, limit, 0)]
}

/**
 * DuckDB makes a row group of each part of a union that has within 2,047 rows of `row_group_size`, and
 * joins or cuts others; where it has one thread, it joins them all.
 */
export const partsAsRowGroups = 2047
export const largestGroup = 2 * partsAsRowGroups

/** Rows of each group: whole cells of a resolution where they fit, else split by the next finer one. */
function* split(runs: Run[], limit: number, resolution: number): Iterable<number> {
  let rows = 0
  for (const cell of cellsAt(runs, resolution)) {
    const more = rowsOf(cell)
    if (rows > 0 && rows + more > limit) {
      yield rows
      rows = 0
    }
    if (more <= limit) rows += more
    else if (resolution < finest) yield* split(cell, limit, resolution + 1)
    else for (let left = more; left > 0; left -= limit) yield Math.min(left, limit)
  }
  if (rows > 0) yield rows
}

function cellsAt(runs: Run[], resolution: number): Run[][] {
  const finer = 2 ** (bitsOfDigit * (finest - resolution))
  const cells: Run[][] = []
  let last = -1
  for (const run of runs) {
    const cell = Math.floor(run.cell / finer)
    if (cell === last) cells.at(-1)!.push(run)
    else cells.push([run])
    last = cell
  }
  return cells
}

const rowsOf = (runs: Run[]) => runs.reduce((sum, { rows }) => sum + rows, 0)

/** Some 36 km² each, which no group is as small as, but where farms are crowded. */
const finest = 6

/**
 * An H3 index has its base cell in 7 bits from bit 45 on, and below them 3 bits for each resolution:
 * https://h3geo.org/docs/core-library/h3Indexing
 */
const bitsOfDigit = 3
const cellBits = 7 + bitsOfDigit * finest
const nowhere = 2 ** cellBits - 1
const cellNumber = `(('0x' || h3_cell)::ubigint >> ${45 - bitsOfDigit * finest}) & ${nowhere}`
