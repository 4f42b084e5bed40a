import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'

/** The row orders that lists are sorted by; ties by id everywhere. */
export const orderColumns = async (
  database: Database,
  farms: number,
): Promise<Columns['orders']> => ({
  byId: await rowsBy('id', database, farms),
  byName: await rowsBy('lower(strip_accents(name)), id', database, farms),
  byQuality: await rowsBy('quality_score desc, id', database, farms),
  byUpdated: await rowsBy('updated_at desc nulls last, id', database, farms),
})

async function rowsBy(order: string, database: Database, farms: number): Promise<Uint32Array> {
  const rows = new Uint32Array(farms)
  let at = 0
  for await (const chunk of database.chunks(
    `select rowid::uinteger from published.farms order by ${order}`,
  ))
    for (const [row] of chunk as [number][]) rows[at++] = row
  return rows
}
