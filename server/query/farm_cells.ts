import { cellToLatLng, cellToParent } from 'h3-js'
import type { Point } from '../../data/geography/distance.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** A cell's center and number of farms. */
export type FarmCell = Point & { farms: number }

/** Counts the located farms of each H3 cell of a resolution, most farms first. */
export async function farmCells(
  { database, hidden }: Pick<Snapshot, 'database' | 'hidden'>,
  resolution: number,
): Promise<FarmCell[]> {
  const rows = await database.rows(
    `select h3_cell, count(*)::integer
     from farms
     where h3_cell is not null and not list_contains(string_split($hidden, ','), id)
     group by h3_cell`,
    { hidden: hidden.ids.join() },
  )
  const cells = new Map<string, number>()
  for (const [cell, farms] of rows) {
    const parent = cellToParent(cell as string, resolution)
    cells.set(parent, (cells.get(parent) ?? 0) + Number(farms))
  }
  return [...cells]
    .map(([cell, farms]) => {
      const [lat, lng] = cellToLatLng(cell)
      return { lat, lng, farms }
    })
    .toSorted((a, b) => b.farms - a.farms || a.lat - b.lat || a.lng - b.lng)
}
