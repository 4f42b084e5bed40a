import { pathOf, pathSpan } from '../../data/geography/cells.ts'
import type { Database } from '../database/database.ts'

/** An H3 cell of resolution `finest`, or none, and how many rows are in it: one after the other. */
type Cell = { cell: bigint | null; rows: number }

/**
 * The row groups of a table whose rows are in the order of their cells: how many rows each has, in order.
 *
 * A group ends where a large cell ends, so that its bounding box is small: a reader of an area skips the
 * others. It has at most 3 × √rows rows, where what is read beside the area, and what the footer says of
 * the groups, weigh about the same; and not more than `largestGroup`. Rows without a location come last.
 */
export async function areaRowGroups(database: Database, table: string): Promise<number[]> {
  const cells = await database.rows<Cell>(`
    select ancestor_cell(h3_cell, ${finest}) as cell, count(*)::integer as rows
    from ${table} group by all order by cell nulls last`)
  const limit = Math.min(Math.ceil(3 * Math.sqrt(rowsOf(cells))), largestGroup)
  return [...split(cells, limit, 0)]
}

/**
 * DuckDB makes a row group of each part of a union that has within 2,047 rows of `row_group_size`, and
 * joins or cuts others; where it has one thread, it joins them all.
 */
export const partsAsRowGroups = 2047
export const threadsForParts = 2
export const largestGroup = 2 * partsAsRowGroups

/** Rows of each group: whole cells of a resolution where they fit, else split by the next finer one. */
function* split(cells: Cell[], limit: number, resolution: number): Iterable<number> {
  let rows = 0
  for (const inside of cellsAt(cells, resolution)) {
    const more = rowsOf(inside)
    if (rows > 0 && rows + more > limit) {
      yield rows
      rows = 0
    }
    if (more <= limit) rows += more
    else if (resolution < finest) yield* split(inside, limit, resolution + 1)
    else for (let left = more; left > 0; left -= limit) yield Math.min(left, limit)
  }
  if (rows > 0) yield rows
}

const cellsAt = (cells: Cell[], resolution: number): Iterable<Cell[]> =>
  Map.groupBy(cells, ({ cell }) =>
    cell === null ? null : Math.floor(pathOf(cell) / pathSpan(resolution)),
  ).values()

const rowsOf = (cells: Cell[]) => cells.reduce((sum, { rows }) => sum + rows, 0)

/** Some 36 km² each, which no group is as small as, but where farms are crowded. */
const finest = 6
