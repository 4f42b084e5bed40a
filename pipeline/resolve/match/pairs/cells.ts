import { cellToParent, gridDisk, latLngToCell } from 'h3-js'
import type { Database } from '../../../database/database.ts'
import { insertRows, valuesTable } from '../../../database/values_table.ts'

/** Hexagons of about 0.7 km², with their neighbors 1.5 km about a place: whatever is called what. */
const nearResolution = 8
/** Hexagons of about 250 km², with their neighbors 25 km about a place: for a word in common. */
const regionResolution = 5

/**
 * Makes `match.cells`, the cells of each located listing, and `match.neighbors`, the cells
 * around those of minor listings (listings.sql). Where all listings are side by side no pair is looked
 * for: both stay empty.
 */
export async function fillCells(database: Database): Promise<void> {
  await valuesTable(database, 'match.neighbors', neighborTypes, [])
  const [row] = await database.rows<{ several: boolean }>(
    'select count(*) > 0 as several from match.listings where minor',
  )
  // One connection: nothing can be written while rows are streamed from it.
  const cells = row!.several ? await cellsOfListings(database) : []
  await valuesTable(database, 'match.cells', cellTypes, cells)
  const ofMinor = cells.filter(({ minor }) => minor)
  const all = [...new Set(ofMinor.flatMap(({ near, region }) => [near, region]))]
  for (let start = 0; start < all.length; start += 10_000)
    await insertNeighbors(database, all.slice(start, start + 10_000))
}

const cellTypes = { id: 'INTEGER', minor: 'BOOLEAN', near: 'VARCHAR', region: 'VARCHAR' }
const neighborTypes = { cell: 'VARCHAR', neighbor: 'VARCHAR' }

async function cellsOfListings(database: Database) {
  const cells: { id: number; minor: boolean; near: string; region: string }[] = []
  const located =
    'select id, minor, lat, lng from match.listings where lat is not null and lng is not null'
  for await (const rows of database.chunks(located))
    for (const [id, minor, lat, lng] of rows as [number, boolean, number, number][]) {
      const near = latLngToCell(lat, lng, nearResolution)
      cells.push({ id, minor, near, region: cellToParent(near, regionResolution) })
    }
  return cells
}

const insertNeighbors = (database: Database, cells: string[]) =>
  insertRows(
    database,
    'match.neighbors',
    neighborTypes,
    cells.flatMap((cell) =>
      gridDisk(cell, 1)
        .filter((neighbor) => neighbor !== cell)
        .map((neighbor) => ({ cell, neighbor })),
    ),
  )
